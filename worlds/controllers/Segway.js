// @ts-check
// What the yard's controllers share: keeps robots/segway.xml upright, drives it at a speed and turns it. Copy it and make
// it yours: a controller sees nothing but the robot's messages, so the same lines work in a client of its own over TCP.
//
// The motors are told the speed s of the body over its wheels. With p' = s, the goal g' = v, the tilt t and
//   s' = k1 (p - g) + k2 (s - v) + k3 (t - rest) + k4 t'
// all four poles lie at -P (examples/SegwayPilot.ts has the derivation). k1 makes it climb ramps without slowing down.

const [LENGTH, PULL, REST_TILT, P] = [0.591, 3.815, -0.1732, 2.5];
const K1 = (P ** 4 * LENGTH) / PULL;
const K2 = (4 * P ** 3 * LENGTH) / PULL;
const K3 = LENGTH * (6 * P * P + K1) + PULL;
const K4 = LENGTH * (4 * P + K2);
const WHEEL_RADIUS = 0.236;
/** From the middle to a wheel, m. */
const HALF_TRACK = 0.285;
const TOP_SPEED = 3.5;
/** Of the goal's speed, m/s². */
const SPEED_UP = 0.8;
/** Of turning, rad/s². */
const TURN_UP = 3;
/** The goal is never farther away, m: who is held does not push harder and harder. */
const REACH = 1;
/** Wheels that are held, by a wall for instance, are not told to turn faster and faster: m/s above what they do. */
const SLACK = 0.5;
/** Lying, it lets go of its wheels until somebody puts it upright again, rad. */
const [FALLEN, UPRIGHT] = [1, 0.4];

export class Segway {
  /** Wanted: forward, m/s. */
  forward = 0;
  /** Wanted: to the left, rad/s. */
  turn = 0;
  isFallen = false;
  /** @type {number | undefined} */
  #time;
  #tilt = 0;
  #speed = 0;
  /** Travel past the goal, m. */
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
    // time went back, or it was away: begin anew
    if (frame.isReset || step < 0 || step > 0.1) this.#stand(tilt);
    this.#time = frame.time;
    const away = Math.abs(tilt - REST_TILT);
    if (this.isFallen ? away > UPRIGHT : away > FALLEN) {
      this.isFallen = true;
      this.#tell(robot, 0, 0, 2);
      return;
    }
    if (this.isFallen) this.#stand(tilt);
    if (frame.has("LMotor") && frame.has("RMotor")) {
      const turns = frame.number("LMotor", "velocity2") + frame.number("RMotor", "velocity2");
      const rolling = (turns / 2) * WHEEL_RADIUS;
      this.#speed = rolling + within(this.#speed - rolling, SLACK);
    }
    if (step > 0 && step <= 0.1) this.#move(tilt, step);
    const side = this.#turning * HALF_TRACK;
    this.#tell(robot, (this.#speed - side) / WHEEL_RADIUS, (this.#speed + side) / WHEEL_RADIUS, 80);
  }

  /** @param {number} tilt @param {number} step */
  #move(tilt, step) {
    const rate = (tilt - this.#tilt) / step;
    this.#tilt = tilt;
    this.#goalSpeed += within(this.forward - this.#goalSpeed, SPEED_UP * step);
    this.#turning += within(this.turn - this.#turning, TURN_UP * step);
    const slip = this.#speed - this.#goalSpeed;
    const accel = K1 * this.#past + K2 * slip + K3 * (tilt - REST_TILT) + K4 * rate;
    this.#speed = within(this.#speed + accel * step, TOP_SPEED);
    this.#past = within(this.#past + (this.#speed - this.#goalSpeed) * step, REACH);
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
  #tell(robot, left, right, FMax) {
    robot.motor("LMotor", { axis: 2, Vel: left, FMax });
    robot.motor("RMotor", { axis: 2, Vel: right, FMax });
  }
}

/** @param {number} value @param {number} most */
export function within(value, most) {
  return Math.min(most, Math.max(-most, value));
}
