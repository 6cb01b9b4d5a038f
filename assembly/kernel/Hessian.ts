// Second derivatives: H = M + sum of Jᵀ C J over the blocks, with C the curvature of the cost in the rows of the block. C is
// diagonal for linear blocks and full for contacts on the cone or sliding.

import { COLUMN, COLUMNS, DELTA, DUAL, FRICTION, J, LIMIT, MU, PAIRS, partEnd, PRIVATE, ROW, SHIFT, SIZE, SPLIT, STATE, X } from "./Blocks";
import { clearFactor, privateAt, sharedAt } from "./FactorRows";
import { ANY_SLIDING, ANY_STUCK, FROZEN, LINEAR, ON_CONE, PRESSED, SLIDING, STUCK, slipOf } from "./Forces";
import { blockOf } from "./Islands";
import { sum } from "./Jacobian";
import { addMass } from "./Mass";
import { addF, getF, getI, putF, take } from "./Memory";
import { nv, rowD } from "./Model";
import { addMotors } from "./Motors";

/** Values of a column of C: six at most. */
const COLUMN_BYTES: usize = 48;
/** C, column by column; and m x of the rows. */
let curvature: usize = 0, scaled: usize = 0;

/** Whether C is diagonal. */
let isDiagonal: bool = false;
/** A Jacobian, row by row. */
let rows: usize = 0;

export function hessianBytes(dofs: i32): usize {
  return 7 * COLUMN_BYTES + (<usize>dofs << 5) + 64;
}

/** Once per model. */
export function placeHessian(): void {
  curvature = take(6 * COLUMN_BYTES);
  scaled = take(COLUMN_BYTES);
  rows = take(<usize>nv << 5);
}

