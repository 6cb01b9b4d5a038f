// Row law of contacts: when the velocities are known, every row gets a target acceleration (a_ref) and a softness (R). With
// h the step, v the speed of a row and ODE's ERP and CFM:
//   J a + R f = a_ref,   a_ref = (ERP error / h - v) / h,   R = CFM / h
// Bounce, push-out, softness, stick and slip follow from these two numbers. JointRows.ts has the same law for motors and
// stops, LoopRows.ts for loops.

import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { ContactJacobian } from "./ContactJacobian.js";
import { damperShare, stiffShare } from "./SmoothForces.js";
import { softnessFor } from "./Softness.js";

/** Overlap that is not corrected, so that resting contacts stay in contact, m. */
const SLOP = 1e-4;
/** Share of an overlap that is corrected in one step, and the maximum speed of the correction, m/s. */
const PUSH_SHARE = 0.2;
const PUSH_SPEED = 0.5;
/** Maximum tangential target acceleration of a resting contact, m/s²: a larger one would lift sliding bodies. */
const TANGENT_CAP = 30;
/**
 * The same for a slipping wheel on rollers, m/s². The wheel is light and driven by its motor: a target beyond friction would
 * lift the robot, which then chatters. This value stops the slip within some steps.
 */
const ROLLER_CAP = 3;
/** Below this slip a contact sticks and has static friction, m/s. */
const STICK_SPEED = 2e-3;
/** Minimum assumed pressing acceleration, for worlds without gravity, m/s². */
const MIN_PRESS = 10;
/** The target of an impact is slightly above what friction can give, so that sliding contacts keep sliding. */
const IMPACT_REACH = 1.002;
/** Softness of contacts that bounce: gives the restitution to four digits. */
const BOUNCE_SOFTNESS = 1e-4;
/** Lag b of a contact's spring (SmoothForces.ts). */
const SPRING_LAG = 0.5;

export class ContactRows {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #jacobian: ContactJacobian;
  /** Softness of a bounce relative to a resting contact. */
  readonly #harder: number;
  /** Assumed pressing acceleration of resting contacts, m/s². */
  readonly #press: number;
  readonly #geomBody: Int32Array;
  /** Contacts whose target was reduced below what would stop the slip; SlipOnset.ts checks whether friction could give more. */
  capped = new Int32Array(256);
  cappedCount = 0;
  /** By contact; 1: bounces in this step. */
  bounces = new Uint8Array(256);
  bounceCount = 0;
  // of the current contact
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
    this.#clear(this.#notes.count);
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

  /** Clears the lists of the last step. */
  #clear(count: number): void {
    this.cappedCount = 0;
    this.bounceCount = 0;
    if (this.capped.length < count) {
      this.capped = new Int32Array(2 * count);
      this.bounces = new Uint8Array(2 * count);
    }
    this.bounces.fill(0, 0, count);
  }

  /** Bounce, or spring and damper, or stop and slowly correct the overlap. */
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

  /**
   * Spring k and damper c on the grid of SmoothForces.ts, f = -k dist - back v - give v'. The larger lag keeps the rows of
   * friction, which are as soft as this one, from creeping. Before the contact both are implicit, so that a contact that begins
   * within the step is not missed: f = -k (dist + h v') - c v'.
   */
  #applySpring(dist: number, k: number, c: number): void {
    const { aref, vel, R } = this.#rows;
    const row = this.#row;
    const h = this.#c.stepSec;
    const inverse = R[row] / softnessFor(h);
    const kappa = h * h * k * inverse;
    const early = dist > 0;
    const lag = early ? 0 : SPRING_LAG;
    const share = early ? 1 : damperShare(h * c * inverse);
    const give = (lag + (early ? 1 : stiffShare(kappa))) * h * k + share * c;
    const back = (1 - share) * c - lag * h * k;
    aref[row] = ((-k * dist - back * vel[row]) / give - vel[row]) / h;
    this.#scaleSoftness(1 / (h * give * R[row]));
  }

  #scaleSoftness(factor: number): void {
    const { R, D } = this.#rows;
    for (let i = this.#row; i < this.#row + this.#dim; i++) {
      R[i] *= factor;
      D[i] = 1 / R[i];
    }
  }

  /** Static friction: a wider cone. R of row j is proportional to 1 / mu_j², as the cone requires. */
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

  /** Friction: targets zero slip at the end of the step, but not much more than friction can give. False: capped. */
  #applyTangents(impact: boolean): boolean {
    const { aref, vel } = this.#rows;
    const f = this.#c.contactF;
    const row = this.#row;
    const h = this.#c.stepSec;
    const t1 = -vel[row + 1] / h;
    const t2 = -vel[row + 2] / h;
    // the second tangent is weighted by its friction, so that slip along an axle does not weaken the grip across it
    const share = impact ? this.#impactShare(t1, t2) : restShare(t1, (t2 * f[this.#friction + 1]) / f[this.#friction]);
    aref[row + 1] = t1 * share;
    aref[row + 2] = t2 * share;
    return share === 1;
  }

  /** The same for a roller contact, whose second row is empty. */
  #applyRim(): void {
    const { aref, vel } = this.#rows;
    const row = this.#row + 1;
    const want = -vel[row] / this.#c.stepSec;
    aref[row] = Math.min(ROLLER_CAP, Math.max(-ROLLER_CAP, want));
    aref[row + 1] = 0;
  }

  /**
   * Share of the accelerations t1, t2 (which would stop the slip) that an impact may target. While the impact stops the
   * approach, friction gives mu (A_tt / A_nn) a_n. A larger target would lift the rebound, a smaller one would lose spin.
   */
  #impactShare(t1: number, t2: number): number {
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size === 0) return 1;
    const row = this.#row;
    this.#jacobian.look();
    const mu = this.#jacobian.frictionAlong(this.#friction, t1 / size, t2 / size);
    const across = this.#jacobian.inverseMass(row, 0, t1 / size, t2 / size);
    const max = (IMPACT_REACH * mu * across * this.#rows.aref[row]) / this.#jacobian.inverseMass(row, 1, 0, 0);
    return size > max ? max / size : 1;
  }

  /** Spinning and rolling friction, in the same way; a force f gives (1 / I + R) f on its own row. False: capped. */
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
      const max = ((angular + R[at]) / linear) * this.#c.contactF[this.#friction + i - 1] * press;
      const want = -vel[at] / this.#c.stepSec;
      aref[at] = Math.min(max, Math.max(-max, want));
      whole &&= aref[at] === want;
    }
    return whole;
  }
}

function restShare(t1: number, t2: number): number {
  const size = Math.sqrt(t1 * t1 + t2 * t2);
  return size > TANGENT_CAP ? TANGENT_CAP / size : 1;
}
