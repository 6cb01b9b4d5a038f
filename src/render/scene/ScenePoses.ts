// Where the bodies of a scene are, read in one go into one array: x y z qx qy qz qw for each, of the centre of mass. Keeps
// what was told last and says which bodies have moved since by more than can be told; reading changes nothing.

import { BodyPoses, POSE_SIZE } from "../../physics/BodyPoses.js";
import type { Physics } from "../../physics/Physics.js";

export { POSE_SIZE } from "../../physics/BodyPoses.js";

/** Less than this is not told, m. */
export const POSITION_QUANTUM = 1e-4;
/** Of the numbers of a turning: what int16 can say. */
export const TURNING_QUANTUM = 1 / 32767;

export interface PosedBody {
  readonly id: number;
  readonly entity: string;
  readonly body: string;
}

export class ScenePoses {
  readonly #physics: Physics;
  #bodies: readonly PosedBody[] = [];
  #sent = new Float32Array(0);
  /** Numbers of those that moved at the last reading. */
  #moved = new Uint32Array(0);
  #movedCount = 0;
  #poses: BodyPoses;
  /** The bodies have not been read yet. */
  #isNew = true;

  constructor(physics: Physics) {
    this.#physics = physics;
    this.#poses = new BodyPoses(physics, []);
  }

  /** In place of those before; of those that were there already it stays known what was told. */
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
  /** As told last, body after body. */
  get poses(): Float32Array {
    return this.#sent;
  }
  /** Which ones moved at the last reading, by their place in `bodies`. */
  get moved(): Uint32Array {
    return this.#moved.subarray(0, this.#movedCount);
  }

  /** Looks where everybody is; gives how many have moved. */
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

  /** Static bodies whose pose has not been told yet. */
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

/** NaN, for what was never told, is near nothing. */
const isNear = (sent: number, now: number, quantum: number): boolean => Math.abs(sent - now) <= quantum;