export function makeHessian(from: i32, to: i32): void {
  clearFactor();
  addMass();
  addMotors();
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

/** Columns of zeros for a block of so many rows. */
// @ts-ignore: decorator
@inline
function clear(size: i32): void {
  const zero = f64x2.splat(0), bytes = <usize>((size + 1) >> 1) << 4;
  for (let column = curvature, end = curvature + (bytes >> 3) * COLUMN_BYTES; column < end; column += COLUMN_BYTES)
    for (let at = column; at < column + bytes; at += 16) v128.store(at, zero);
}

/** Normal row and parts of friction in this state of a frozen contact. */
function makeFrozen(b: usize, state: i32): void {
  const row = load<i32>(b, ROW), size = load<i32>(b, SIZE);
  clear(size);
  isDiagonal = (state & ANY_SLIDING) == 0;
  if (state & PRESSED) put(0, 0, getF(rowD, row));
  for (let part = 0, q = 1; q < size; part++) {
    const end = partEnd(part, size);
    if (state & (STUCK << (2 * part))) for (let e = q; e < end; e++) put(e, e, getF(rowD, row + e));
    else if (state & (SLIDING << (2 * part))) makeSliding(b, q, end);
    q = end;
  }
}

/** A part at its limit L: C = L / T m (1 - u yᵀ / 2 - y uᵀ / 2) m, with u = m x / T and its estimate y (Duals.ts). */
function makeSliding(b: usize, from: i32, end: i32): void {
  const m = <usize>load<u32>(b, FRICTION), x = <usize>load<u32>(b, X), y = b + DUAL;
  const slip = slipOf(b, x, from, end), k = load<f64>(b, LIMIT) / slip, inverse = 1 / slip;
  for (let q = from; q < end; q++) putF(scaled, q, getF(m, q - 1) * getF(x, q) * inverse);
  for (let q = from; q < end; q++)
    for (let e = from; e < end; e++) {
      const delta: f64 = q == e ? 1 : 0;
      put(e, q, k * getF(m, q - 1) * getF(m, e - 1) * (delta - across(q, e, y)));
    }
}

/** Entry of u yᵀ / 2 + y uᵀ / 2. */
// @ts-ignore: decorator
@inline
function across(q: i32, e: i32, y: usize): f64 {
  return 0.5 * (getF(scaled, q) * getF(y, e - 1) + getF(y, q - 1) * getF(scaled, e));
}

/** Of the cost E (T - x_n)² / 2 with E = D / (1 + mu²), with the same estimate. */
function makeCone(b: usize): void {
  const size = load<i32>(b, SIZE), m = <usize>load<u32>(b, FRICTION), x = <usize>load<u32>(b, X), mu = load<f64>(b, MU);
  const stiffness = getF(rowD, load<i32>(b, ROW)) / (1 + mu * mu);
  const slip = slipOf(b, x, 1, size), xn = load<f64>(x) + load<f64>(b, SHIFT);
  clear(size);
  isDiagonal = false;
  put(0, 0, stiffness);
  for (let q = 1; q < size; q++) putF(scaled, q, (getF(m, q - 1) * getF(x, q)) / slip);
  const y = b + DUAL, share = 1 - xn / slip;
  for (let q = 1; q < size; q++) {
    const side = -stiffness * getF(m, q - 1) * getF(scaled, q);
    put(q, 0, side);
    put(0, q, side);
    for (let e = 1; e < size; e++) {
      const delta: f64 = q == e ? 1 : 0;
      put(e, q, stiffness * getF(m, q - 1) * getF(m, e - 1) * (getF(scaled, q) * getF(scaled, e) + share * (delta - across(q, e, y))));
    }
  }
}

function addRow(b: usize): void {
  const stiffness = getF(rowD, load<i32>(b, ROW)), n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE), split = load<i32>(b, SPLIT), delta = <usize>load<i32>(b, DELTA);
  const places = <usize>load<u32>(b, COLUMN), j = <usize>load<u32>(b, J);
  for (let i = 0; i < n; i++) {
    const row = <usize>getI(places, i), w = stiffness * getF(j, i);
    let to = privateAt(row);
    for (let e = 0; e <= i; e++) {
      if (e == own) to = sharedAt(row) + (i < split ? 0 : delta);
      if (e == split) to = sharedAt(row);
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

/** Adds the sums of `p` and `q` to the entries of two columns of a row; columns side by side are added at once. */
// @ts-ignore: decorator
@inline
function addBoth(row: usize, first: usize, second: usize, p: v128, q: v128): void {
  if (second != first + 8) {
    addF(row + first, sum(p));
    addF(row + second, sum(q));
    return;
  }
  const sums = f64x2.add(v128.shuffle<f64>(p, q, 0, 2), v128.shuffle<f64>(p, q, 1, 3));
  v128.store(row + first, f64x2.add(v128.load(row + first), sums));
}

/** In the row of each column of the block: the columns up to it, first those private to a tree, then the shared ones. */
function addOnePair(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE), split = load<i32>(b, SPLIT), delta = <usize>load<i32>(b, DELTA);
  const places = <usize>load<u32>(b, COLUMN), start = <usize>load<u32>(b, J);
  const c0 = columnOf(0, 0), c1 = columnOf(1, 0);
  let at = start;
  for (let i = 0; i < n; i++, at += 16) {
    const row = <usize>getI(places, i), w = f64x2.add(times(c0, at), times(c1, at + 8));
    let e = 0, j = start, end = min(i + 1, own), to = privateAt(row);
    for (let part = 0; part < 3; part++) {
      for (; e + 1 < end; e += 2, j += 32)
        addBoth(to, <usize>getI(places, e), <usize>getI(places, e + 1), f64x2.mul(w, v128.load(j)), f64x2.mul(w, v128.load(j, 16)));
      if (e < end) {
        addF(to + <usize>getI(places, e), sum(f64x2.mul(w, v128.load(j))));
        e++;
        j += 16;
      }
      if (end > i) break;
      // the columns of its first tree, if the row is of the second; then those of its own
      const isFirst = part == 0 && split <= i;
      end = isFirst ? split : i + 1;
      to = sharedAt(row) + (isFirst ? delta : 0);
    }
  }
}

/** The Jacobian of a block of four rows (the last may be padding), row by row, so that two columns are added at once. */
function transpose(from: usize, n: i32): void {
  const stride = <usize>n << 3;
  let to = rows;
  for (let i = 0; i < n; i++, from += 32, to += 8) {
    store<f64>(to, load<f64>(from));
    store<f64>(to + stride, load<f64>(from, 8));
    store<f64>(to + 2 * stride, load<f64>(from, 16));
    store<f64>(to + 3 * stride, load<f64>(from, 24));
  }
}

// @ts-ignore: decorator
@inline
function twoPairs(w: v128, v: v128, j: usize): v128 {
  return f64x2.add(f64x2.mul(w, v128.load(j)), f64x2.mul(v, v128.load(j, 16)));
}

function addTwoPairs(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE), split = load<i32>(b, SPLIT), delta = <usize>load<i32>(b, DELTA);
  const places = <usize>load<u32>(b, COLUMN), start = <usize>load<u32>(b, J), stride = <usize>n << 3;
  const diagonal = f64x2.add(columnOf(0, 0), columnOf(1, 0)), moreDiagonal = f64x2.add(columnOf(2, 1), columnOf(3, 1));
  transpose(start, n);
  let at = start;
  for (let i = 0; i < n; i++, at += 32) {
    const row = <usize>getI(places, i);
    let w = f64x2.splat(0), v = f64x2.splat(0);
    if (isDiagonal) {
      w = f64x2.mul(diagonal, v128.load(at));
      v = f64x2.mul(moreDiagonal, v128.load(at, 16));
    } else
      for (let q: usize = 0; q < 4; q++) {
        w = f64x2.add(w, times(columnOf(q, 0), at + (q << 3)));
        v = f64x2.add(v, times(columnOf(q, 1), at + (q << 3)));
      }
    const w0 = f64x2.splat(f64x2.extract_lane(w, 0)), w1 = f64x2.splat(f64x2.extract_lane(w, 1));
    const w2 = f64x2.splat(f64x2.extract_lane(v, 0)), w3 = f64x2.splat(f64x2.extract_lane(v, 1));
    let e = 0, j = rows, end = min(i + 1, own), to = privateAt(row);
    for (let part = 0; part < 3; part++) {
      for (; e + 1 < end; e += 2, j += 16) {
        const even = f64x2.add(f64x2.mul(w0, v128.load(j)), f64x2.mul(w2, v128.load(j + 2 * stride)));
        const odd = f64x2.add(f64x2.mul(w1, v128.load(j + stride)), f64x2.mul(w3, v128.load(j + 3 * stride)));
        const sums = f64x2.add(even, odd), first = to + <usize>getI(places, e), second = to + <usize>getI(places, e + 1);
        if (second == first + 8) v128.store(first, f64x2.add(v128.load(first), sums));
        else {
          addF(first, f64x2.extract_lane(sums, 0));
          addF(second, f64x2.extract_lane(sums, 1));
        }
      }
      if (e < end) {
        addF(to + <usize>getI(places, e), sum(twoPairs(w, v, start + (<usize>e << 5))));
        e++;
        j += 8;
      }
      if (end > i) break;
      // the columns of its first tree, if the row is of the second; then those of its own
      const isFirst = part == 0 && split <= i;
      end = isFirst ? split : i + 1;
      to = sharedAt(row) + (isFirst ? delta : 0);
    }
  }
}

// @ts-ignore: decorator
@inline
function threePairs(w: v128, v: v128, u: v128, j: usize): v128 {
  return f64x2.add(twoPairs(w, v, j), f64x2.mul(u, v128.load(j, 32)));
}

function addThreePairs(b: usize): void {
  const n = load<i32>(b, COLUMNS), own = load<i32>(b, PRIVATE), split = load<i32>(b, SPLIT), delta = <usize>load<i32>(b, DELTA);
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
    let e = 0, j = start, end = min(i + 1, own), to = privateAt(row);
    for (let part = 0; part < 3; part++) {
      for (; e + 1 < end; e += 2, j += 96)
        addBoth(to, <usize>getI(places, e), <usize>getI(places, e + 1), threePairs(w, v, u, j), threePairs(w, v, u, j + 48));
      if (e < end) {
        addF(to + <usize>getI(places, e), sum(threePairs(w, v, u, j)));
        e++;
        j += 48;
      }
      if (end > i) break;
      // the columns of its first tree, if the row is of the second; then those of its own
      const isFirst = part == 0 && split <= i;
      end = isFirst ? split : i + 1;
      to = sharedAt(row) + (isFirst ? delta : 0);
    }
  }
}
