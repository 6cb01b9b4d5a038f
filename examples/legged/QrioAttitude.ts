// Which way is up for the QRIO's torso: the gyroscope turns the last answer, the accelerometer corrects it slowly. Roll is positive to
// the right, pitch forward, rad and rad/s.

import type { Frame } from "../../src/client/index.js";
import { asin, atan2 } from "../../src/math/Trigonometry.js";
import { addScaled, cross, normalize, sub, type Vec3 } from "../../src/math/Vec3.js";
import { within } from "./LegKinematics.js";

/** Time in which the accelerometer corrects the gyroscope, s. */
const MEMORY = 10;

export class QrioAttitude {
  /** Up, in the axes of the torso: forward, left, up. */
  #up: Vec3 = [0, 0, 1];
  #rates: Vec3 = [0, 0, 0];

  sense(frame: Frame, seconds: number): void {
    if (frame.isReset)
      [this.#up, this.#rates] = [
        [0, 0, 1],
        [0, 0, 0],
      ];
    this.#rates = meanOf(frame, "Gyroscope") ?? this.#rates;
    // a fixed direction turns backward in the axes of the torso
    let up = addScaled(this.#up, cross(this.#up, this.#rates), seconds);
    const force = meanOf(frame, "Accelerometer");
    if (force) up = addScaled(up, sub(normalize(force), up), seconds / MEMORY);
    this.#up = normalize(up);
  }

  get tilt(): readonly [roll: number, pitch: number] {
    return tiltOf(this.#up);
  }

  get rates(): readonly [roll: number, pitch: number, yaw: number] {
    return this.#rates;
  }

  get isUpright(): boolean {
    return this.#up[2] > 0.7;
  }
}

/** Mean of a sensor's samples in this frame; from its axes (right, forward, up) to forward, left, up. */
function meanOf(frame: Frame, sensor: string): Vec3 | undefined {
  const samples = frame.samples(sensor);
  if (samples.length === 0) return undefined;
  const mean = (i: number) => samples.reduce((sum, sample) => sum + sample[i], 0) / samples.length;
  return [mean(1), -mean(0), mean(2)];
}

/** By the direction of up in the axes of a body. */
export const tiltOf = ([x, y, z]: Vec3): readonly [roll: number, pitch: number] => [
  atan2(y, z),
  asin(within(-x, -1, 1)),
];
