// The moves that the user of this page has made, so that they can be taken back: which body, and where it was before.

import type { BodyPose } from "./Store.js";

const MAX = 50;

export interface PastMove {
  /** ENTITY/BODY. */
  readonly path: string;
  /** x y z, qx qy qz qw. */
  readonly pose: BodyPose;
}

export class MoveHistory {
  #moves: readonly PastMove[] = [];

  get count(): number {
    return this.#moves.length;
  }

  note(path: string, pose: BodyPose): void {
    this.#moves = [...this.#moves, { path, pose: pose.slice() }].slice(-MAX);
  }

  /** The last move, which is forgotten. */
  take(): PastMove | undefined {
    const last = this.#moves.at(-1);
    this.#moves = this.#moves.slice(0, -1);
    return last;
  }

  clear(): void {
    this.#moves = [];
  }
}
