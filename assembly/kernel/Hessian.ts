// Second derivatives: H = M + sum of Jᵀ C J over the blocks, with C the curvature of the cost in the rows of the block. C is
// diagonal for linear blocks and full for contacts on the cone or sliding.

import { COLUMN, COLUMNS, FRICTION, J, LIMIT, MU, PAIRS, partEnd, PRIVATE, ROW, SHIFT, SIZE, STATE, X } from "./Blocks";
import { clearFactor, privateAt, sharedAt } from "./Factor";
import { ANY_STUCK, FROZEN, LINEAR, ON_CONE, PRESSED, SLIDING, STUCK, slipOf } from "./Forces";
import { blockOf } from "./Islands";
import { sum } from "./Jacobian";
import { addMass } from "./Mass";
import { addF, getF, getI, putF, take } from "./Memory";
import { rowD } from "./Model";

/** Values of a column of C: six at most. */
const COLUMN_BYTES: usize = 48;
/** C, column by column; and m x of the rows. */
let curvature: usize = 0, scaled: usize = 0;

export const HESSIAN_BYTES: usize = 6 * 48 + 64;

/** Once per model. */
export function placeHessian(): void {
  curvature = take(6 * COLUMN_BYTES);
  scaled = take(COLUMN_BYTES);
}

export function makeHessian(from: i32, to: i32): void {
  clearFactor();
  addMass();
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), state = load<i32>(b, STATE), pairs = load<i32>(b, PAIRS);
    if (pairs == 0) {
      if (state == LINEAR) addRow(b);
      continue;
    }
    if (state == LINEAR) makeFrozen(b, PRESSED + ANY_STUCK);
    else if (state == ON_CONE) makeCone(b);
    else if (state > FROZEN) makeFrozen(b, state);
    else continue;
    if (pairs == 1) addOnePair(b);
    else if (pairs == 2) addTwoPairs(b);
    else addThreePairs(b);
  }
}

// @ts-ignore: decorator
@inline
function put(row: i32, column: i32, x: f64): void {
  putF(curvature + <usize>column * COLUMN_BYTES, row, x);
}

/** Normal row and parts of friction in this state of a frozen contact. */
function makeFrozen(b: usize, state: i32): void {
  const row = load<i32>(b, ROW), size = load<i32>(b, SIZE);
  memory.fill(curvature, 0, 6 * COLUMN_BYTES);
  if (state & PRESSED) put(0, 0, getF(rowD, row));
  for (let part = 0, q = 1; q < size; part++) {
    const end = partEnd(part, size);
    if (state & (STUCK << (2 * part))) for (let e = q; e < end; e++) put(e, e, getF(rowD, row + e));
    else if (state & (SLIDING << (2 * part))) makeSliding(b, q, end);
    q = end;
  }
}

/** A part at its limit L: C = L / T (m² - m² x xᵀ m² / T²). */
function makeSliding(b: usize, from: i32, end: i32): void {
  const m = <usize>load<u32>(b, FRICTION), x = <usize>load<u32>(b, X);
  const slip = slipOf(b, x, from, end), k = load<f64>(b, LIMIT) / slip, inverse = 1 / slip;
  for (let q = from; q < end; q++) putF(scaled, q, getF(m, q - 1) * getF(x, q) * inverse);
  for (let q = from; q < end; q++)
    for (let e = from; e < end; e++) {
      const delta: f64 = q == e ? 1 : 0;
      put(e, q, k * getF(m, q - 1) * getF(m, e - 1) * (delta - getF(scaled, q) * getF(scaled, e)));
    }
}

