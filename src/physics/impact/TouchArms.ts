// Lever arms at the touch. A contact that is found before the touch has one point, on the surface of the lighter side, and the
// engine takes the lever arms of both sides from it. Until the touch the lighter side moves on, relative to the heavier one, by
// u t: the arm of the heavier side grows by that. Without this, balls that meet obliquely give each other spin without
// friction. For heavier sides that are the root of a free entity; u does not include their turning within the step.

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { rowDot } from "./Blow.js";

/** Closer contacts are left alone, m. */
const TOUCHING = 1e-4;
/** Later touches than these steps are left alone. */
const REACH = 1.25;

export class TouchArms {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #body: Int32Array;
  /** By geom: first speed of its own free joint; -1: its body has none. */
  readonly #dof: Int32Array;
  /** By geom: 1: a sphere, whose spin does not move its surface. */
  readonly #isRound: Uint8Array;

  constructor(c: CompiledModel, notes: ContactNotes) {
    this.#c = c;
    this.#notes = notes;
    const { geoms } = c.layout;
    const firstJoint = c.model.body_jntadr as Int32Array;
    this.#body = Int32Array.from(geoms, ({ bodyId }) => bodyId);
    this.#isRound = Uint8Array.from(geoms, ({ solid }) => (solid.shape.kind === "Sphere" ? 1 : 0));
    this.#dof = Int32Array.from(geoms, ({ bodyId }) => {
      const joint = bodyId === 0 ? -1 : firstJoint[bodyId];
      return joint >= 0 && c.views.jnt_type[joint] === 0 ? c.views.jnt_dofadr[joint] : -1;
    });
  }

  /** When the rows are made. */
  apply(): void {
    const { contactF, contactI, contactFields: at } = this.#c;
    const { geom1, geom2, count } = this.#notes;
    const wide = at.bytes >> 3;
    const dof = this.#dof;
    for (let k = 0; k < count; k++) {
      if (contactF[k * wide + at.dist] < TOUCHING || dof[geom1[k]] < 0 || dof[geom2[k]] < 0) continue;
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      if (row >= 0) this.#move(k, row);
    }
  }

  #move(k: number, row: number): void {
    const c = this.#c;
    const rows = c.rows();
    const { body_invweight0: w, qvel: v } = c.views;
    const { geom1, geom2 } = this.#notes;
    const { contactF: f, contactFields: at } = c;
    const fk = k * (at.bytes >> 3);
    const speed = rowDot(rows, row, v);
    const time = f[fk + at.dist] / -speed;
    if (!(speed < 0) || time > REACH * c.stepSec) return;
    const second = w[2 * this.#body[geom2[k]]] >= w[2 * this.#body[geom1[k]]];
    const [light, heavy] = second ? [geom2[k], geom1[k]] : [geom1[k], geom2[k]];
    const [ux, uy, uz] = this.#velocityOf(light, fk + at.pos);
    const o = this.#dof[heavy];
    const way = [time * (ux - v[o]), time * (uy - v[o + 1]), time * (uz - v[o + 2])];
    const dim = Math.min(c.contactI[k * (at.bytes >> 2) + at.dim], 3);
    for (let i = 0; i < dim; i++) {
      this.#turn(rows, row + i, fk + at.frame + 3 * i, heavy, way, second ? -1 : 1);
      c.kernel.code.updateSpeed(row + i);
    }
  }

  /** Of the point of a solid at `pos`. */
  #velocityOf(geom: number, pos: number): [number, number, number] {
    const { contactF: f } = this.#c;
    const { qvel: v, xpos, xmat } = this.#c.views;
    const d = this.#dof[geom];
    if (this.#isRound[geom]) return [v[d], v[d + 1], v[d + 2]];
    const b = this.#body[geom];
    const m = 9 * b;
    const [x, y, z] = [f[pos] - xpos[3 * b], f[pos + 1] - xpos[3 * b + 1], f[pos + 2] - xpos[3 * b + 2]];
    const wx = xmat[m] * v[d + 3] + xmat[m + 1] * v[d + 4] + xmat[m + 2] * v[d + 5];
    const wy = xmat[m + 3] * v[d + 3] + xmat[m + 4] * v[d + 4] + xmat[m + 5] * v[d + 5];
    const wz = xmat[m + 6] * v[d + 3] + xmat[m + 7] * v[d + 4] + xmat[m + 8] * v[d + 5];
    return [v[d] + wy * z - wz * y, v[d + 1] + wz * x - wx * z, v[d + 2] + wx * y - wy * x];
  }

  /** Adds way x direction, in the body's axes, to the turning columns of the row. */
  #turn(rows: Rows, row: number, direction: number, geom: number, way: readonly number[], sign: number): void {
    const { contactF: f, views } = this.#c;
    const { J, columns, first, width } = rows;
    const [dx, dy, dz] = [f[direction], f[direction + 1], f[direction + 2]];
    const tx = way[1] * dz - way[2] * dy;
    const ty = way[2] * dx - way[0] * dz;
    const tz = way[0] * dy - way[1] * dx;
    const m = 9 * this.#body[geom];
    const from = this.#dof[geom] + 3;
    for (let i = first[row]; i < first[row] + width[row]; i++) {
      const axis = columns[i] - from;
      if (axis < 0 || axis > 2) continue;
      J[i] += sign * (views.xmat[m + axis] * tx + views.xmat[m + 3 + axis] * ty + views.xmat[m + 6 + axis] * tz);
    }
  }
}
