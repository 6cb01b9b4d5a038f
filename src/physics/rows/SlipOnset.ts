// Slip that starts within the step: a kick, a push, or an impact passed on by a neighbour. The row law knows only the slip
// before the step and targets zero slip. In the engine's convex cone the contact then trades slip for lift: a crate pushed to
// 2 m/s would jump at 1.1 m/s. So after the solver has run, contacts are searched that have a normal force and yet separate.
// Their friction rows are softened so that at slip s they give what friction can,
//   f_t = s / R_t = mu N,
// which is inside the cone, and the world is solved again. N is the normal force without the lift.
//
// Bounces have a stricter limit. Where a ball hits two solids at once (a groove, a corner), both target their rebound and
// friction wedges the ball between them: normal forces are many times those of one impact, each lifted by its slip. With
// A = J M⁻¹ Jᵀ and p the impulse, the work of the convex cone is  sum(e p_n |v_n|) - p A p / 2.  The wedge makes it positive:
// the ball would leave faster than it came.
//
// In the opposite case, a contact under heavy load, the target may be below what friction could give: targets that were
// capped (ContactRows.ts) and used less than the friction limit are raised.

import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { ContactJacobian } from "./ContactJacobian.js";
import type { ContactRows } from "./ContactRows.js";

/** Lift above what the row law itself may leave, per unit of friction coefficient, m/s². */
const SUDDEN = 100;
/** Lift, or speed from the contact's force, below which a contact is not corrected, m/s. */
const LEFT_OVER = 0.01;
/** Maximum lift of a bounce, as a share of its target: a single bounce has less. And lift that counts as none, m/s. */
const BOUNCE_LEFT_OVER = 0.005;
const NOTHING = 0.001;
const MAX_ROUNDS = 6;
/** Accelerations below these cannot start a slip: along (m/s²) and about (rad/s²) an axis. */
const LIVELY_ALONG = 100;
const LIVELY_ABOUT = 500;
/** Friction below this share of its limit could give more; its target is multiplied by this factor. */
const BELOW_LIMIT = 0.99;
const ASK_MORE = 2;
/** Minimum share of the normal force that counts. */
const MIN_SHARE = 0.02;

/** Solids with a larger gap do not touch yet, m. */
const APART = 1e-4;

/** States of a tree of bodies in this step, in rising order. */
const LIVE = 1;
const BOUNCING = 2;
const SHAKEN = 3;

export class SlipOnset {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #rows: ContactRows;
  readonly #jacobian: ContactJacobian;
  /** By degree of freedom: acceleration above which a slip may start. */
  readonly #lively: Float64Array;
  readonly #geomBody: Int32Array;
  readonly #geomTree: Int32Array;
  readonly #treeState: Uint8Array;
  #softened = new Uint8Array(256);

  constructor(c: CompiledModel, { notes, jacobian }: ContactTools, rows: ContactRows) {
    this.#c = c;
    this.#rows = rows;
    this.#notes = notes;
    this.#jacobian = jacobian;
    this.#lively = livelyOf(c);
    this.#geomBody = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => c.views.body_treeid[bodyId]);
    this.#treeState = new Uint8Array(c.model.ntree as number);
  }

