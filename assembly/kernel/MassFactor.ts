// The mass matrix as Lᵀ D L, in the engine's own arrays and with the engine's bits, and the accelerations without constraints,
// M a_s = passive - bias + applied + actuator forces. The columns of a row are the ancestors of its degree of freedom, so the
// row of an ancestor has the first of these columns: rows are updated without a search. Forces on bodies are left to the
// engine.

import { getF, getI, putF } from "./Memory";
import {
  forceActuator, forceApplied, forceBias, forcePassive, forceSmooth, inverseD, mass, massColumn, massEntries, massFactor,
  massStart, massWidth, nv, qaccSmooth,
} from "./Model";

/** L and 1 / D: row k is taken out of the rows of its ancestors, M_i -= M_k M_ki / D_k, from the last row on. */
export function factorMass(): void {
  memory.copy(massFactor, mass, <usize>massEntries << 3);
  for (let k = nv - 1; k >= 0; k--) {
    const start = getI(massStart, k), width = getI(massWidth, k) - 1;
    const row = massFactor + (<usize>start << 3), inverse = 1 / getF(row, width);
    putF(inverseD, k, inverse);
    for (let e = width - 1; e >= 0; e--) {
      const i = getI(massColumn, start + e);
      addRow(massFactor + (<usize>getI(massStart, i) << 3), row, -getF(row, e) * inverse, getI(massWidth, i));
    }
    for (let e = 0; e < width; e++) putF(row, e, getF(row, e) * inverse);
  }
}

/** to += scale from */
// @ts-ignore: decorator
@inline
function addRow(to: usize, from: usize, scale: f64, count: i32): void {
  const end = to + (<usize>count << 3), both = f64x2.splat(scale);
  for (; to + 8 < end; to += 16, from += 16)
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(from), both)));
  if (to < end) store<f64>(to, load<f64>(to) + load<f64>(from) * scale);
}

/** After factorMass, when no force acts on a body. */
export function accelerate(): void {
  for (let i = 0; i < nv; i++) {
    const f = getF(forcePassive, i) - getF(forceBias, i) + getF(forceApplied, i) + getF(forceActuator, i);
    putF(forceSmooth, i, f);
    putF(qaccSmooth, i, f);
  }
  const x = qaccSmooth;
  for (let i = nv - 1; i > 0; i--) {
    const width = getI(massWidth, i) - 1, xi = getF(x, i);
    if (width == 0 || xi == 0) continue;
    const start = getI(massStart, i);
    for (let k = start; k < start + width; k++) {
      const j = getI(massColumn, k);
      putF(x, j, getF(x, j) - getF(massFactor, k) * xi);
    }
  }
  for (let i = 0; i < nv; i++) putF(x, i, getF(x, i) * getF(inverseD, i));
  for (let i = 1; i < nv; i++) {
    const width = getI(massWidth, i) - 1;
    if (width > 0) putF(x, i, getF(x, i) - multiplyRow(getI(massStart, i), width, x));
  }
}

/** A row of L times a vector. Four sums, as in the engine. */
// @ts-ignore: decorator
@inline
function multiplyRow(start: i32, width: i32, x: usize): f64 {
  let k = start, sum: f64 = 0;
  const end = start + width;
  if (width >= 4) {
    let s0: f64 = 0, s1: f64 = 0, s2: f64 = 0, s3: f64 = 0;
    for (; k + 4 <= end; k += 4) {
      s0 += getF(massFactor, k) * getF(x, getI(massColumn, k));
      s1 += getF(massFactor, k + 1) * getF(x, getI(massColumn, k + 1));
      s2 += getF(massFactor, k + 2) * getF(x, getI(massColumn, k + 2));
      s3 += getF(massFactor, k + 3) * getF(x, getI(massColumn, k + 3));
    }
    sum = s0 + s2 + (s1 + s3);
  }
  for (; k < end; k++) sum += getF(massFactor, k) * getF(x, getI(massColumn, k));
  return sum;
}
