// Contacts of spheres after their bodies have moved within the step: gap, normal and lever arms of the touch that comes next
// (SweptSphere.ts, ContactArms.ts), as the contact law finds them at the start of a step. Contacts on planes keep their normal;
// contacts without a sphere, or of an omni wheel, keep theirs of the start of the step. Leaves out: turning of the other
// solid, heightfields.

import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import { writeNormal } from "../contact/ContactList.js";
import type { SphereContacts } from "../contact/SphereContacts.js";
import { SurfaceMotion } from "../contact/SurfaceMotion.js";
import { PLANE, type SweptSphere, UNKNOWN } from "../contact/SweptSphere.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { RowDrift } from "../mover/RowDrift.js";
import type { Blow } from "./Blow.js";
import type { ContactArms } from "./ContactArms.js";

/** Gap of a contact that is not reached, m. */
const FAR = 1;

export class MovedSpheres {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #spheres: SphereContacts;
  readonly #swept: SweptSphere;
  readonly #arms: ContactArms;
  readonly #blow: Blow;
  readonly #drift: RowDrift;
  readonly #motion: SurfaceMotion;
  readonly #body: Int32Array;
  readonly #isSphere: Uint8Array;
  /** Way of every degree of freedom until the touch. */
  readonly #moved: Float64Array;
  // the present contact
  #sphere = 0;
  #other = 0;
  /** The sphere is the second geom. */
  #isSecond = false;
  #triangle = 0;

  constructor(c: CompiledModel, { table, notes, early, drift }: ContactTools, arms: ContactArms, blow: Blow) {
    this.#c = c;
    this.#table = table;
    this.#notes = notes;
    this.#spheres = early.spheres;
    this.#swept = early.swept;
    this.#arms = arms;
    this.#drift = drift;
    this.#blow = blow;
    this.#motion = new SurfaceMotion(c);
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#isSphere = Uint8Array.from(c.layout.geoms, ({ solid }) => (solid.shape.kind === "Sphere" ? 1 : 0));
    this.#moved = new Float64Array(c.nv);
  }

  /**
   * Gives contact k the rows of its touch within `rest` seconds, if the degrees of freedom of the island have moved by `way`
   * and go on at `pace`. Returns its distance along the normal of that touch; NaN: it stays as it is.
   */
  follow(k: number, way: Float64Array, pace: Float64Array, rest: number): number {
    if (!this.#open(k)) return Number.NaN;
    this.#motion.seconds = this.#c.stepSec - rest;
    const isPlaced = this.#place(way);
    this.#motion.seconds = 1;
    if (!isPlaced) return Number.NaN;
    const s = this.#swept;
    const u = this.#measure(pace);
    if (!s.reach(u, rest) || !this.#spheres.admits(this.#other, this.#triangle)) return FAR;
    const time = s.time;
    const gap = s.gap - time * (s.normal(0) * u.x + s.normal(1) * u.y + s.normal(2) * u.z);
    for (const i of this.#blow.dofs) this.#moved[i] = way[i] + time * pace[i];
    this.#write(k);
    return gap;
  }

  /** False: the contact is not one of a sphere with a solid that can be swept. */
  #open(k: number): boolean {
    const { contactI, contactFields: at, views } = this.#c;
    const { geom1, geom2, pair } = this.#notes;
    const [g1, g2] = [geom1[k], geom2[k]];
    const isSphere = this.#isSphere;
    if (!(isSphere[g1] || isSphere[g2]) || this.#table.values[pair[k] + PAIR.friction2] >= 0) return false;
    // of two spheres, the lighter one
    const w = views.body_invweight0;
    const second = isSphere[g1] && isSphere[g2] ? w[2 * this.#body[g2]] >= w[2 * this.#body[g1]] : isSphere[g2] === 1;
    this.#isSecond = second;
    this.#sphere = second ? g2 : g1;
    this.#other = second ? g1 : g2;
    this.#triangle = contactI[k * (at.bytes >> 2) + at.elem + (second ? 0 : 1)];
    const { kind, surfaces } = this.#swept;
    return kind[this.#other] !== UNKNOWN && kind[this.#other] !== PLANE && !surfaces.isField(this.#other);
  }

  /** Motion of the sphere relative to the other solid. */
  #measure(speeds: Float64Array): SurfaceMotion {
    const { geom_xpos: p } = this.#c.views;
    const at = 3 * this.#sphere;
    this.#motion.measure(this.#sphere, this.#other, p[at], p[at + 1], p[at + 2], speeds);
    return this.#motion;
  }

  /** Puts the sphere where it is now, seen from the other solid; false: its centre is inside. */
  #place(way: Float64Array): boolean {
    const { x, y, z } = this.#measure(way);
    return this.#swept.begin(this.#sphere, this.#other, this.#triangle) && this.#swept.move(x, y, z);
  }

  /** Frame, point and rows of contact k. */
  #write(k: number): void {
    const { contactF: f, contactFields: at, views } = this.#c;
    const s = this.#swept;
    const frame = k * (at.bytes >> 3) + at.frame;
    const pos = k * (at.bytes >> 3) + at.pos;
    const n = [s.normal(0), s.normal(1), s.normal(2)];
    const sign = this.#isSecond ? 1 : -1;
    const before = f.slice(frame, frame + 9);
    writeNormal(f, frame, sign * n[0], sign * n[1], sign * n[2]);
    this.#blow.turn(k, before, f.subarray(frame, frame + 9));
    const d = this.#motion;
    d.measureOne(this.#sphere, 0, 0, 0, this.#moved);
    for (let i = 0; i < 3; i++) f[pos + i] = views.geom_xpos[3 * this.#sphere + i] - s.radiusOf(this.#sphere) * n[i];
    const point = [f[pos] + d.x, f[pos + 1] + d.y, f[pos + 2] + d.z];
    this.#arms.write(k, true, point, this.#moved, 1);
    this.#arms.write(k, false, point, this.#moved, 1);
    this.#drift.measure(k);
  }
}
