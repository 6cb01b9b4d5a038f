// Where the bodies of a scene are, read in one go into one array: x y z qx qy qz qw for each, of the centre of mass. Keeps
// what was told last and says which bodies have moved since by more than can be told; reading changes nothing.

import { findBody } from "../../physics/Bodies.js";
import type { CompiledModel } from "../../physics/model/CompiledModel.js";
import type { Physics } from "../../physics/Physics.js";

/** Less than this is not told, m. */
export const POSITION_QUANTUM = 1e-4;
/** Of the numbers of a turning: what int16 can say. */
export const TURNING_QUANTUM = 1 / 32767;
/** Numbers of one pose. */
export const POSE_SIZE = 7;

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
  /** Engine's numbers; below 0: it is static. */
  #engineIds = new Int32Array(0);
  #c: CompiledModel | undefined;

  constructor(physics: Physics) {
    this.#physics = physics;
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
    this.#engineIds = new Int32Array(bodies.length);
    this.#c = undefined;
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
    const c = this.#find();
    const { xpos, xquat } = c.views;
    const sent = this.#sent;
    const ids = this.#engineIds;
    let count = 0;
    for (let i = 0; i < ids.length; i++) {
      const at = POSE_SIZE * i;
      const id = ids[i];
      // what is static was written where it was looked up
      if (id < 0) continue;
      const p = 3 * id;
      const q = 4 * id;
      if (
        isNear(sent[at], xpos[p], POSITION_QUANTUM) &&
        isNear(sent[at + 1], xpos[p + 1], POSITION_QUANTUM) &&
        isNear(sent[at + 2], xpos[p + 2], POSITION_QUANTUM) &&
        isNear(sent[at + 3], xquat[q + 1], TURNING_QUANTUM) &&
        isNear(sent[at + 4], xquat[q + 2], TURNING_QUANTUM) &&
        isNear(sent[at + 5], xquat[q + 3], TURNING_QUANTUM) &&
        isNear(sent[at + 6], xquat[q], TURNING_QUANTUM)
      )
        continue;
      sent[at] = xpos[p];
      sent[at + 1] = xpos[p + 1];
      sent[at + 2] = xpos[p + 2];
      sent[at + 3] = xquat[q + 1];
      sent[at + 4] = xquat[q + 2];
      sent[at + 5] = xquat[q + 3];
      sent[at + 6] = xquat[q];
      this.#moved[count++] = i;
    }
    this.#movedCount = this.#addStatic(count);
    return this.#movedCount;
  }

  /** Static bodies whose place has not been told yet. */
  #fresh: readonly number[] = [];

  #addStatic(count: number): number {
    for (const i of this.#fresh) this.#moved[count++] = i;
    this.#fresh = [];
    return count;
  }

  /** Engine's numbers anew where the model is another one. */
  #find(): CompiledModel {
    const c = this.#physics.compiled;
    if (c === this.#c) return c;
    const fresh: number[] = [];
    this.#bodies.forEach(({ entity, body }, i) => {
      const { bodyId } = findBody(this.#physics, entity, body);
      this.#engineIds[i] = bodyId === 0 ? -1 : bodyId;
      if (bodyId !== 0 || !Number.isNaN(this.#sent[POSE_SIZE * i])) return;
      const { position, orientation } = this.#physics.layoutOf(entity).placement;
      this.#sent.set([...position, ...orientation], POSE_SIZE * i);
      fresh.push(i);
    });
    this.#fresh = fresh;
    this.#c = c;
    return c;
  }
}

/** NaN, for what was never told, is near nothing. */
const isNear = (sent: number, now: number, quantum: number): boolean => Math.abs(sent - now) <= quantum;
