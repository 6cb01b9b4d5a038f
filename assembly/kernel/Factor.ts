// The Cholesky factor L of the Hessian of an island, H = L Lᵀ, in place of H (FactorRows.ts). Rows that begin at the same column
// are reduced two at a time.

import { treeAt } from "./FactorRows";
import { getF, getI, putF } from "./Memory";
import { dot as dotRows, reduceSegments, rowsOf } from "./SparseFactor";
import { countOf, firstOf, members, ownOffset, rowBytes, sparse } from "./SparseOrder";
import { firstPrivate, firstShared, inverse, privateEnd, privateRow, privateSize, sharedRow, size } from "./Vectors";

/** Product of columns from `from` (even) to `to` of two rows. */
// @ts-ignore: decorator
@inline
export function dot(p: usize, q: usize, from: i32, to: i32): f64 {
  let x = p + (<usize>from << 3), y = q + (<usize>from << 3);
  let s = f64x2.splat(0), t = f64x2.splat(0);
  let i = to - from;
  for (; i >= 4; i -= 4) {
    s = f64x2.add(s, f64x2.mul(v128.load(x), v128.load(y)));
    t = f64x2.add(t, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
    x += 32;
    y += 32;
  }
  if (i >= 2) {
    s = f64x2.add(s, f64x2.mul(v128.load(x), v128.load(y)));
    x += 16;
    y += 16;
  }
  s = f64x2.add(s, t);
  const sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  return i & 1 ? sum + load<f64>(x) * load<f64>(y) : sum;
}

/** H = L Lᵀ, with the inverse of the diagonal of L apart. False: H is not positive definite. */
export function factorise(): bool {
  for (let i = 0; i < privateSize; ) {
    const from = getI(firstPrivate, i), isPair = from < i && i + 1 < privateSize && getI(firstPrivate, i + 1) == from;
    if (!(isPair ? reducePrivateTwo(i, from) : reducePrivateOne(i, from))) return false;
    i += isPair ? 2 : 1;
  }
  if (sparse) return factoriseTrees();
  for (let i = privateSize; i < size; ) {
    const isPair = i + 1 < size && treeAt(i) == treeAt(i + 1);
    if (!(isPair ? reduceTwo(i) : reduceOne(i))) return false;
    i += isPair ? 2 : 1;
  }
  return true;
}

/** Shared rows of a large island. */
function factoriseTrees(): bool {
  for (let t = 0; t < members; t++) {
    reduceSegments(t);
    const first = getI(firstOf, t), n = getI(countOf, t), segments = <usize>getI(ownOffset, t), stride = <usize>getI(rowBytes, t);
    const rows = rowsOf(t), ownTo = getI(privateEnd, first);
    let p = rows;
    for (let i = 0; i < n; i++, p += stride) {
      const own = <usize>getI(privateRow, first + i), from = getI(firstPrivate, first + i), row = p + segments;
      const squares = reducePrivate(own, from, ownTo);
      let q = rows;
      for (let k = 0; k < i; k++, q += stride) {
        let x = getF(row, k) - dotRows(p, q, segments) - ownDot(own, from, first + k, ownTo);
        for (let c = 0; c < k; c++) x -= getF(row, c) * getF(q + segments, c);
        putF(row, k, x * getF(inverse, first + k));
      }
      let diagonal = getF(row, i) - squares - dotRows(p, p, segments);
      for (let c = 0; c < i; c++) diagonal -= getF(row, c) * getF(row, c);
      if (!finish(first + i, diagonal)) return false;
    }
  }
  return true;
}

function reducePrivateOne(i: i32, from: i32): bool {
  const row = <usize>getI(privateRow, i);
  return finish(i, getF(row, i) - reducePrivate(row, from, i));
}

/** Two private rows that begin at the same column. */
function reducePrivateTwo(i: i32, from: i32): bool {
  const p = <usize>getI(privateRow, i), q = <usize>getI(privateRow, i + 1), start = from & ~1;
  for (let j = from; j < i; j++) {
    const k = max(from, getI(firstPrivate, j)) & ~1, scale = getF(inverse, j);
    let x = getF(p, j), y = getF(q, j);
    if (k < j) {
      const both = dotBoth(p, q, <usize>getI(privateRow, j), k, j);
      x -= f64x2.extract_lane(both, 0);
      y -= f64x2.extract_lane(both, 1);
    }
    putF(p, j, x * scale);
    putF(q, j, y * scale);
  }
  if (!finish(i, getF(p, i) - dot(p, p, start, i))) return false;
  putF(q, i, (getF(q, i) - dot(q, p, start, i)) * getF(inverse, i));
  return finish(i + 1, getF(q, i + 1) - dot(q, q, start, i + 1));
}

/** dot(p, r) and dot(q, r), with the same sums. */
// @ts-ignore: decorator
@inline
export function dotBoth(p: usize, q: usize, r: usize, from: i32, to: i32): v128 {
  const skip = <usize>from << 3;
  let x = p + skip, y = q + skip, z = r + skip, i = to - from;
  let s = f64x2.splat(0), t = f64x2.splat(0), u = f64x2.splat(0), v = f64x2.splat(0);
  for (; i >= 4; i -= 4, x += 32, y += 32, z += 32) {
    const a = v128.load(z), b = v128.load(z, 16);
    s = f64x2.add(s, f64x2.mul(v128.load(x), a));
    t = f64x2.add(t, f64x2.mul(v128.load(x, 16), b));
    u = f64x2.add(u, f64x2.mul(v128.load(y), a));
    v = f64x2.add(v, f64x2.mul(v128.load(y, 16), b));
  }
  if (i >= 2) {
    const a = v128.load(z);
    s = f64x2.add(s, f64x2.mul(v128.load(x), a));
    u = f64x2.add(u, f64x2.mul(v128.load(y), a));
    x += 16;
    y += 16;
    z += 16;
  }
  s = f64x2.add(s, t);
  u = f64x2.add(u, v);
  const sums = f64x2.add(v128.shuffle<f64>(s, u, 0, 2), v128.shuffle<f64>(s, u, 1, 3));
  if (!(i & 1)) return sums;
  const last = f64x2.replace_lane(f64x2.splat(load<f64>(x)), 1, load<f64>(y));
  return f64x2.add(sums, f64x2.mul(last, f64x2.splat(load<f64>(z))));
}

/** A row of shared degrees of freedom. */
function reduceOne(i: i32): bool {
  const own = <usize>getI(privateRow, i), row = <usize>getI(sharedRow, i);
  const ownFrom = getI(firstPrivate, i), ownTo = getI(privateEnd, i);
  const diagonal = getF(row, i) - reducePrivate(own, ownFrom, ownTo);
  return finish(i, diagonal - reduceShared(i, row, own, ownFrom, ownTo));
}

/** Two rows of one tree that begin at the same column, against two rows above where these are of one tree too. */
function reduceTwo(i: i32): bool {
  const p = <usize>getI(sharedRow, i), q = <usize>getI(sharedRow, i + 1), from = getI(firstShared, i);
  const ownP = <usize>getI(privateRow, i), ownQ = <usize>getI(privateRow, i + 1), ownTo = getI(privateEnd, i);
  const fromP = getI(firstPrivate, i), fromQ = getI(firstPrivate, i + 1);
  const diagonalP = getF(p, i) - reducePrivate(ownP, fromP, ownTo);
  const diagonalQ = getF(q, i + 1) - reducePrivate(ownQ, fromQ, ownTo);
  const hasOwn = min(fromP, fromQ) < ownTo;
  for (let j = from; j < i; ) {
    const first = max(from, getI(firstShared, j)) & ~1, above = <usize>getI(sharedRow, j);
    // rows of the same tree have private columns in common
    const isOwn = hasOwn && getI(privateEnd, j) == ownTo, isPair = !isOwn && j + 1 < i && treeAt(j) == treeAt(j + 1);
    if (isPair) {
      const second = <usize>getI(sharedRow, j + 1);
      dotFour(p, q, above, second, first, j);
      const x = (getF(p, j) - f64x2.extract_lane(sums, 0)) * getF(inverse, j);
      const y = (getF(q, j) - f64x2.extract_lane(sums, 1)) * getF(inverse, j);
      putF(p, j, x);
      putF(q, j, y);
      const l = getF(second, j), scale = getF(inverse, j + 1);
      putF(p, j + 1, (getF(p, j + 1) - f64x2.extract_lane(moreSums, 0) - l * x) * scale);
      putF(q, j + 1, (getF(q, j + 1) - f64x2.extract_lane(moreSums, 1) - l * y) * scale);
      j += 2;
      continue;
    }
    let x = getF(p, j), y = getF(q, j);
    if (first < j) {
      const both = dotTwo(p, q, above, first, j);
      x -= f64x2.extract_lane(both, 0);
      y -= f64x2.extract_lane(both, 1);
    }
    if (isOwn) {
      x -= ownDot(ownP, fromP, j, ownTo);
      y -= ownDot(ownQ, fromQ, j, ownTo);
    }
    const scale = getF(inverse, j);
    putF(p, j, x * scale);
    putF(q, j, y * scale);
    j++;
  }
  const k = from & ~1;
  if (!finish(i, diagonalP - dot(p, p, k, i))) return false;
  putF(q, i, (getF(q, i) - dot(p, q, k, i) - ownDot(ownQ, fromQ, i, ownTo)) * getF(inverse, i));
  return finish(i + 1, diagonalQ - dot(q, q, k, i + 1));
}

/** Product of the private columns of a row, from `from` on, and of row j. */
// @ts-ignore: decorator
@inline
function ownDot(own: usize, from: i32, j: i32, to: i32): f64 {
  const k = max(from, getI(firstPrivate, j)) & ~1;
  return k < to ? dot(own, <usize>getI(privateRow, j), k, to) : 0;
}

/** Products of two rows p, q with a row r, columns from `from` (even) to `to`. */
// @ts-ignore: decorator
@inline
function dotTwo(p: usize, q: usize, r: usize, from: i32, to: i32): v128 {
  const skip = <usize>from << 3;
  let x = p + skip, y = q + skip, z = r + skip, i = to - from;
  let s = f64x2.splat(0), t = f64x2.splat(0), u = f64x2.splat(0), v = f64x2.splat(0);
  for (; i >= 4; i -= 4, x += 32, y += 32, z += 32) {
    const a = v128.load(z), b = v128.load(z, 16);
    s = f64x2.add(s, f64x2.mul(v128.load(x), a));
    t = f64x2.add(t, f64x2.mul(v128.load(y), a));
    u = f64x2.add(u, f64x2.mul(v128.load(x, 16), b));
    v = f64x2.add(v, f64x2.mul(v128.load(y, 16), b));
  }
  s = f64x2.add(s, u);
  t = f64x2.add(t, v);
  if (i >= 2) {
    const a = v128.load(z);
    s = f64x2.add(s, f64x2.mul(v128.load(x), a));
    t = f64x2.add(t, f64x2.mul(v128.load(y), a));
    x += 16;
    y += 16;
    z += 16;
  }
  const sums = f64x2.add(v128.shuffle<f64>(s, t, 0, 2), v128.shuffle<f64>(s, t, 1, 3));
  if (!(i & 1)) return sums;
  const last = f64x2.replace_lane(f64x2.splat(load<f64>(x)), 1, load<f64>(y));
  return f64x2.add(sums, f64x2.mul(last, f64x2.splat(load<f64>(z))));
}

/** Products of two rows p, q with r, and with s. */
let sums: v128 = f64x2.splat(0), moreSums: v128 = f64x2.splat(0);

// @ts-ignore: decorator
@inline
function dotFour(p: usize, q: usize, r: usize, s: usize, from: i32, to: i32): void {
  const skip = <usize>from << 3;
  let x = p + skip, y = q + skip, z = r + skip, w = s + skip, i = to - from;
  let pr = f64x2.splat(0), qr = f64x2.splat(0), ps = f64x2.splat(0), qs = f64x2.splat(0);
  for (; i >= 2; i -= 2, x += 16, y += 16, z += 16, w += 16) {
    const a = v128.load(x), b = v128.load(y), c = v128.load(z), d = v128.load(w);
    pr = f64x2.add(pr, f64x2.mul(a, c));
    qr = f64x2.add(qr, f64x2.mul(b, c));
    ps = f64x2.add(ps, f64x2.mul(a, d));
    qs = f64x2.add(qs, f64x2.mul(b, d));
  }
  sums = f64x2.add(v128.shuffle<f64>(pr, qr, 0, 2), v128.shuffle<f64>(pr, qr, 1, 3));
  moreSums = f64x2.add(v128.shuffle<f64>(ps, qs, 0, 2), v128.shuffle<f64>(ps, qs, 1, 3));
  if (!(i & 1)) return;
  const last = f64x2.replace_lane(f64x2.splat(load<f64>(x)), 1, load<f64>(y));
  sums = f64x2.add(sums, f64x2.mul(last, f64x2.splat(load<f64>(z))));
  moreSums = f64x2.add(moreSums, f64x2.mul(last, f64x2.splat(load<f64>(w))));
}

/** The private columns of a row of L; returns the sum of their squares. */
function reducePrivate(row: usize, from: i32, to: i32): f64 {
  for (let j = from; j < to; j++) {
    const k = max(from, getI(firstPrivate, j)) & ~1;
    let x = getF(row, j);
    if (k < j) x -= dot(row, <usize>getI(privateRow, j), k, j);
    putF(row, j, x * getF(inverse, j));
  }
  const k = from & ~1;
  return k < to ? dot(row, row, k, to) : 0;
}

function reduceShared(i: i32, row: usize, own: usize, ownFrom: i32, ownTo: i32): f64 {
  const from = getI(firstShared, i);
  for (let j = from; j < i; j++) {
    const k = max(from, getI(firstShared, j)) & ~1;
    let x = getF(row, j);
    if (k < j) x -= dot(row, <usize>getI(sharedRow, j), k, j);
    // rows of the same tree have private columns in common
    if (getI(privateEnd, j) == ownTo) x -= ownDot(own, ownFrom, j, ownTo);
    putF(row, j, x * getF(inverse, j));
  }
  return dot(row, row, from & ~1, i);
}

function finish(i: i32, diagonal: f64): bool {
  if (!(diagonal > 0)) return false;
  putF(inverse, i, 1 / Math.sqrt(diagonal));
  return true;
}
