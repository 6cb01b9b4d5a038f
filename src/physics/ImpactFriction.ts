// Friction of an impact: the tangential acceleration that friction gives while the impact stops the approach is
//   mu (A_tt / A_nn) a_n,   A = J M⁻¹ Jᵀ of this contact alone.
// Asking for more would lift the rebound, asking for less would lose spin. Impacts are rare, so the two solves with the
// mass matrix do not matter.

import type { CompiledModel } from "./CompiledModel.js";

/** A little more than friction can give, so that sliding stays sliding. */
const REACH = 1.002;

export class ImpactFriction {
  readonly #c: CompiledModel;
  readonly #normal: Float64Array;
  readonly #tangent: Float64Array;
  readonly #solved: { GetView(): Float64Array; delete(): void };

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#normal = new Float64Array(c.nv);
    this.#tangent = new Float64Array(c.nv);
    this.#solved = new c.engine.mj.DoubleBuffer(c.nv);
    c.owned.push(this.#solved);
  }

  /** How much of the accelerations t1, t2, which would stop the slip, to ask for. */
  share(row: number, t1: number, t2: number, friction: number): number {
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size === 0) return 1;
    const d1 = t1 / size;
    const d2 = t2 / size;
    this.#normal.fill(0);
    this.#tangent.fill(0);
    this.#addRow(row, 1, this.#normal);
    this.#addRow(row + 1, d1, this.#tangent);
    this.#addRow(row + 2, d2, this.#tangent);
    const ratio = this.#inverseMass(this.#tangent) / this.#inverseMass(this.#normal);
    // friction of the ellipse in the direction of slip
    const f = this.#c.contactF;
    const m1 = d1 / f[friction];
    const m2 = d2 / f[friction + 1];
    const mu = 1 / Math.sqrt(m1 * m1 + m2 * m2);
    const most = REACH * mu * ratio * this.#c.rows().aref[row];
    return size > most ? most / size : 1;
  }

  /** target += factor * one row of the Jacobian. */
  #addRow(row: number, factor: number, target: Float64Array): void {
    const d = this.#c.data;
    const values = d.efc_J as Float64Array;
    const columns = d.efc_J_colind as Int32Array;
    const from = (d.efc_J_rowadr as Int32Array)[row];
    const count = (d.efc_J_rownnz as Int32Array)[row];
    for (let i = from; i < from + count; i++) target[columns[i]] += factor * values[i];
  }

  /** j M⁻¹ jᵀ */
  #inverseMass(j: Float64Array): number {
    const c = this.#c;
    c.engine.mj.mj_solveM(c.model, c.data, this.#solved, j as unknown as number[]);
    c.refresh();
    const solved = this.#solved.GetView();
    let sum = 0;
    for (let i = 0; i < j.length; i++) sum += j[i] * solved[i];
    return sum;
  }
}
