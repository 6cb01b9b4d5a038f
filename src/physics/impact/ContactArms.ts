// Jacobian of a contact whose bodies have moved since the start of the step. With the motion axes of the joints, c (axis w and
// velocity at the centre of mass of the tree), the point p of a side moves with
//   sum of (c_v + w x (p - centre - d)) v
// where d is how far the axis of the joint has moved. Leaves out: turning of the axes within the step.

import { SurfaceMotion } from "../contact/SurfaceMotion.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";

export class ContactArms {
  readonly #c: CompiledModel;
  readonly #motion: SurfaceMotion;
  readonly #body: Int32Array;
  /** By body: the last degree of freedom that moves it; by degree of freedom: the one before it; -1: none. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;
  readonly #root: Int32Array;
  // by degree of freedom
  readonly #bodyOf: Int32Array;
  readonly #jointOf: Int32Array;

  constructor(c: CompiledModel) {
    const { model: m } = c;
    this.#c = c;
    this.#motion = new SurfaceMotion(c);
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#before = Int32Array.from(m.dof_parentid as Int32Array);
    this.#root = Int32Array.from(m.body_rootid as Int32Array);
    this.#bodyOf = Int32Array.from(m.dof_bodyid as Int32Array);
    this.#jointOf = Int32Array.from(m.dof_jntid as Int32Array);
    const [weld, first, count] = [m.body_weldid, m.body_dofadr, m.body_dofnum] as Int32Array[];
    this.#last = Int32Array.from(weld, (b) => (count[b] === 0 ? -1 : first[b] + count[b] - 1));
  }

  /**
   * Writes the columns of one side of contact k, the second one or the first, at the point `p`. Every degree of freedom has moved
   * by `time` times its speed in `pace`.
   */
  write(k: number, isSecond: boolean, p: readonly number[], pace: Float64Array, time: number): void {
    const c = this.#c;
    const rows = c.rows();
    const { contactI, contactFields: at, views } = c;
    const record = k * (at.bytes >> 2);
    const [row, dim] = [contactI[record + at.efcAddress], contactI[record + at.dim]];
    const geom = contactI[record + at.geom + (isSecond ? 1 : 0)];
    // a static mesh, which names no geom
    if (geom < 0) return;
    const body = this.#body[geom];
    const centre = 3 * this.#root[body];
    const d = this.#motion;
    let joint = -1;
    for (let dof = this.#last[body]; dof >= 0; dof = this.#before[dof]) {
      if (joint !== this.#jointOf[dof]) {
        joint = this.#jointOf[dof];
        d.measureBody(this.#bodyOf[dof], views.xanchor.subarray(3 * joint, 3 * joint + 3), pace);
      }
      const column = columnOf(rows, row, dof);
      if (column < 0) continue;
      const x = p[0] - views.subtree_com[centre] - time * d.x;
      const y = p[1] - views.subtree_com[centre + 1] - time * d.y;
      const z = p[2] - views.subtree_com[centre + 2] - time * d.z;
      const v = motionAt(views.cdof, dof, isSecond ? 1 : -1, x, y, z);
      const frame = k * (at.bytes >> 3) + at.frame;
      for (let q = 0; q < dim; q++)
        rows.J[rows.first[row + q] + column] = along(c.contactF, frame + 3 * (q % 3), v, q < 3 ? 0 : 3);
    }
  }
}

/** Place of a degree of freedom in the columns of a row; -1: it is not there, because it moves both sides. */
function columnOf({ columns, first, width }: Rows, row: number, dof: number): number {
  for (let i = 0; i < width[row]; i++) if (columns[first[row] + i] === dof) return i;
  return -1;
}

/** Velocity of a point and angular velocity for a unit speed. */
function motionAt(c: Float64Array, dof: number, sign: number, x: number, y: number, z: number): readonly number[] {
  const o = 6 * dof;
  const [wx, wy, wz] = [sign * c[o], sign * c[o + 1], sign * c[o + 2]];
  return [
    sign * c[o + 3] + (wy * z - wz * y),
    sign * c[o + 4] + (wz * x - wx * z),
    sign * c[o + 5] + (wx * y - wy * x),
    wx,
    wy,
    wz,
  ];
}

const along = (f: Float64Array, axis: number, v: readonly number[], from: number): number =>
  f[axis] * v[from] + f[axis + 1] * v[from + 1] + f[axis + 2] * v[from + 2];
