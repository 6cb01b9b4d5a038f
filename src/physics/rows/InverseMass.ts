// Inverse mass along one row: A = J M⁻¹ Jᵀ. Used for the few rows whose softness the engine does not know.

import type { CompiledModel } from "../model/CompiledModel.js";

export class InverseMass {
  readonly #c: CompiledModel;
  /** Work space; all zero between calls. */
  readonly #row: Float64Array;

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#row = new Float64Array(c.nv);
  }

  /** The engine keeps M as Lᵀ D L, so A = yᵀ D⁻¹ y with Lᵀ y = Jᵀ. */
  of(row: number): number {
    const { J, columns, first, width } = this.#c.rows();
    const { qLD, qLDiagInv, M_rowadr, M_rownnz, M_colind } = this.#c.views;
    const y = this.#row;
    for (let i = first[row]; i < first[row] + width[row]; i++) y[columns[i]] = J[i];
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
}
