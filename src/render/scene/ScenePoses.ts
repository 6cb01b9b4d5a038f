// Poses of all bodies of a scene in one array: x y z qx qy qz qw of each centre of mass. Keeps the poses sent last and
// finds the bodies that have since moved by more than the resolution of the view protocol. Reading changes nothing.

import { BodyPoses, POSE_SIZE } from "../../physics/BodyPoses.js";
import type { Physics } from "../../physics/Physics.js";

export { POSE_SIZE } from "../../physics/BodyPoses.js";

/** Smaller changes of a position are not sent, m. */
export const POSITION_QUANTUM = 1e-4;
/** Resolution of quaternion components: int16. */
const TURNING_QUANTUM = 1 / 32767;

export interface PosedBody {
  readonly id: number;
  readonly entity: string;
  readonly body: string;
}

export class ScenePoses {
  readonly #physics: Physics;
  #bodies: readonly PosedBody[] = [];
  #sent = new Float32Array(0);
  /** Indices of the bodies that moved at the last read. */
  #moved = new Uint32Array(0);
  #movedCount = 0;
  #poses: BodyPoses;
  /** True until the first read after setBodies. */
  #isNew = true;

  constructor(physics: Physics) {
    this.#physics = physics;
    this.#poses = new BodyPoses(physics, []);
  }

  /** Replaces the bodies. Bodies that stay keep their last sent pose. */
  setBodies(bodies: readonly PosedBody[]): void {
    const before = new Map(this.#bodies.map(({ id, entity, body }, i) => [`${id} ${entity}/${body}`, i]));
    const sent = new Float32Array(POSE_SIZE * bodies.length).fill(Number.NaN);
    bodies.forEach(({ id, entity, body }, i) => {
      const old = before.get(`${id} ${entity}/${body}`);
      if (old !== undefined) sent.set(this.#sent.subarray(POSE_SIZE * old, POSE_SIZE * (old + 1)), POSE_SIZE * i);
    });
    this.#bodies = bodies;
    this.#sent = sent;
    this.#moved = new Uint32Array(bodies.length);
    this.#movedCount = 0;
    this.#poses = new BodyPoses(this.#physics, bodies);
    this.#isNew = true;
  }

  get bodies(): readonly PosedBody[] {
    return this.#bodies;
  }
  /** The poses sent last, in the order of `bodies`. */
  get poses(): Float32Array {
    return this.#sent;
  }
  /** Indices into `bodies` of those that moved at the last read. */
  get moved(): Uint32Array {
    return this.#moved.subarray(0, this.#movedCount);
  }

  /** Reads the current poses; returns how many bodies have moved. */
  read(): number {
    const poses = this.#poses;
    const now = poses.read();
    const sent = this.#sent;
    const bodies = this.#bodies.length;
    let count = 0;
    for (let i = 0; i < bodies; i++) {
      const at = POSE_SIZE * i;
      if (poses.isStatic(i)) continue;
      if (
        isNear(sent[at], now[at], POSITION_QUANTUM) &&
        isNear(sent[at + 1], now[at + 1], POSITION_QUANTUM) &&
        isNear(sent[at + 2], now[at + 2], POSITION_QUANTUM) &&
        isNear(sent[at + 3], now[at + 3], TURNING_QUANTUM) &&
        isNear(sent[at + 4], now[at + 4], TURNING_QUANTUM) &&
        isNear(sent[at + 5], now[at + 5], TURNING_QUANTUM) &&
        isNear(sent[at + 6], now[at + 6], TURNING_QUANTUM)
      )
        continue;
      for (let k = 0; k < POSE_SIZE; k++) sent[at + k] = now[at + k];
      this.#moved[count++] = i;
    }
    this.#movedCount = this.#isNew ? this.#addStatic(count, now) : count;
    this.#isNew = false;
    return this.#movedCount;
  }

  /** Adds static bodies whose pose has not been sent yet. */
  #addStatic(moved: number, now: Float64Array): number {
    let count = moved;
    for (let i = 0; i < this.#bodies.length; i++) {
      const at = POSE_SIZE * i;
      if (!this.#poses.isStatic(i) || !Number.isNaN(this.#sent[at])) continue;
      this.#sent.set(now.subarray(at, at + POSE_SIZE), at);
      this.#moved[count++] = i;
    }
    return count;
  }
}

/** NaN marks a pose that was never sent: it differs from every pose. */
const isNear = (sent: number, now: number, quantum: number): boolean => Math.abs(sent - now) <= quantum;
