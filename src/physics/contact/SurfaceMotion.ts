// Velocity of the surfaces of two solids towards each other. With the motion axes of the joints, c (axis and velocity at
// the centre of mass of the tree), a body moves with  w = sum c_w v,  and its point x with  sum c_v v + w x (x - centre).
// Spin about the axis of a round solid moves no surface and does not count.

import type { CompiledModel } from "../model/CompiledModel.js";

export const FLAT = 0;
export const ROUND = 1;
/** Round about its own z axis only. */
const ROUND_ABOUT_AXIS = 2;

export class SurfaceMotion {
  /** Result: velocity, m/s. */
  x = 0;
  y = 0;
  z = 0;
  readonly #c: CompiledModel;
  readonly #body: Int32Array;
  readonly #round: Uint8Array;
  readonly #parent: Int32Array;
  readonly #root: Int32Array;
  readonly #firstDof: Int32Array;
  readonly #dofCount: Int32Array;

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#round = Uint8Array.from(c.layout.geoms, ({ solid }) => roundnessOf(solid.shape.kind));
    this.#parent = Int32Array.from(c.model.body_parentid as Int32Array);
    this.#root = Int32Array.from(c.model.body_rootid as Int32Array);
    this.#firstDof = Int32Array.from(c.model.body_dofadr as Int32Array);
    this.#dofCount = Int32Array.from(c.model.body_dofnum as Int32Array);
  }

  /** Sets the velocity of `geom` relative to `other`, both at the point. */
  measure(geom: number, other: number, px: number, py: number, pz: number): void {
    this.x = this.y = this.z = 0;
    this.#add(geom, 1, px, py, pz);
    this.#add(other, -1, px, py, pz);
  }

  #add(geom: number, sign: number, px: number, py: number, pz: number): void {
    const body = this.#body[geom];
    if (body === 0) return;
    const { cdof, qvel, subtree_com: com, geom_xpos: p, geom_xmat: m } = this.#c.views;
    let [wx, wy, wz, vx, vy, vz] = [0, 0, 0, 0, 0, 0];
    for (let b = body; b > 0; b = this.#parent[b]) {
      const end = this.#firstDof[b] + this.#dofCount[b];
      for (let d = this.#firstDof[b]; d < end; d++) {
        const v = qvel[d];
        wx += cdof[6 * d] * v;
        wy += cdof[6 * d + 1] * v;
        wz += cdof[6 * d + 2] * v;
        vx += cdof[6 * d + 3] * v;
        vy += cdof[6 * d + 4] * v;
        vz += cdof[6 * d + 5] * v;
      }
    }
    const g = 3 * geom;
    const r = 3 * this.#root[body];
    const round = this.#round[geom];
    // a sphere moves as its centre does
    let [x, y, z] =
      round === ROUND
        ? [p[g] - com[r], p[g + 1] - com[r + 1], p[g + 2] - com[r + 2]]
        : [px - com[r], py - com[r + 1], pz - com[r + 2]];
    vx += wy * z - wz * y;
    vy += wz * x - wx * z;
    vz += wx * y - wy * x;
    if (round === ROUND_ABOUT_AXIS) {
      const [ax, ay, az] = [m[3 * g + 2], m[3 * g + 5], m[3 * g + 8]];
      const spin = wx * ax + wy * ay + wz * az;
      [x, y, z] = [px - p[g], py - p[g + 1], pz - p[g + 2]];
      vx -= spin * (ay * z - az * y);
      vy -= spin * (az * x - ax * z);
      vz -= spin * (ax * y - ay * x);
    }
    this.x += sign * vx;
    this.y += sign * vy;
    this.z += sign * vz;
  }
}

function roundnessOf(kind: string): number {
  if (kind === "Sphere") return ROUND;
  return kind === "Cylinder" || kind === "CappedCylinder" ? ROUND_ABOUT_AXIS : FLAT;
}
