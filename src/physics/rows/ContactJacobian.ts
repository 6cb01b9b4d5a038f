// Values of single rows of a contact's Jacobian J: inverse mass along a direction, A = J M⁻¹ Jᵀ, acceleration J a, and the
// friction of the ellipse in a direction. Used for few contacts: impacts and slip that starts within the step.

import type { CompiledModel, Rows } from "../model/CompiledModel.js";

export class ContactJacobian {
  readonly #c: CompiledModel;
  /** Work space for a combined row; all zero between calls. */
  readonly #row: Float64Array;
  #rows: Rows;

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#row = new Float64Array(c.nv);
    this.#rows = c.rows();
  }

  /** To call before the other methods in each step: rows move from step to step. */
  look(): void {
    this.#rows = this.#c.rows();
  }

  /** Friction coefficient in the direction (d1, d2) of slip. `friction`: index of the contact's friction values. */
  frictionAlong(friction: number, d1: number, d2: number): number {
    const f = this.#c.contactF;
    const m1 = d1 / f[friction];
    const m2 = d2 / f[friction + 1];
    return 1 / Math.sqrt(m1 * m1 + m2 * m2);
  }

  /**
   * A of the contact that starts at `row`, along j = dn normal + d1 tangent 1 + d2 tangent 2. The engine keeps M as
   * Lᵀ D L, so A = yᵀ D⁻¹ y with Lᵀ y = j.
   */
  inverseMass(row: number, dn: number, d1: number, d2: number): number {
    const { qLD, qLDiagInv, M_rowadr, M_rownnz, M_colind } = this.#c.views;
    const y = this.#row;
    this.#add(row, dn);
    this.#add(row + 1, d1);
    this.#add(row + 2, d2);
    let sum = 0;
    for (let i = y.length - 1; i >= 0; i--) {
      const yi = y[i];
      if (yi === 0) continue;
      y[i] = 0;
      sum += yi * yi * qLDiagInv[i];
      // the diagonal is the last entry of its row
      const end = M_rowadr[i] + M_rownnz[i] - 1;
      for (let k = M_rowadr[i]; k < end; k++) y[M_colind[k]] -= qLD[k] * yi;
    }
    return sum;
  }

  /** J a of one row, with the accelerations of the last solve. */
  acceleration(row: number): number {
    const { J, columns, first, width } = this.#rows;
    const { qacc } = this.#c.views;
    const end = first[row] + width[row];
    let sum = 0;
    for (let i = first[row]; i < end; i++) sum += J[i] * qacc[columns[i]];
    return sum;
  }

  #add(row: number, factor: number): void {
    if (factor === 0) return;
    const { J, columns, first, width } = this.#rows;
    const end = first[row] + width[row];
    for (let i = first[row]; i < end; i++) this.#row[columns[i]] += factor * J[i];
  }
}
