// Share of moving surfaces in the speed of contact rows. A row measures the motion of the second body relative to the first by
// their degrees of freedom, which movers and belts do not have:
//   v = J qvel + drift,   drift = frame · (u_2 - u_1)
// with u the velocity of the surface at the contact. A belt moves along its surface: it adds nothing to the normal.

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel } from "../model/CompiledModel.js";

export class RowDrift {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  #drift = new Float64Array(256);
  /** Contacts with a moving surface in this step. */
  readonly contacts: number[] = [];

  constructor(c: CompiledModel, notes: ContactNotes) {
    this.#c = c;
    this.#notes = notes;
  }

  /** When the rows are made: adds the drift to their speeds. */
  apply(): void {
    this.contacts.length = 0;
    const { surfaces, contactI, contactFields: at } = this.#c;
    if (!surfaces.any) return;
    const { vel, count } = this.#c.rows();
    if (this.#drift.length < count) this.#drift = new Float64Array(2 * count);
    else this.#drift.fill(0);
    const { geom1, geom2 } = this.#notes;
    for (let k = 0; k < this.#notes.count; k++) {
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      if (row < 0 || !(surfaces.isMoving(geom1[k]) || surfaces.isMoving(geom2[k]))) continue;
      this.contacts.push(k);
      this.measure(k);
      const dim = contactI[k * (at.bytes >> 2) + at.dim];
      for (let q = 0; q < dim; q++) vel[row + q] += this.#drift[row + q];
    }
  }

  /** Drift of a row. */
  of(row: number): number {
    return this.contacts.length === 0 ? 0 : this.#drift[row];
  }

  /** Measures the drift of contact k again, when its point or frame has changed. */
  measure(k: number): void {
    const { contactI, contactFields: at } = this.#c;
    const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
    const dim = contactI[k * (at.bytes >> 2) + at.dim];
    if (this.contacts.length === 0) return;
    for (let q = 0; q < dim; q++) this.#drift[row + q] = 0;
    this.#add(k, this.#notes.geom1[k], -1);
    this.#add(k, this.#notes.geom2[k], 1);
  }

  #add(k: number, geom: number, sign: number): void {
    const { surfaces, contactF: f, contactI, contactFields: at } = this.#c;
    if (!surfaces.isMoving(geom)) return;
    const [fk, nk] = [k * (at.bytes >> 3), k * (at.bytes >> 2)];
    const [row, dim, frame] = [contactI[nk + at.efcAddress], contactI[nk + at.dim], fk + at.frame];
    const d = this.#drift;
    surfaces.measure(geom, f[fk + at.pos], f[fk + at.pos + 1], f[fk + at.pos + 2]);
    for (let q = 0; q < Math.min(dim, 3); q++) d[row + q] += sign * along(f, frame + 3 * q, surfaces);
    if (surfaces.hasBelt(geom)) {
      surfaces.measureBelt(geom);
      for (let q = 1; q < Math.min(dim, 3); q++) d[row + q] += sign * along(f, frame + 3 * q, surfaces);
    }
    const [x, y, z] = surfaces.spinOf(geom);
    for (let q = 3; q < dim; q++) d[row + q] += sign * along(f, frame + 3 * (q - 3), { x, y, z });
  }
}

interface Velocity {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const along = (f: Float64Array, axis: number, v: Velocity): number =>
  f[axis] * v.x + f[axis + 1] * v.y + f[axis + 2] * v.z;
