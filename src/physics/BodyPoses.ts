// Poses of many bodies in one array, for renderers and viewers: x y z qx qy qz qw of each, of the centre of mass. Places in
// the engine's memory are looked up once per compiled model. A static body has the placement of its entity.

import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** Numbers of one pose. */
export const POSE_SIZE = 7;

interface BodyName {
  readonly entity: string;
  readonly body: string;
}

export class BodyPoses {
  readonly #physics: Physics;
  readonly #bodies: readonly BodyName[];
  readonly #poses: Float64Array;
  /** Engine bodies; 0: static. */
  readonly #ids: Int32Array;
  #c: CompiledModel | undefined;

  constructor(physics: Physics, bodies: readonly BodyName[]) {
    this.#physics = physics;
    this.#bodies = bodies;
    this.#poses = new Float64Array(POSE_SIZE * bodies.length);
    this.#ids = new Int32Array(bodies.length);
  }

  /** Whether the body with this index is static. Valid after `read`. */
  isStatic(i: number): boolean {
    return this.#ids[i] === 0;
  }

  /** Present poses, body after body; the next call overwrites them. */
  read(): Float64Array {
    const { xpos, xquat } = this.#find().views;
    const poses = this.#poses;
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      if (id === 0) continue;
      const at = POSE_SIZE * i;
      const p = 3 * id;
      const q = 4 * id;
      poses[at] = xpos[p];
      poses[at + 1] = xpos[p + 1];
      poses[at + 2] = xpos[p + 2];
      poses[at + 3] = xquat[q + 1];
      poses[at + 4] = xquat[q + 2];
      poses[at + 5] = xquat[q + 3];
      poses[at + 6] = xquat[q];
    }
    return poses;
  }

  #find(): CompiledModel {
    const live = this.#physics[INTERNALS];
    const c = live.compiled;
    if (c === this.#c) return c;
    this.#bodies.forEach(({ entity, body }, i) => {
      const { bodyId } = live.findBody(entity, body);
      this.#ids[i] = bodyId;
      if (bodyId !== 0) return;
      const { position, orientation } = live.liveOf(entity).placement;
      this.#poses.set([...position, ...orientation], POSE_SIZE * i);
    });
    this.#c = c;
    return c;
  }
}
