// Row law of contacts: after the velocities are known, every row gets the acceleration it shall reach (a_ref) and how
// soft it is (R). With h the step, v a row's speed and ODE's ERP and CFM:
//   J a + R f = a_ref,   a_ref = (ERP error / h - v) / h,   R = CFM / h
// Bounce, push-out, softness, stick and slip all follow from the choice of these two numbers. Motors and stops follow
// the same law in JointRows.ts, loops in LoopRows.ts.

import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { ContactJacobian } from "./ContactJacobian.js";
import { softnessFor } from "./Softness.js";

/** Overlap that is left alone, so that resting contacts stay in touch. */
const SLOP = 1e-4;
/** Share of an overlap that is pushed out in one step, and the most speed it may take, m/s. */
const PUSH_SHARE = 0.2;
const PUSH_SPEED = 0.5;
/** Resting contacts ask for at most this tangential acceleration: more would lift what slides (m/s²). */
const TANGENT_CAP = 30;
/**
 * A wheel that slips on rollers is light and under its motor's torque: what it asks for and cannot have lifts its robot, which
 * then chatters. So little brings it back within some steps; what its motor takes comes on top (m/s²).
 */
const ROLLER_CAP = 3;
/** Slower than this a contact sticks: static friction counts (m/s). */
const STICK_SPEED = 2e-3;
/** Things press on each other with at least this, even where nothing falls, m/s². */
const MIN_PRESS = 10;
/** An impact asks for a little more than friction can give, so that sliding stays sliding. */
const IMPACT_REACH = 1.002;
/** Contacts that bounce are made this hard, so that e comes out to four digits. */
const BOUNCE_SOFTNESS = 1e-4;

export class ContactRows {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #jacobian: ContactJacobian;
  /** How much harder a bounce is than a resting contact. */
  readonly #harder: number;
  /** Acceleration with which things are taken to rest on each other, m/s². */
  readonly #press: number;
  readonly #geomBody: Int32Array;
  /** Contacts that were asked for less than would stop them; SlipOnset.ts looks whether it was too little. */
  capped = new Int32Array(256);
  cappedCount = 0;
  /** By contact, 1: it bounces in this step. */
  bounces = new Uint8Array(256);
  bounceCount = 0;
  // of the contact at hand
  #rows: Rows;
  #row = 0;
  #dim = 0;
  #friction = 0;

  constructor(c: CompiledModel, { table, notes, jacobian }: ContactTools, gravity: number) {
    this.#c = c;
    this.#table = table;
    this.#notes = notes;
    this.#jacobian = jacobian;
    this.#harder = BOUNCE_SOFTNESS / softnessFor(c.stepSec);
    this.#press = Math.max(3 * gravity, MIN_PRESS);
    this.#geomBody = table.geomBody;
    this.#rows = c.rows();
  }

  apply(rows: Rows): void {
    const c = this.#c;
    const { contactFields: at, stepSec: h } = c;
    const values = this.#table.values;
    const wide = at.bytes >> 3;
    const narrow = at.bytes >> 2;
    this.#rows = rows;
    this.#forget(this.#notes.count);
    for (let k = 0; k < this.#notes.count; k++) {
      const row = c.contactI[k * narrow + at.efcAddress];
      if (row < 0) continue;
      const pair = this.#notes.pair[k];
      const dist = c.contactF[k * wide + at.dist];
      this.#row = row;
      this.#dim = c.contactI[k * narrow + at.dim];
      this.#friction = k * wide + at.friction;
      const touches = dist + rows.vel[row] * h < 0;
      const impact = touches && rows.vel[row] < -values[pair + PAIR.bounceSpeed];
      this.#applyNormal(pair, dist, impact);
      if (impact && values[pair + PAIR.restitution] > 0) this.bounceCount += this.bounces[k] = 1;
      if (this.#dim === 1) continue;
      if (!impact) this.#raiseToStatic(pair, k * wide + at.mu);
      if (this.#notes.roller[k] && !impact) {
        this.#applyRim();
        continue;
      }
      let whole = this.#applyTangents(impact);
      if (this.#dim > 3) whole = this.#applyTurning(k, impact) && whole;
      if (!whole && !impact) this.capped[this.cappedCount++] = k;
    }
  }

  /** Of the step before. */
  #forget(count: number): void {
    this.cappedCount = 0;
    this.bounceCount = 0;
    if (this.capped.length < count) {
      this.capped = new Int32Array(2 * count);
      this.bounces = new Uint8Array(2 * count);
    }
    this.bounces.fill(0, 0, count);
  }

  /** Bounce, or give way like a spring, or stop and push out gently. */
  #applyNormal(pair: number, dist: number, impact: boolean): void {
    const { aref, vel } = this.#rows;
    const h = this.#c.stepSec;
    const values = this.#table.values;
    const row = this.#row;
    const e = values[pair + PAIR.restitution];
    if (impact && e > 0) aref[row] = (-(1 + e) * vel[row]) / h;
    else if (values[pair + PAIR.stiffness] > 0) {
      this.#applySpring(dist, values[pair + PAIR.stiffness], values[pair + PAIR.damping]);
      return;
    } else {
      const push = Math.min((PUSH_SHARE * Math.max(-dist - SLOP, 0)) / h, PUSH_SPEED);
      aref[row] = (push - Math.max(dist, 0) / h - vel[row]) / h;
    }
    if (impact) this.#scaleSoftness(this.#harder);
  }

