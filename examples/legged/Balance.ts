// Which way is up, by the accelerometer alone, since the AIBO has no gyroscope: the mean direction of the force over a third of a
// second. Blows count no more than rest does.

import type { Frame } from "../../src/client/index.js";
import { FRAME } from "./AiboServos.js";

const MEMORY = 0.3;
/** A robot is fallen when its up axis leans further than this: cosine of the angle. */
const FALLEN = 0.6;

export type Posture = "upright" | "left" | "right" | "back" | "nose" | "tail";

export class Balance {
  /** Mean direction of the specific force: right, forward, up. */
  #mean: readonly [number, number, number] = [0, 0, 1];

  sense(frame: Frame): void {
    if (frame.isReset) this.#mean = [0, 0, 1];
    if (!frame.has("Accelerometer")) return;
    const now = frame.numbers("Accelerometer");
    const length = Math.sqrt(now[0] ** 2 + now[1] ** 2 + now[2] ** 2) || 1;
    const share = FRAME / MEMORY;
    const [x, y, z] = this.#mean.map((mean, i) => mean + share * (now[i] / length - mean));
    this.#mean = [x, y, z];
  }

  /** On which side it lies: "left" has its left side down. */
  get posture(): Posture {
    const [x, y, z] = this.#mean;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    if (z / length > FALLEN) return "upright";
    if (Math.abs(x) >= Math.abs(y) && Math.abs(x) >= Math.abs(z)) return x > 0 ? "left" : "right";
    if (Math.abs(y) >= Math.abs(z)) return y > 0 ? "tail" : "nose";
    return "back";
  }
}
