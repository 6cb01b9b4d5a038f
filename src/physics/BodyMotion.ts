// Pose and velocity of one body, for sensors that read in every step: a few array reads. Kinematics are current after every
// step, move, join and restore, so positions and the columns cdof of the degrees of freedom are current. Velocities follow
// from cdof and qvel:
//   (w, v0) = Σ cdof_i qvel_i    over the degrees of freedom that move the body, v0 at the centre of mass C of its tree
//   v(p) = v0 + w x (p - C)
// The body is looked up once per compiled model. A static body has the placement of its entity, and the centre 0 0 0.

import type { Pose } from "../math/Pose.js";
import type { Quat } from "../math/Quat.js";
import { type Vec3, ZERO } from "../math/Vec3.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS, type LiveModel } from "./state/LiveModel.js";

export class BodyMotion {
  readonly #live: LiveModel;
  readonly #entity: string;
  readonly #body: string;
  #c: CompiledModel | undefined;
  #id = 0;
  #rootId = 0;
  /** Degrees of freedom that move the body. */
  #dofs = new Int32Array(0);
  /** Result of `#sum`: (w, v0). */
  readonly #twist = new Float64Array(6);
  #treeCenters: Float64Array = new Float64Array(0);
  #placement: Pose | undefined;
  #center: Vec3 = ZERO;

  constructor(physics: Physics, entity: string, body: string) {
    this.#live = physics[INTERNALS];
    this.#entity = entity;
    this.#body = body;
    this.#find();
  }

  /** Centre of mass in model space. */
  get center(): Vec3 {
    this.#find();
    return this.#center;
  }

  /** Position of the centre of mass, in the world. */
  position(): Vec3 {
    const { xpos } = this.#find().views;
    if (this.#placement) return this.#placement.position;
    const at = 3 * this.#id;
    return [xpos[at], xpos[at + 1], xpos[at + 2]];
  }

  /** Orientation of the model space in the world. */
  orientation(): Quat {
    const { xquat } = this.#find().views;
    if (this.#placement) return this.#placement.orientation;
    const at = 4 * this.#id;
    return [xquat[at + 1], xquat[at + 2], xquat[at + 3], xquat[at]];
  }

  /** rad/s, in the world. */
  angularVelocity(): Vec3 {
    const c = this.#find();
    const driven = c.surfaces.velocityOf(this.#id, ZERO);
    if (driven) return driven.angular;
    const w = this.#sum(c);
    return [w[0], w[1], w[2]];
  }

  /** Angular velocity about the body's own z axis, rad/s. */
  ownTurn(): number {
    const compiled = this.#find();
    if (this.#placement) return 0;
    const { xquat } = compiled.views;
    const at = 4 * this.#id;
    const a = -xquat[at + 1];
    const b = -xquat[at + 2];
    const c = -xquat[at + 3];
    const { cdof, qvel } = compiled.views;
    const dofs = this.#dofs;
    let [x, y, z] = [0, 0, 0];
    for (let i = 0; i < dofs.length; i++) {
      const dof = dofs[i];
      const speed = qvel[dof];
      x += cdof[6 * dof] * speed;
      y += cdof[6 * dof + 1] * speed;
      z += cdof[6 * dof + 2] * speed;
    }
    const turned = 2 * (a * y - b * x);
    return z + xquat[at] * turned + a * (2 * (c * x - a * z)) - b * (2 * (b * z - c * y));
  }

  /** Velocity of the point of the body that is at this world point, m/s. */
  velocityAt(point: Vec3): Vec3 {
    const c = this.#find();
    const driven = c.surfaces.velocityOf(this.#id, point);
    if (driven) return driven.linear;
    const t = this.#sum(c);
    const wx = t[0];
    const wy = t[1];
    const wz = t[2];
    const center = this.#centers(c);
    const at = 3 * this.#rootId;
    const x = point[0] - center[at];
    const y = point[1] - center[at + 1];
    const z = point[2] - center[at + 2];
    return [t[3] + wy * z - wz * y, t[4] + wz * x - wx * z, t[5] + wx * y - wy * x];
  }

  /** Σ cdof_i qvel_i. The next call overwrites the result. */
  #sum({ views: { cdof, qvel } }: CompiledModel): Float64Array {
    const [sum, dofs] = [this.#twist, this.#dofs];
    sum.fill(0);
    for (let i = 0; i < dofs.length; i++) {
      const dof = dofs[i];
      const at = 6 * dof;
      const speed = qvel[dof];
      for (let k = 0; k < 6; k++) sum[k] += cdof[at + k] * speed;
    }
    return sum;
  }

  /** The view becomes invalid when the engine's memory grows. */
  #centers(c: CompiledModel): Float64Array {
    if (this.#treeCenters.length === 0) this.#treeCenters = c.data.subtree_com as Float64Array;
    return this.#treeCenters;
  }

  /** Looks up the body if the model was compiled anew. */
  #find(): CompiledModel {
    const c = this.#live.compiled;
    if (c === this.#c) return c;
    const { bodyId } = this.#live.findBody(this.#entity, this.#body);
    const { tree, placement } = this.#live.layoutOf(this.#entity);
    this.#id = bodyId;
    this.#rootId = (c.model.body_rootid as Int32Array)[bodyId];
    this.#dofs = Int32Array.from(dofsOf(c, bodyId));
    this.#treeCenters = new Float64Array(0);
    this.#placement = bodyId === 0 ? placement : undefined;
    this.#center = tree?.bodies.find(({ name }) => name === this.#body)?.mass.center ?? ZERO;
    this.#c = c;
    return c;
  }
}

/** From the root to the body. */
function dofsOf(c: CompiledModel, bodyId: number): number[] {
  const parent = c.model.body_parentid as Int32Array;
  const first = c.model.body_dofadr as Int32Array;
  const count = c.model.body_dofnum as Int32Array;
  const dofs: number[] = [];
  for (let id = bodyId; id > 0; id = parent[id]) for (let k = count[id] - 1; k >= 0; k--) dofs.unshift(first[id] + k);
  return dofs;
}
