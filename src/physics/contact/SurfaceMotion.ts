// Velocity of the surfaces of two solids towards each other. With the motion axes of the joints, c (axis and velocity at
// the centre of mass of the tree), a body moves with  w = sum c_w v,  and its point x with  sum c_v v + w x (x - centre).
// Spin about the axis of a round solid moves no surface and does not count.

import type { Shape } from "../../describe/entity/Solid.js";
import type { CompiledModel } from "../model/CompiledModel.js";

export const FLAT = 0;
export const ROUND = 1;
/** Round about its own x, y or z axis only: ROUND_ABOUT + 0, 1 or 2. */
const ROUND_ABOUT = 2;

export class SurfaceMotion {
  /** Result: velocity, m/s. */
  x = 0;
  y = 0;
  z = 0;
  /** If the speeds are ways: the time that they took. Movers are no degrees of freedom. */
  seconds = 1;
  readonly #c: CompiledModel;
  readonly #body: Int32Array;
  readonly #round: Uint8Array;
  readonly #parent: Int32Array;
  readonly #root: Int32Array;
  readonly #firstDof: Int32Array;
  readonly #dofCount: Int32Array;
  readonly #twist = new Float64Array(6);

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#round = Uint8Array.from(c.layout.geoms, ({ solid }) => roundnessOf(solid.shape));
    this.#parent = Int32Array.from(c.model.body_parentid as Int32Array);
    this.#root = Int32Array.from(c.model.body_rootid as Int32Array);
    this.#firstDof = Int32Array.from(c.model.body_dofadr as Int32Array);
    this.#dofCount = Int32Array.from(c.model.body_dofnum as Int32Array);
  }

  /** Sets the velocity of `geom` relative to `other`, both at the point, with the speeds of the joints or others in their place. */
  measure(geom: number, other: number, px: number, py: number, pz: number, speeds = this.#c.views.qvel): void {
    this.x = this.y = this.z = 0;
    this.#add(geom, 1, px, py, pz, speeds);
    this.#add(other, -1, px, py, pz, speeds);
  }

  /** Sets the velocity of `geom` at the point. */
  measureOne(geom: number, px: number, py: number, pz: number, speeds = this.#c.views.qvel): void {
    this.x = this.y = this.z = 0;
    this.#add(geom, 1, px, py, pz, speeds);
  }

  /** Sets the velocity of a point of a body. */
  measureBody(body: number, point: Float64Array, speeds: Float64Array): void {
    const t = this.#twistOf(body, speeds);
    const com = this.#c.views.subtree_com;
    const r = 3 * this.#root[body];
    const [x, y, z] = [point[0] - com[r], point[1] - com[r + 1], point[2] - com[r + 2]];
    this.x = t[3] + (t[1] * z - t[2] * y);
    this.y = t[4] + (t[2] * x - t[0] * z);
    this.z = t[5] + (t[0] * y - t[1] * x);
  }

  #add(geom: number, sign: number, px: number, py: number, pz: number, speeds: Float64Array): void {
    const body = this.#body[geom];
    if (body === 0) return;
    const { surfaces } = this.#c;
    if (surfaces.isMover(geom)) {
      surfaces.measure(geom, px, py, pz);
      this.x += sign * this.seconds * surfaces.x;
      this.y += sign * this.seconds * surfaces.y;
      this.z += sign * this.seconds * surfaces.z;
      return;
    }
    const { subtree_com: com, geom_xpos: p, geom_xmat: m } = this.#c.views;
    const t = this.#twistOf(body, speeds);
    const [wx, wy, wz] = [t[0], t[1], t[2]];
    let [vx, vy, vz] = [t[3], t[4], t[5]];
    const g = 3 * geom;
    const r = 3 * this.#root[body];
    const round = this.#round[geom];
    // a sphere moves as its centre does
    let x = (round === ROUND ? p[g] : px) - com[r];
    let y = (round === ROUND ? p[g + 1] : py) - com[r + 1];
    let z = (round === ROUND ? p[g + 2] : pz) - com[r + 2];
    vx += wy * z - wz * y;
    vy += wz * x - wx * z;
    vz += wx * y - wy * x;
    if (round >= ROUND_ABOUT) {
      const axis = 3 * g + round - ROUND_ABOUT;
      const ax = m[axis];
      const ay = m[axis + 3];
      const az = m[axis + 6];
      const spin = wx * ax + wy * ay + wz * az;
      x = px - p[g];
      y = py - p[g + 1];
      z = pz - p[g + 2];
      vx -= spin * (ay * z - az * y);
      vy -= spin * (az * x - ax * z);
      vz -= spin * (ax * y - ay * x);
    }
    this.x += sign * vx;
    this.y += sign * vy;
    this.z += sign * vz;
  }

  /** Angular velocity of a body, and its velocity at the centre of mass of the tree. */
  #twistOf(body: number, speeds: Float64Array): Float64Array {
    const { cdof } = this.#c.views;
    const t = this.#twist;
    let [wx, wy, wz, vx, vy, vz] = [0, 0, 0, 0, 0, 0];
    for (let b = body; b > 0; b = this.#parent[b]) {
      const end = this.#firstDof[b] + this.#dofCount[b];
      for (let d = this.#firstDof[b]; d < end; d++) {
        const v = speeds[d];
        wx += cdof[6 * d] * v;
        wy += cdof[6 * d + 1] * v;
        wz += cdof[6 * d + 2] * v;
        vx += cdof[6 * d + 3] * v;
        vy += cdof[6 * d + 4] * v;
        vz += cdof[6 * d + 5] * v;
      }
    }
    t[0] = wx;
    t[1] = wy;
    t[2] = wz;
    t[3] = vx;
    t[4] = vy;
    t[5] = vz;
    return t;
  }
}

function roundnessOf(shape: Shape): number {
  if (shape.kind === "Sphere") return ROUND;
  if (shape.kind === "Cylinder" || shape.kind === "CappedCylinder") return ROUND_ABOUT + 2;
  if (shape.kind !== "Ellipsoid") return FLAT;
  const [x, y, z] = shape.size;
  if (x === y && y === z) return ROUND;
  return y === z ? ROUND_ABOUT : x === z ? ROUND_ABOUT + 1 : x === y ? ROUND_ABOUT + 2 : FLAT;
}