  /** A spring k and a damper c, taken implicitly: ERP = h k / (h k + c), CFM = 1 / (h k + c). */
  #applySpring(dist: number, k: number, c: number): void {
    const { aref, vel, R } = this.#rows;
    const h = this.#c.stepSec;
    const cfm = 1 / (h * k + c);
    aref[this.#row] = (h * k * cfm * (-dist / h) - vel[this.#row]) / h;
    this.#scaleSoftness(cfm / h / R[this.#row]);
  }

  #scaleSoftness(factor: number): void {
    const { R, D } = this.#rows;
    for (let i = this.#row; i < this.#row + this.#dim; i++) {
      R[i] *= factor;
      D[i] = 1 / R[i];
    }
  }

  /** Static friction: the same cone, wider. R of row j goes with 1 / mu_j², as the cone demands. */
  #raiseToStatic(pair: number, mu: number): void {
    const values = this.#table.values;
    const factor = values[pair + PAIR.staticFriction] / values[pair + PAIR.friction];
    if (factor === 1) return;
    const { vel, R, D } = this.#rows;
    const row = this.#row;
    const slip = vel[row + 1] * vel[row + 1] + vel[row + 2] * vel[row + 2];
    if (slip > STICK_SPEED * STICK_SPEED) return;
    const f = this.#c.contactF;
    f[this.#friction] *= factor;
    f[this.#friction + 1] *= factor;
    f[mu] *= factor;
    for (let i = row + 3; i < row + this.#dim; i++) {
      R[i] *= factor * factor;
      D[i] = 1 / R[i];
    }
  }

  /** Friction: stop the slip within the step if friction can, but never ask for much more than it can give. False: capped. */
  #applyTangents(impact: boolean): boolean {
    const { aref, vel } = this.#rows;
    const f = this.#c.contactF;
    const row = this.#row;
    const h = this.#c.stepSec;
    const t1 = -vel[row + 1] / h;
    const t2 = -vel[row + 2] / h;
    // the second tangent counts by its friction, so that slip along an axle does not weaken the grip across it
    const share = impact ? this.#impactShare(t1, t2) : restShare(t1, (t2 * f[this.#friction + 1]) / f[this.#friction]);
    aref[row + 1] = t1 * share;
    aref[row + 2] = t2 * share;
    return share === 1;
  }

  /** The same for a wheel on rollers, whose second row is empty. */
  #applyRim(): void {
    const { aref, vel } = this.#rows;
    const row = this.#row + 1;
    const want = -vel[row] / this.#c.stepSec;
    aref[row] = Math.min(ROLLER_CAP, Math.max(-ROLLER_CAP, want));
    aref[row + 1] = 0;
  }

  /**
   * How much of the accelerations t1, t2, which would stop the slip, an impact may ask for. While it stops the approach
   * friction gives mu (A_tt / A_nn) a_n; asking for more would lift the rebound, asking for less would lose spin.
   */
  #impactShare(t1: number, t2: number): number {
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size === 0) return 1;
    const row = this.#row;
    this.#jacobian.look();
    const mu = this.#jacobian.frictionAlong(this.#friction, t1 / size, t2 / size);
    const across = this.#jacobian.inverseMass(row, 0, t1 / size, t2 / size);
    const most = (IMPACT_REACH * mu * across * this.#rows.aref[row]) / this.#jacobian.inverseMass(row, 1, 0, 0);
    return size > most ? most / size : 1;
  }

  /** Spinning and rolling friction: likewise; what a force f reaches on its own row is (1 / I + R) f. False: capped. */
  #applyTurning(k: number, impact: boolean): boolean {
    const { aref, vel, R } = this.#rows;
    const w = this.#c.views.body_invweight0;
    const b1 = this.#geomBody[this.#notes.geom1[k]];
    const b2 = this.#geomBody[this.#notes.geom2[k]];
    const linear = w[2 * b1] + w[2 * b2];
    const angular = w[2 * b1 + 1] + w[2 * b2 + 1];
    const press = Math.max(this.#press, impact ? aref[this.#row] : 0);
    let whole = true;
    for (let i = 3; i < this.#dim; i++) {
      const at = this.#row + i;
      const most = ((angular + R[at]) / linear) * this.#c.contactF[this.#friction + i - 1] * press;
      const want = -vel[at] / this.#c.stepSec;
      aref[at] = Math.min(most, Math.max(-most, want));
      whole &&= aref[at] === want;
    }
    return whole;
  }
}

function restShare(t1: number, t2: number): number {
  const size = Math.sqrt(t1 * t1 + t2 * t2);
  return size > TANGENT_CAP ? TANGENT_CAP / size : 1;
}
