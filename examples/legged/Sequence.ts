// A motion as a list of poses with the time to reach each of them. Joints move evenly from pose to pose.

import type { RobotClient } from "../../src/client/index.js";
import type { Pose } from "./Pose.js";
import { FRAME, type Servos } from "./Servos.js";

export interface Key {
  readonly pose: Pose;
  readonly seconds: number;
}

export class Sequence {
  readonly #keys: readonly Key[];
  #index = 0;
  /** Time left of the present key, s. */
  #left: number;

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
    this.#left = keys[0]?.seconds ?? 0;
  }

  get isOver(): boolean {
    return this.#index >= this.#keys.length;
  }

  /** Moves on by one frame. */
  step(robot: RobotClient, servos: Servos): void {
    if (this.isOver) return;
    servos.move(robot, this.#keys[this.#index].pose, Math.max(FRAME, this.#left));
    this.#left -= FRAME;
    if (this.#left > FRAME / 2) return;
    this.#index++;
    this.#left = this.#keys[this.#index]?.seconds ?? 0;
  }
}
