// A drive's gyroscope (F2): what the robot turns too little or too much is added to what its wheels are told. With the turning
// wanted v and that of the body about its own up axis w, as a gyroscope reads it,
//   more = gain ∫(v - w) dt / Ti      at most MAX
// which settles with the time constant Ti / gain and leaves the shaking of a robot that is jammed alone.
// Wheels that slip then no longer turn the robot as it should not, as long as there is grip left to turn it back. The gyroscope
// is ideal: noise and bias are left out, and so is its delay of a step. While it turns quite otherwise than it should, its wheels
// slip, and it speeds up less or not at all until it has them back.

import { BodyMotion } from "../../physics/BodyMotion.js";
import type { DeviceHost } from "../Device.js";
import { rotateBack } from "../FastRotation.js";

export interface YawGains {
  readonly gain: number;
  /** Ti, s. */
  readonly integralSec: number;
}

/** rad/s: more than this would only make wheels spin. */
const MAX = 4;
/** rad/s off from which on it eases its acceleration, and at which nothing is left of it. */
const EASE_FROM = 0.4;
const EASE_TO = 1.2;

export class YawLoop {
  readonly #motion: BodyMotion;
  readonly #gains: YawGains;
  /** ∫(v - w) dt / Ti, rad/s. */
  integral = 0;

  constructor({ physics, robot, description }: DeviceHost, gains: YawGains) {
    this.#motion = new BodyMotion(physics, robot, description.body ?? "");
    this.#gains = gains;
  }

  /** After a step of `sec`. */
  learn(wanted: number, sec: number): void {
    const { gain, integralSec } = this.#gains;
    const most = MAX / gain;
    const sum = this.integral + ((wanted - this.#turn()) * sec) / integralSec;
    this.integral = Math.min(most, Math.max(-most, sum));
  }

  /** What to add to the turning that wheels are told, rad/s. */
  get correction(): number {
    return this.#gains.gain * this.integral;
  }

  /** What share of its acceleration it may use. */
  ease(wanted: number): number {
    const off = Math.abs(wanted - this.#turn());
    return Math.min(1, Math.max(0, (EASE_TO - off) / (EASE_TO - EASE_FROM)));
  }

  forget(): void {
    this.integral = 0;
  }

  /** About the body's own z axis, rad/s. */
  #turn(): number {
    const [x, y, z] = this.#motion.angularVelocity();
    return rotateBack(this.#motion.orientation(), x, y, z)[2];
  }
}
