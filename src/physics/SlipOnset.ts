// Slip that starts within the step: a kick, a push or a blow passed on by a neighbour. The row law only knows the slip
// from before the step and asks such a contact to stand still. In the engine's convex cone the contact then trades slip
// for lift: a crate pushed to 2 m/s would jump at 1.1 m/s. So after solving we look for contacts that press and yet
// fly apart. Where one is found, its friction rows are made so soft that at its slip s they give just what friction can,
//   f_t = s / R_t = mu N,
// which the cone leaves alone, and the world is solved again. N is what is left of the normal force without the lift.

import type { CompiledModel } from "./CompiledModel.js";
import type { ContactJacobian } from "./ContactJacobian.js";
import type { ContactNotes } from "./ContactLaw.js";

/** Lift beyond what the row law itself may leave over, for each unit of friction, m/s². */
const SUDDEN = 250;
/** Lift, or speed that a contact's force gives, below which nothing needs mending, m/s. */
const LEFT_OVER = 0.01;
const MOST_ROUNDS = 4;
/** Accelerations below this cannot make anything slip suddenly (m/s² or rad/s²). */
const LIVELY = 100;
/** At least this share of the normal force is believed. */
const LEAST_SHARE = 0.02;

export class SlipOnset {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #jacobian: ContactJacobian;
  readonly #geomBody: Int32Array;
  readonly #geomTree: Int32Array;
  readonly #livelyTree: Uint8Array;
  #softened = new Uint8Array(256);

  constructor(c: CompiledModel, notes: ContactNotes, jacobian: ContactJacobian) {
    this.#c = c;
    this.#notes = notes;
    this.#jacobian = jacobian;
    this.#geomBody = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => c.views.body_treeid[bodyId]);
    this.#livelyTree = new Uint8Array(c.model.ntree as number);
  }

  /** After the solver has run: solves again as long as somebody slips suddenly. */
  apply(): void {
    const { model, data } = this.#c;
    const { mj } = this.#c.engine;
    if (!this.#findLively()) return;
    if (this.#softened.length < this.#notes.count) this.#softened = new Uint8Array(2 * this.#notes.count);
    this.#softened.fill(0);
    for (let round = 0; round < MOST_ROUNDS && this.#soften(); round++) {
      mj.mj_island(model, data);
      mj.mj_fwdConstraint(model, data);
    }
  }

  #findLively(): boolean {
    const { qacc, dof_treeid } = this.#c.views;
    const lively = this.#livelyTree;
    // the last tree is the sentinel's
    const count = lively.length - 1;
    let any = false;
    lively.fill(0);
    for (let i = 0; i < qacc.length; i++) {
      if (qacc[i] < LIVELY && qacc[i] > -LIVELY) continue;
      const tree = dof_treeid[i];
      if (tree >= count) continue;
      lively[tree] = 1;
      any = true;
    }
    return any;
  }

  /** Makes all contacts softer that slip suddenly; false: there are none. */
  #soften(): boolean {
    const { contactF: f, contactI: n, contactFields: at, data: d } = this.#c;
    const force = d.efc_force as Float64Array;
    const { aref } = this.#c.rows();
    const leftOver = LEFT_OVER / this.#c.stepSec;
    let any = false;
    this.#jacobian.look();
    for (let k = 0; k < this.#notes.count; k++) {
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      const dim = n[k * (at.bytes >> 2) + at.dim];
      if (row < 0 || dim < 3 || !this.#isLively(k) || force[row] * this.#inverseMass(k) < leftOver) continue;
      const lift = this.#jacobian.acceleration(row) - aref[row];
      if (lift < (this.#softened[k] ? leftOver : SUDDEN * f[k * (at.bytes >> 3) + at.friction])) continue;
      this.#softened[k] = 1;
      this.#softenOne(k, row, dim, lift);
      any = true;
    }
    return any;
  }

  #softenOne(k: number, row: number, dim: number, lift: number): void {
    const { contactF: f, contactFields: at, data: d } = this.#c;
    const { aref, R, D } = this.#c.rows();
    const record = k * (at.bytes >> 3);
    const s1 = this.#jacobian.acceleration(row + 1) - aref[row + 1];
    const s2 = this.#jacobian.acceleration(row + 2) - aref[row + 2];
    const slip = Math.sqrt(s1 * s1 + s2 * s2);
    const mu = this.#jacobian.frictionAlong(record + at.friction, s1 / slip, s2 / slip);
    const pressed = (d.efc_force as Float64Array)[row];
    const normal = Math.max(LEAST_SHARE * pressed, pressed - lift / this.#jacobian.inverseMass(row, 1, 0, 0));
    // what was lost to the lift comes back to the slip
    const softness = (slip + mu * lift) / (mu * normal);
    const factor = Math.max(1, softness / R[row + 1]);
    for (let i = row + 1; i < row + dim; i++) {
      R[i] *= factor;
      D[i] = 1 / R[i];
    }
    f[record + at.mu] *= Math.sqrt(factor);
  }

  /** Roughly, and never too little: of the two bodies' middles. */
  #inverseMass(k: number): number {
    const w = this.#c.views.body_invweight0;
    return w[2 * this.#geomBody[this.#notes.geom1[k]]] + w[2 * this.#geomBody[this.#notes.geom2[k]]];
  }

  #isLively(k: number): boolean {
    const t1 = this.#geomTree[this.#notes.geom1[k]];
    const t2 = this.#geomTree[this.#notes.geom2[k]];
    return (t1 >= 0 && this.#livelyTree[t1] === 1) || (t2 >= 0 && this.#livelyTree[t2] === 1);
  }
}
