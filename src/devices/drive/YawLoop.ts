// Yaw rate control of a drive with a gyroscope (F2). With target yaw rate v and the body's yaw rate w about its own z axis, the wheels
// get the additional yaw rate
//   correction = gain ∫(v - w) dt / Ti      at most MAX_CORRECTION
// It settles with the time constant Ti / gain and does not react to the vibration of a jammed robot. It corrects the yaw of
// slipping wheels as long as some grip is left. While v and w differ much, the wheels slip: the drive then reduces its
// acceleration, down to zero. The gyroscope is ideal: no noise, bias or delay.

import { BodyMotion } from "../../physics/BodyMotion.js";
import type { DeviceHost } from "../Device.js";

export interface YawGains {
  readonly gain: number;
  /** Ti, s. */
  readonly integralSec: number;
}

/** A larger correction would only make the wheels spin, rad/s. */
const MAX_CORRECTION = 4;
/** Yaw rate errors at which the acceleration begins to fall and at which it is zero, rad/s. */
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

  /** Yaw rate of the body now: about its z axis, rad/s. */
  measure(): number {
    return this.#motion.ownTurn();
  }

  /** After a step of `sec` that ended with a yaw rate: updates the integral. */
  update(wanted: number, yawRate: number, sec: number): void {
    const { gain, integralSec } = this.#gains;
    const maxIntegral = MAX_CORRECTION / gain;
    const sum = this.integral + ((wanted - yawRate) * sec) / integralSec;
    this.integral = Math.min(maxIntegral, Math.max(-maxIntegral, sum));
  }

  /** Yaw rate to add to that of the wheels, rad/s. */
  get correction(): number {
    return this.#gains.gain * this.integral;
  }

  /** Share of the acceleration that the drive may use at this yaw rate, 0 to 1. */
  ease(wanted: number, yawRate: number): number {
    const off = Math.abs(wanted - yawRate);
    return Math.min(1, Math.max(0, (EASE_TO - off) / (EASE_TO - EASE_FROM)));
  }

  forget(): void {
    this.integral = 0;
  }
}
