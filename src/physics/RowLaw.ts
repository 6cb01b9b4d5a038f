// Row law: after the velocities are known, every constraint row gets the acceleration it shall reach (a_ref) and how
// soft it is (R). With h the step, v a row's speed and ODE's ERP and CFM:
//   J a + R f = a_ref,   a_ref = (ERP error / h - v) / h,   R = CFM / h
// Bounce, bounded motors, hard and soft stops, stick and slip all follow from the choice of these two numbers.

import type { CompiledModel, Rows } from "./CompiledModel.js";
import type { ContactNotes } from "./ContactLaw.js";
import { PAIR, type PairTable } from "./PairTable.js";
import { softnessFor } from "./Softness.js";

/** Overlap that is left alone, so that resting contacts stay in touch. */
const SLOP = 1e-4;
/** Share of an overlap that is pushed out in one step, and the most speed it may take, m/s. */
const PUSH_SHARE = 0.2;
const PUSH_SPEED = 0.5;
/** Resting contacts ask for at most this tangential acceleration: more would lift what slides (m/s²). */
const TANGENT_CAP = 100;
/** Slower than this a contact sticks: static friction counts (m/s). */
const STICK_SPEED = 2e-3;
/** Contacts that bounce are made this hard, so that e comes out to four digits. */
const BOUNCE_SOFTNESS = 1e-4;
/** An impact asks for this much more tangential acceleration than friction can give, so that sliding stays sliding. */
const IMPACT_REACH = 1.002;

/** Contact rows: restitution, push-out, softness, friction. */
export function applyContactRows(
  c: CompiledModel,
  rows: Rows,
  notes: ContactNotes,
  table: PairTable,
  gravity: number,
): void {
  const { contactF: f, contactI: n, contactFields: at, stepSec: h } = c;
  const { aref, vel } = rows;
  const [wide, narrow] = [at.bytes >> 3, at.bytes >> 2];
  const values = table.values;
  const harder = BOUNCE_SOFTNESS / softnessFor(h);
  for (let k = 0; k < notes.count; k++) {
    const row = n[k * narrow + at.efcAddress];
    if (row < 0) continue;
    const pair = notes.pair[k];
    const dim = n[k * narrow + at.dim];
    const dist = f[k * wide + at.dist];
    const vn = vel[row];
    const impact = vn < -values[pair + PAIR.bounceSpeed] && dist + vn * h < 0;
    if (impact && values[pair + PAIR.restitution] > 0) {
      aref[row] = (-(1 + values[pair + PAIR.restitution]) * vn) / h;
      scaleSoftness(rows, row, dim, harder);
    } else if (values[pair + PAIR.stiffness] > 0 && dist <= 0) {
      applySpring(rows, row, dim, dist, values[pair + PAIR.stiffness], values[pair + PAIR.damping], h);
    } else {
      const push = Math.min((PUSH_SHARE * Math.max(-dist - SLOP, 0)) / h, PUSH_SPEED);
      aref[row] = (push - Math.max(dist, 0) / h - vn) / h;
      if (impact) scaleSoftness(rows, row, dim, harder);
    }
    if (dim === 1) continue;
    if (!impact && values[pair + PAIR.staticFriction] > values[pair + PAIR.friction])
      raiseToStatic(c, rows, row, k * wide, dim, values[pair + PAIR.staticFriction] / values[pair + PAIR.friction]);
    applyTangents(c, rows, notes, k, row, dim, impact, gravity);
  }
}

function scaleSoftness({ R, D }: Rows, row: number, dim: number, factor: number): void {
  for (let i = row; i < row + dim; i++) {
    R[i] *= factor;
    D[i] = 1 / R[i];
  }
}

/** A spring k and a damper c, taken implicitly: ERP = h k / (h k + c), CFM = 1 / (h k + c). */
function applySpring(rows: Rows, row: number, dim: number, dist: number, k: number, c: number, h: number): void {
  const { aref, vel, R } = rows;
  const cfm = 1 / (h * k + c);
  aref[row] = (h * k * cfm * (-dist / h) - vel[row]) / h;
  scaleSoftness(rows, row, dim, cfm / h / R[row]);
}

/** Static friction: the same cone, wider. R of row j goes with 1 / mu_j², as the cone demands. */
function raiseToStatic(c: CompiledModel, rows: Rows, row: number, fk: number, dim: number, factor: number): void {
  const { vel, R, D } = rows;
  const slip = vel[row + 1] * vel[row + 1] + vel[row + 2] * vel[row + 2];
  if (slip > STICK_SPEED * STICK_SPEED) return;
  const { contactF: f, contactFields: at } = c;
  f[fk + at.friction] *= factor;
  f[fk + at.friction + 1] *= factor;
  f[fk + at.mu] *= factor;
  for (let i = row + 3; i < row + dim; i++) {
    R[i] *= factor * factor;
    D[i] = 1 / R[i];
  }
}

