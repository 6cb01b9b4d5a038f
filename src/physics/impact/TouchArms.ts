// Lever arms at the touch. A contact that is found before the touch has one point, on the surface of the lighter side, and the
// kernel takes the lever arms of both sides from it. Until the touch the lighter side moves on by u t, and the axes of the
// joints that carry the heavier side move too: their arms are those of the touch (ContactArms.ts). Without this, balls that meet
// obliquely give each other spin without friction, and a ball that meets the bar of a dribbler turns it by an arm that
// depends on the phase of the step.

import type { ContactNotes } from "../contact/ContactLaw.js";
import { SurfaceMotion } from "../contact/SurfaceMotion.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { rowDot } from "./Blow.js";
import type { ContactArms } from "./ContactArms.js";

/** Closer contacts are left alone, m. */
const TOUCHING = 1e-4;
/** Later touches than these steps are left alone. */
const REACH = 1.25;

export class TouchArms {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #arms: ContactArms;
  readonly #motion: SurfaceMotion;
  readonly #body: Int32Array;

  constructor(c: CompiledModel, notes: ContactNotes, arms: ContactArms) {
    this.#c = c;
    this.#notes = notes;
    this.#arms = arms;
    this.#motion = new SurfaceMotion(c);
    // a mover has no lever arm, as what is static
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId, driven }) => (driven ? 0 : bodyId));
  }

  /** When the rows are made. */
  apply(): void {
    const { contactF, contactI, contactFields: at } = this.#c;
    const { geom1, geom2, count } = this.#notes;
    const wide = at.bytes >> 3;
    const body = this.#body;
    for (let k = 0; k < count; k++) {
      if (contactF[k * wide + at.dist] < TOUCHING || body[geom1[k]] === 0 || body[geom2[k]] === 0) continue;
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      if (row >= 0) this.#move(k, row);
    }
  }

  #move(k: number, row: number): void {
    const c = this.#c;
    const { body_invweight0: w, qvel } = c.views;
    const { geom1, geom2 } = this.#notes;
    const { contactF: f, contactFields: at } = c;
    const fk = k * (at.bytes >> 3);
    const speed = rowDot(c.rows(), row, qvel);
    const time = f[fk + at.dist] / -speed;
    if (!(speed < 0) || time > REACH * c.stepSec) return;
    const second = w[2 * this.#body[geom2[k]]] >= w[2 * this.#body[geom1[k]]];
    const [x, y, z] = [f[fk + at.pos], f[fk + at.pos + 1], f[fk + at.pos + 2]];
    const u = this.#motion;
    u.measureOne(second ? geom2[k] : geom1[k], x, y, z);
    this.#arms.write(k, !second, [x + time * u.x, y + time * u.y, z + time * u.z], qvel, time);
    const dim = Math.min(c.contactI[k * (at.bytes >> 2) + at.dim], 3);
    for (let i = 0; i < dim; i++) c.kernel.code.updateSpeed(row + i);
  }
}
