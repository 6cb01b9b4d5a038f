// Movers that meet more force than they may (E3). After a step, the force against a mover is the sum over its contacts of
// the force against the motion of the surface there. Above its limit the step is undone and done again, with the mover at rest;
// one that pushes then gets the share of its speed at which the force is its limit:
//   rate = (limit - f_0) / (f_1 - f_0),   f_1 at full speed, f_0 at rest
// So a mover never presses harder than its limit, and nothing is squeezed into anything.

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel } from "../model/CompiledModel.js";

/** Tries of one step. */
const MAX_TRIES = 3;
/** Forces that exceed the limit by less do not block, as a share. */
const SLACK = 1.01;

export class Blocking {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  /** Force at full speed of those that are blocked. */
  readonly #full = new Map<string, number>();
  #tries = 0;
  readonly rates = new Map<string, number>();

  constructor(c: CompiledModel, notes: ContactNotes) {
    this.#c = c;
    this.#notes = notes;
  }

  /** True: the step must be done again with `rates`. */
  look(): boolean {
    if (++this.#tries > MAX_TRIES) return false;
    let again = false;
    for (const mover of this.#c.surfaces.movers) {
      const { force: limit, blocked } = mover.path;
      if (!(limit < Number.MAX_VALUE)) continue;
      const tried = this.#full.get(mover.name);
      if (tried === undefined && !mover.moves) continue;
      if (tried === undefined) {
        const full = this.#forceOn(mover.geoms);
        if (full <= SLACK * limit) continue;
        this.#full.set(mover.name, full);
        this.rates.set(mover.name, 0);
        again = true;
      } else if (blocked === "push" && this.rates.get(mover.name) === 0) {
        const rest = this.#forceOn(mover.geoms);
        const rate = rest >= limit || tried <= rest ? 0 : (limit - rest) / (tried - rest);
        if (rate <= 0) continue;
        this.rates.set(mover.name, Math.min(rate, 1));
        again = true;
      }
    }
    return again;
  }

  /** Force against the motion of these geoms in the step that was done last, N. */
  #forceOn(geoms: readonly number[]): number {
    const { contactF: f, contactI: n, contactFields: at, surfaces } = this.#c;
    const { force } = this.#c.rows();
    const { geom1, geom2, count } = this.#notes;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const second = geoms.includes(geom2[k]);
      if (!second && !geoms.includes(geom1[k])) continue;
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      if (row < 0) continue;
      const [fk, dim] = [k * (at.bytes >> 3), n[k * (at.bytes >> 2) + at.dim]];
      surfaces.measureWanted(second ? geom2[k] : geom1[k], f[fk + at.pos], f[fk + at.pos + 1], f[fk + at.pos + 2]);
      const speed = Math.sqrt(surfaces.x * surfaces.x + surfaces.y * surfaces.y + surfaces.z * surfaces.z);
      if (speed === 0) continue;
      for (let q = 0; q < Math.min(dim, 3); q++) {
        const axis = fk + at.frame + 3 * q;
        const along = (f[axis] * surfaces.x + f[axis + 1] * surfaces.y + f[axis + 2] * surfaces.z) / speed;
        sum += (second ? -1 : 1) * force[row + q] * along;
      }
    }
    return sum;
  }
}