/** Of the cost E (T - x_n)² / 2 with E = D / (1 + mu²). */
function makeCone(b: usize): void {
  const size = load<i32>(b, SIZE), m = <usize>load<u32>(b, FRICTION), x = <usize>load<u32>(b, X), mu = load<f64>(b, MU);
  const stiffness = getF(rowD, load<i32>(b, ROW)) / (1 + mu * mu);
  const slip = slipOf(b, x, 1, size), xn = load<f64>(x) + load<f64>(b, SHIFT);
  memory.fill(curvature, 0, 6 * COLUMN_BYTES);
  put(0, 0, stiffness);
  for (let q = 1; q < size; q++) putF(scaled, q, (getF(m, q - 1) * getF(x, q)) / slip);
  const along = xn / slip, across = 1 - xn / slip;
  for (let q = 1; q < size; q++) {
    const side = -stiffness * getF(m, q - 1) * getF(scaled, q);
    put(q, 0, side);
    put(0, q, side);
    for (let e = 1; e < size; e++) {
      const delta: f64 = q == e ? across : 0;
      put(e, q, stiffness * getF(m, q - 1) * getF(m, e - 1) * (along * getF(scaled, q) * getF(scaled, e) + delta));
    }
  }
}

function addRow(b: usize): void {
  const stiffness = getF(rowD, load<i32>(b, ROW)), n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE);
  const places = <usize>load<u32>(b, COLUMN), j = <usize>load<u32>(b, J);
  for (let i = 0; i < n; i++) {
    const row = <usize>getI(places, i), w = stiffness * getF(j, i);
    let to = privateAt(row);
    for (let e = 0; e <= i; e++) {
      if (e == own) to = sharedAt(row);
      addF(to + <usize>getI(places, e), w * getF(j, e));
    }
  }
}

// @ts-ignore: decorator
@inline
function columnOf(q: usize, pair: usize): v128 {
  return v128.load(curvature + q * COLUMN_BYTES + (pair << 4));
}

// @ts-ignore: decorator
@inline
function times(c: v128, at: usize): v128 {
  return f64x2.mul(c, v128.load_splat<f64>(at));
}

function addOnePair(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE);
  const places = <usize>load<u32>(b, COLUMN), start = <usize>load<u32>(b, J);
  const c0 = columnOf(0, 0), c1 = columnOf(1, 0);
  let at = start;
  for (let i = 0; i < n; i++, at += 16) {
    const row = <usize>getI(places, i), w = f64x2.add(times(c0, at), times(c1, at + 8));
    let to = privateAt(row), j = start;
    for (let e = 0; e <= i; e++, j += 16) {
      if (e == own) to = sharedAt(row);
      addF(to + <usize>getI(places, e), sum(f64x2.mul(w, v128.load(j))));
    }
  }
}

function addTwoPairs(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE);
  const places = <usize>load<u32>(b, COLUMN), start = <usize>load<u32>(b, J);
  let at = start;
  for (let i = 0; i < n; i++, at += 32) {
    const row = <usize>getI(places, i);
    let w = f64x2.splat(0), v = f64x2.splat(0);
    for (let q: usize = 0; q < 4; q++) {
      w = f64x2.add(w, times(columnOf(q, 0), at + (q << 3)));
      v = f64x2.add(v, times(columnOf(q, 1), at + (q << 3)));
    }
    let to = privateAt(row), j = start;
    for (let e = 0; e <= i; e++, j += 32) {
      if (e == own) to = sharedAt(row);
      addF(to + <usize>getI(places, e), sum(f64x2.add(f64x2.mul(w, v128.load(j)), f64x2.mul(v, v128.load(j, 16)))));
    }
  }
}

function addThreePairs(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE);
  const places = <usize>load<u32>(b, COLUMN), start = <usize>load<u32>(b, J);
  let at = start;
  for (let i = 0; i < n; i++, at += 48) {
    const row = <usize>getI(places, i);
    let w = f64x2.splat(0), v = f64x2.splat(0), u = f64x2.splat(0);
    for (let q: usize = 0; q < 6; q++) {
      w = f64x2.add(w, times(columnOf(q, 0), at + (q << 3)));
      v = f64x2.add(v, times(columnOf(q, 1), at + (q << 3)));
      u = f64x2.add(u, times(columnOf(q, 2), at + (q << 3)));
    }
    let to = privateAt(row), j = start;
    for (let e = 0; e <= i; e++, j += 48) {
      if (e == own) to = sharedAt(row);
      const s = f64x2.add(f64x2.mul(w, v128.load(j)), f64x2.mul(v, v128.load(j, 16)));
      addF(to + <usize>getI(places, e), sum(f64x2.add(s, f64x2.mul(u, v128.load(j, 32)))));
    }
  }
}
