// Balances robots/segway.xml and its variants, drives it at a speed and turns it; worlds/controllers/Segway.js is the same for
// controllers. The motors receive the speed s of the body relative to its wheels. With p' = s, the goal g' = v and the tilt t,
//   s' = k1 (p - g) + k2 (s - v) + k3 (t - rest) + k4 t'
// places all four poles at -P (SegwayPilot.ts has the derivation).

import type { Frame, RobotClient } from "../src/client/index.js";

const [LENGTH, PULL, REST_TILT, P] = [0.591, 3.815, -0.1732, 2.5];
const K1 = (P * P * P * P * LENGTH) / PULL;
const K2 = (4 * P * P * P * LENGTH) / PULL;
const K3 = LENGTH * (6 * P * P + K1) + PULL;
const K4 = LENGTH * (4 * P + K2);
export const WHEEL_RADIUS = 0.236;
/** From the centre to a wheel, m. */
const HALF_TRACK = 0.285;
const TOP_SPEED = 3.5;
/** Acceleration of the goal, m/s². */
const SPEED_UP = 1;
/** Angular acceleration, rad/s². */
const TURN_UP = 6;
/** Maximum distance of the goal, m: a robot that is held does not push ever harder. */
const REACH = 1;
/** Maximum of commanded above actual wheel speed, m/s: for wheels that are blocked, by a hedge for instance. */
const SLACK = 0.5;
/** N·m. */
const STRENGTH = 80;

export class SegwayDriver {
  /** Target speed forward, m/s. */
  forward = 0;
  /** Target turn rate to the left, rad/s. */
  turn = 0;
  #time: number | undefined;
  #tilt = 0;
  #speed = 0;
  /** Distance beyond the goal, m. */
  #past = 0;
  #goalSpeed = 0;
  #turning = 0;

  /** Answers one frame. */
  drive(robot: RobotClient, frame: Frame): void {
    const tilt = frame.number("Incmeter");
    const step = frame.time - (this.#time ?? frame.time);
    this.#time = frame.time;
    if (frame.has("LMotor") && frame.has("RMotor")) {
      const turns = frame.number("LMotor", "velocity2") + frame.number("RMotor", "velocity2");
      const rolling = (turns / 2) * WHEEL_RADIUS;
      this.#speed = rolling + within(this.#speed - rolling, SLACK);
    }
    if (step > 0) this.#move(tilt, (tilt - this.#tilt) / step, step);
    this.#tilt = tilt;
    const side = this.#turning * HALF_TRACK;
    robot.motor("LMotor", { axis: 2, Vel: (this.#speed - side) / WHEEL_RADIUS, FMax: STRENGTH });
    robot.motor("RMotor", { axis: 2, Vel: (this.#speed + side) / WHEEL_RADIUS, FMax: STRENGTH });
  }

  #move(tilt: number, rate: number, step: number): void {
    this.#goalSpeed += within(this.forward - this.#goalSpeed, SPEED_UP * step);
    this.#turning += within(this.turn - this.#turning, TURN_UP * step);
    const slip = this.#speed - this.#goalSpeed;
    const accel = K1 * this.#past + K2 * slip + K3 * (tilt - REST_TILT) + K4 * rate;
    this.#speed = within(this.#speed + accel * step, TOP_SPEED);
    this.#past = within(this.#past + (this.#speed - this.#goalSpeed) * step, REACH);
  }
}

export const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