  /** To call after the solver: corrects contacts and solves again until no slip starts, at most MAX_ROUNDS times. */
  apply(): void {
    const { model, data } = this.#c;
    const { mj } = this.#c.engine;
    const lively = this.#findLively();
    const looks = lively || this.#rows.bounceCount > 0;
    if (!looks && this.#rows.cappedCount === 0) return;
    if (this.#softened.length < this.#notes.count) this.#softened = new Uint8Array(2 * this.#notes.count);
    this.#softened.fill(0);
    if (this.#rows.bounceCount > 0)
      for (let k = 0; k < this.#notes.count; k++) if (this.#rows.bounces[k]) this.#mark(k, BOUNCING);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const raised = this.#raise();
      const softened = looks && this.#soften();
      if (!raised && !softened) return;
      mj.mj_island(model, data);
      mj.mj_fwdConstraint(model, data);
    }
  }

  /** Raises the targets of capped contacts; false: no friction could give more. */
  #raise(): boolean {
    const { contactI: n, contactFields: at } = this.#c;
    if (this.#rows.cappedCount === 0) return false;
    const { force } = this.#c.rows();
    let any = false;
    for (let i = 0; i < this.#rows.cappedCount; i++) {
      const k = this.#rows.capped[i];
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      const dim = n[k * (at.bytes >> 2) + at.dim];
      if (force[row] <= 0) continue;
      if (this.#isFlung(k) && this.#drives(row, force)) any = this.#askMore(row, dim, Infinity) || any;
      else if (!this.#softened[k] && this.#usedShare(k, row, dim, force) < BELOW_LIMIT)
        any = this.#askMore(row, dim, ASK_MORE) || any;
    }
    return any;
  }

  /** Something else has slowed the slip below the target: friction accelerates it towards the target and adds energy. */
  #drives(row: number, force: Float64Array): boolean {
    const { vel } = this.#c.rows();
    return force[row + 1] * vel[row + 1] + force[row + 2] * vel[row + 2] > 0;
  }

  /** Share of the friction cone that a contact uses; 1: at the limit. */
  #usedShare(k: number, row: number, dim: number, force: Float64Array): number {
    const { contactF: f, contactFields: at } = this.#c;
    const friction = k * (at.bytes >> 3) + at.friction;
    let sum = 0;
    for (let i = 1; i < dim; i++) {
      const part = force[row + i] / (f[friction + i - 1] * force[row]);
      sum += part * part;
    }
    return Math.sqrt(sum);
  }

  #askMore(row: number, dim: number, times: number): boolean {
    const { aref, vel } = this.#c.rows();
    let any = false;
    for (let i = row + 1; i < row + dim; i++) {
      const want = Math.abs(vel[i]) / this.#c.stepSec;
      const now = Math.abs(aref[i]);
      if (now >= 0.999 * want) continue;
      aref[i] *= Math.min(times, want / now);
      any = true;
    }
    return any;
  }

  #findLively(): boolean {
    const { qacc, dof_treeid } = this.#c.views;
    const lively = this.#treeState;
    // the last tree is that of the sentinel
    const count = lively.length - 1;
    let any = false;
    lively.fill(0);
    for (let i = 0; i < qacc.length; i++) {
      if (qacc[i] < this.#lively[i] && qacc[i] > -this.#lively[i]) continue;
      const tree = dof_treeid[i];
      if (tree >= count) continue;
      lively[tree] = LIVE;
      any = true;
    }
    return any;
  }

  /** Softens the contacts whose slip starts in this step; false: there are none. */
  #soften(): boolean {
    const { contactI: n, contactFields: at } = this.#c;
    const { aref, force } = this.#c.rows();
    const leftOver = LEFT_OVER / this.#c.stepSec;
    let any = false;
    this.#jacobian.look();
    for (let k = 0; k < this.#notes.count; k++) {
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      const dim = n[k * (at.bytes >> 2) + at.dim];
      if (row < 0 || dim < 3 || force[row] * this.#inverseMass(k) < leftOver) continue;
      if (!this.#rows.bounces[k] && !this.#treeIs(LIVE, k)) continue;
      const lift = this.#jacobian.acceleration(row) - aref[row];
      if (lift < this.#maxLift(k, aref[row], leftOver) || !this.#softenOne(k, row, dim, lift)) continue;
      this.#softened[k] = 1;
      any = true;
    }
    // neighbours of a softened contact get the strict limit too
    for (let k = 0; k < this.#notes.count; k++) if (this.#softened[k]) this.#mark(k, SHAKEN);
    return any;
  }

  /** Lift that is not corrected: too small, or left by the row law itself, m/s². */
  #maxLift(k: number, asked: number, leftOver: number): number {
    const { contactF: f, contactFields: at } = this.#c;
    if (this.#rows.bounces[k]) return Math.max(BOUNCE_LEFT_OVER * asked, NOTHING / this.#c.stepSec);
    return this.#isFlung(k) || this.#treeIs(SHAKEN, k) ? leftOver : SUDDEN * f[k * (at.bytes >> 3) + at.friction];
  }

  /** Not touching yet, and one of its sides bounces off another solid: it may be thrown into this contact within the step. */
  #isFlung(k: number): boolean {
    const { contactF: f, contactFields: at } = this.#c;
    return this.#treeIs(BOUNCING, k) && f[k * (at.bytes >> 3) + at.dist] > APART;
  }

  /** False: the contact does not slip. */
  #softenOne(k: number, row: number, dim: number, lift: number): boolean {
    const { contactF: f, contactFields: at } = this.#c;
    const { aref, R, D, force } = this.#c.rows();
    const record = k * (at.bytes >> 3);
    const s1 = this.#jacobian.acceleration(row + 1) - aref[row + 1];
    const s2 = this.#jacobian.acceleration(row + 2) - aref[row + 2];
    const slip = Math.sqrt(s1 * s1 + s2 * s2);
    if (slip === 0) return false;
    const mu = this.#jacobian.frictionAlong(record + at.friction, s1 / slip, s2 / slip);
    const pressed = force[row];
    const normal = Math.max(MIN_SHARE * pressed, pressed - lift / this.#jacobian.inverseMass(row, 1, 0, 0));
    // the part lost to the lift is added to the slip
    const softness = (slip + mu * lift) / (mu * normal);
    const factor = Math.max(1, softness / R[row + 1]);
    for (let i = row + 1; i < row + dim; i++) {
      R[i] *= factor;
      D[i] = 1 / R[i];
    }
    f[record + at.mu] *= Math.sqrt(factor);
    return true;
  }

  /** Upper estimate: of the centres of the two bodies. */
  #inverseMass(k: number): number {
    const w = this.#c.views.body_invweight0;
    return w[2 * this.#geomBody[this.#notes.geom1[k]]] + w[2 * this.#geomBody[this.#notes.geom2[k]]];
  }

  /** Whether the tree of either side has at least this state. */
  #treeIs(state: number, k: number): boolean {
    const t1 = this.#geomTree[this.#notes.geom1[k]];
    const t2 = this.#geomTree[this.#notes.geom2[k]];
    return (t1 >= 0 && this.#treeState[t1] >= state) || (t2 >= 0 && this.#treeState[t2] >= state);
  }

  /** Sets the state of the trees of both sides. */
  #mark(k: number, state: number): void {
    for (const geom of [this.#notes.geom1[k], this.#notes.geom2[k]])
      if (this.#geomTree[geom] >= 0) this.#treeState[this.#geomTree[geom]] = state;
  }
}

function livelyOf(c: CompiledModel): Float64Array {
  const { jnt_type, jnt_dofadr } = c.views;
  const lively = new Float64Array(c.nv).fill(LIVELY_ABOUT);
  for (let j = 0; j < jnt_type.length; j++) {
    // free joints have three translations, slides one
    const along = jnt_type[j] === 0 ? 3 : jnt_type[j] === 2 ? 1 : 0;
    lively.fill(LIVELY_ALONG, jnt_dofadr[j], jnt_dofadr[j] + along);
  }
  return lively;
}