/** Friction rows: stop the slip within the step if friction can, but never ask for much more than it can give. */
function applyTangents(
  c: CompiledModel,
  rows: Rows,
  notes: ContactNotes,
  k: number,
  row: number,
  dim: number,
  impact: boolean,
  gravity: number,
): void {
  const { aref, vel, R } = rows;
  const { contactF: f, contactFields: at, stepSec: h } = c;
  const friction = k * (at.bytes >> 3) + at.friction;
  const t1 = -vel[row + 1] / h;
  const t2 = -vel[row + 2] / h;
  const share = impact ? impactShare(c, row, t1, t2, friction) : restShare(t1, (t2 * f[friction + 1]) / f[friction]);
  aref[row + 1] = t1 * share;
  aref[row + 2] = t2 * share;
  if (dim === 3) return;
  // spinning and rolling: likewise; what a force f reaches on its own row is (1 / I + R) f
  const { body_invweight0: w } = c.views;
  const b1 = c.layout.geoms[notes.geom1[k]].bodyId;
  const b2 = c.layout.geoms[notes.geom2[k]].bodyId;
  const [linear, angular] = [w[2 * b1] + w[2 * b2], w[2 * b1 + 1] + w[2 * b2 + 1]];
  const press = Math.max(3 * gravity, impact ? aref[row] : 0);
  for (let i = 3; i < dim; i++) {
    const most = ((angular + R[row + i]) / linear) * f[friction + i - 1] * press;
    const want = -vel[row + i] / h;
    aref[row + i] = want > most ? most : want < -most ? -most : want;
  }
}

/** The second tangent counts by its friction, so that slip along an axle does not weaken the grip across it. */
function restShare(t1: number, t2: number): number {
  const size = Math.sqrt(t1 * t1 + t2 * t2);
  return size > TANGENT_CAP ? TANGENT_CAP / size : 1;
}

function impactShare(c: CompiledModel, row: number, t1: number, t2: number, friction: number): number {
  const size = Math.sqrt(t1 * t1 + t2 * t2);
  if (size === 0) return 1;
  const cap = impactCap(c, row, t1 / size, t2 / size, friction);
  return size > cap ? cap / size : 1;
}

/**
 * The tangential acceleration that friction gives while the impact stops the approach:
 * mu (A_tt / A_nn) a_n, with A = J M⁻¹ Jᵀ of this contact alone.
 */
function impactCap(c: CompiledModel, row: number, d1: number, d2: number, friction: number): number {
  const { mj } = c.engine;
  const f = c.contactF;
  const scratch = impactScratch(c);
  const { jn, jt, y } = scratch;
  scatterRow(c, row, 1, jn);
  scatterRow(c, row + 1, d1, jt);
  scatterRow(c, row + 2, d2, jt, true);
  mj.mj_solveM(c.model, c.data, y, jn as unknown as number[]);
  const solved = y.GetView();
  const ann = dot(jn, solved);
  mj.mj_solveM(c.model, c.data, y, jt as unknown as number[]);
  const att = dot(jt, y.GetView());
  c.refresh();
  // friction of the ellipse in the direction of slip
  const [m1, m2] = [f[friction], f[friction + 1]];
  const mu = 1 / Math.sqrt((d1 / m1) * (d1 / m1) + (d2 / m2) * (d2 / m2));
  return IMPACT_REACH * mu * (att / ann) * c.rows().aref[row];
}

interface ImpactScratch {
  readonly jn: Float64Array;
  readonly jt: Float64Array;
  readonly y: { GetView(): Float64Array; delete(): void };
}
const scratches = new WeakMap<CompiledModel, ImpactScratch>();

function impactScratch(c: CompiledModel): ImpactScratch {
  let found = scratches.get(c);
  if (!found) {
    const y = new c.engine.mj.DoubleBuffer(c.nv);
    c.owned.push(y);
    found = { jn: new Float64Array(c.nv), jt: new Float64Array(c.nv), y };
    scratches.set(c, found);
  }
  return found;
}

/** target = (or +=) factor * one row of the Jacobian. */
function scatterRow(c: CompiledModel, row: number, factor: number, target: Float64Array, adding = false): void {
  const d = c.data;
  const values = d.efc_J as Float64Array;
  const columns = d.efc_J_colind as Int32Array;
  const from = (d.efc_J_rowadr as Int32Array)[row];
  const count = (d.efc_J_rownnz as Int32Array)[row];
  if (!adding) target.fill(0);
  for (let i = from; i < from + count; i++) target[columns[i]] += factor * values[i];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
