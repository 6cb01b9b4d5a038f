// @ts-check
// Shared by the controllers of Segways: balances robots/segway.xml, drives it at a speed and turns it. Copy it as a start for your
// own: a controller uses only the robot's messages, so the same code works in a client over TCP.
//
// The motors receive the speed s of the body relative to its wheels. With p' = s, the goal g' = v and the tilt t,
//   s' = k1 (p - g) + k2 (s - v) + k3 (t - rest) + k4 t'
// places all four poles at -P (examples/SegwayPilot.ts has the derivation). k1 keeps the speed on ramps.

const [LENGTH, PULL, REST_TILT, P] = [0.591, 3.815, -0.1732, 2.5];
const K1 = (P ** 4 * LENGTH) / PULL;
const K2 = (4 * P ** 3 * LENGTH) / PULL;
const K3 = LENGTH * (6 * P * P + K1) + PULL;
const K4 = LENGTH * (4 * P + K2);
const WHEEL_RADIUS = 0.236;
/** From the centre to a wheel, m. */
const HALF_TRACK = 0.285;
const TOP_SPEED = 3.5;
/** Acceleration of the goal, m/s². */
const SPEED_UP = 0.8;
/** Angular acceleration, rad/s². */
const TURN_UP = 3;
/** Maximum distance of the goal, m: a robot that is held does not push ever harder. */
const REACH = 1;
/** Maximum of commanded above actual wheel speed, m/s: for wheels that are blocked, by a wall for instance. */
const SLACK = 0.5;
/** Beyond FALLEN it releases its wheels until its tilt is within UPRIGHT again, rad. */
const [FALLEN, UPRIGHT] = [1, 0.4];

export class Segway {
  /** Target speed forward, m/s. */
  forward = 0;
  /** Target turn rate to the left, rad/s. */
  turn = 0;
  isFallen = false;
  /** @type {number | undefined} */
  #time;
  #tilt = 0;
  #speed = 0;
  /** Distance beyond the goal, m. */
  #past = 0;
  #goalSpeed = 0;
  #turning = 0;

  /**
   * Answers one frame.
   * @param {import("../../dist/src/client/index.js").RobotClient} robot
   * @param {import("../../dist/src/client/index.js").Frame} frame
   */
  balance(robot, frame) {
    const tilt = frame.number("Incmeter");
    const step = frame.time - (this.#time ?? frame.time);
    // time has gone back, or frames were skipped: start again
    if (frame.isReset || step < 0 || step > 0.1) this.#stand(tilt);
    this.#time = frame.time;
    const away = Math.abs(tilt - REST_TILT);
    if (this.isFallen ? away > UPRIGHT : away > FALLEN) {
      this.isFallen = true;
      this.#setMotors(robot, 0, 0, 2);
      return;
    }
    if (this.isFallen) this.#stand(tilt);
    if (frame.has("LMotor") && frame.has("RMotor")) {
      const turns = frame.number("LMotor", "velocity2") + frame.number("RMotor", "velocity2");
      const rolling = (turns / 2) * WHEEL_RADIUS;
      this.#speed = rolling + clamp(this.#speed - rolling, SLACK);
    }
    if (step > 0 && step <= 0.1) this.#move(tilt, step);
    const side = this.#turning * HALF_TRACK;
    this.#setMotors(robot, (this.#speed - side) / WHEEL_RADIUS, (this.#speed + side) / WHEEL_RADIUS, 80);
  }

  /** @param {number} tilt @param {number} step */
  #move(tilt, step) {
    const rate = (tilt - this.#tilt) / step;
    this.#tilt = tilt;
    this.#goalSpeed += clamp(this.forward - this.#goalSpeed, SPEED_UP * step);
    this.#turning += clamp(this.turn - this.#turning, TURN_UP * step);
    const slip = this.#speed - this.#goalSpeed;
    const accel = K1 * this.#past + K2 * slip + K3 * (tilt - REST_TILT) + K4 * rate;
    this.#speed = clamp(this.#speed + accel * step, TOP_SPEED);
    this.#past = clamp(this.#past + (this.#speed - this.#goalSpeed) * step, REACH);
  }

  /** @param {number} tilt */
  #stand(tilt) {
    this.isFallen = false;
    [this.#tilt, this.#speed, this.#past, this.#goalSpeed, this.#turning] = [tilt, 0, 0, 0, 0];
  }

  /**
   * @param {import("../../dist/src/client/index.js").RobotClient} robot
   * @param {number} left @param {number} right rad/s
   * @param {number} FMax N·m
   */
  #setMotors(robot, left, right, FMax) {
    robot.motor("LMotor", { axis: 2, Vel: left, FMax });
    robot.motor("RMotor", { axis: 2, Vel: right, FMax });
  }
}

/** @param {number} value @param {number} max */
export function clamp(value, max) {
  return Math.min(max, Math.max(-max, value));
}
