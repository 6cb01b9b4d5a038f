// How well a solution fulfils the exact laws of contact (arXiv 2304.06372, section II). With f the force of a contact, c = J a -
// a_ref + R f what its rows miss, m its friction coefficients, and every force as a share of the largest normal force:
//   Signorini    0 <= c_n, 0 <= f_n, c_n f_n = 0           as  |min(f_n, c_n / R_n)|
//   Coulomb      |f_t / m| <= f_n                          as  |f_t / m| - f_n where positive
//   dissipation  f_t / m = -f_n m c_t / |m c_t| on slip    as  |f_t / m + f_n m c_t / |m c_t||, weighted by c_t / (c_t + R_t f_n)
// The last two hold for sliding, spinning and rolling friction, each alone.

import type { CompiledModel } from "../model/CompiledModel.js";

export interface ContactErrors {
  readonly signorini: number;
  readonly coulomb: number;
  readonly dissipation: number;
}

/** Rows of sliding, spinning and rolling friction, from and to. */
const PARTS = [
  [1, 3],
  [3, 4],
  [4, 6],
] as const;

/** Largest errors over all contacts of the last solve; 0 without contacts. */
export function measureContactLaws(c: CompiledModel): ContactErrors {
  const { contactF, contactI, contactFields: at, words, fields } = c;
  const { force } = c.rows();
  const narrow = at.bytes >> 2;
  let [signorini, coulomb, dissipation, largest] = [0, 0, 0, 0];
  for (let k = 0; k < words[fields.ncon]; k++) {
    const row = contactI[k * narrow + at.efcAddress];
    if (row < 0) continue;
    const dim = contactI[k * narrow + at.dim];
    const missed = Array.from({ length: dim }, (_, q) => missedOf(c, row + q));
    const f = missed.map(({ isEmpty }, q) => (isEmpty ? 0 : force[row + q]));
    const m = contactF.subarray((k * at.bytes) / 8 + at.friction);
    largest = Math.max(largest, f[0]);
    signorini = Math.max(signorini, Math.abs(Math.min(f[0], missed[0].c / missed[0].R)));
    if (dim === 1) continue;
    for (const [from, to] of PARTS) {
      if (from >= dim) continue;
      const friction = f.slice(from, to).map((x, q) => x / m[from + q - 1]);
      const slip = missed.slice(from, to).map(({ c: x }, q) => x * m[from + q - 1]);
      coulomb = Math.max(coulomb, size(friction) - f[0]);
      const [s, soft] = [size(slip), missed[1].R * m[0] * m[0] * f[0]];
      if (s === 0) continue;
      const off = friction.map((x, q) => x + (f[0] * slip[q]) / s);
      dissipation = Math.max(dissipation, (size(off) * s) / (s + soft));
    }
  }
  const share = largest > 0 ? 1 / largest : 0;
  return { signorini: signorini * share, coulomb: coulomb * share, dissipation: dissipation * share };
}

const size = (v: readonly number[]): number => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));

/** J a - a_ref + R f of a row, and its R. An empty row (RollerDrag.ts) misses nothing. */
function missedOf(c: CompiledModel, row: number): { c: number; R: number; isEmpty: boolean } {
  const { J, columns, first, width, aref, D, force } = c.rows();
  const { qacc } = c.views;
  let [sum, any] = [0, false];
  for (let i = first[row]; i < first[row] + width[row]; i++) {
    sum += J[i] * qacc[columns[i]];
    any ||= J[i] !== 0;
  }
  return { c: any ? sum - aref[row] + force[row] / D[row] : 0, R: 1 / D[row], isEmpty: !any };
}
