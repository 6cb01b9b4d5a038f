// Shared rows of the factor of a large island, with the pattern of SparseOrder.ts. Up-looking, tree by tree: with T the rows of a
// tree, U one of its segments and V the segments before U that both have,
//   L_TU = (H_TU - sum of L_TV L_UVᵀ) L_UU⁻ᵀ
// The rows of a tree lie one after the other.

import { getF, getI, putF, putI } from "./Memory";
import {
  countOf, firstOf, firstSegment, members, ownOffset, rowBytes, segmentOffset, segmentTree,
} from "./SparseOrder";
import { inverse, sharedRow } from "./Vectors";

/** Places the shared rows from `p` on, after each other; returns the end. */
export function placeSparseRows(p: usize): usize {
  for (let t = 0; t < members; t++) {
    const first = getI(firstOf, t), n = getI(countOf, t), own = getI(ownOffset, t) - (first << 3);
    for (let i = first; i < first + n; i++, p += <usize>getI(rowBytes, t)) putI(sharedRow, i, <i32>p + own);
  }
  return p;
}

/** Address of the first row of a tree. */
// @ts-ignore: decorator
@inline
export function rowsOf(t: i32): usize {
  const first = getI(firstOf, t);
  return <usize>getI(sharedRow, first) + (<usize>first << 3) - <usize>getI(ownOffset, t);
}

/** The segments of the rows of a tree. */
export function reduceSegments(t: i32): void {
  const rows = rowsOf(t), stride = <usize>getI(rowBytes, t), n = getI(countOf, t);
  const from = getI(firstSegment, t), to = getI(firstSegment, t + 1);
  for (let s = from; s < to; s++) {
    const u = getI(segmentTree, s), at = rows + <usize>getI(segmentOffset, s);
    const others = rowsOf(u), otherStride = <usize>getI(rowBytes, u), m = getI(countOf, u);
    // segments that both have, in their common order
    for (let v = from, w = getI(firstSegment, u), end = getI(firstSegment, u + 1); v < s && w < end; ) {
      const one = getI(segmentTree, v), two = getI(segmentTree, w);
      if (one == two) {
        const p = rows + <usize>getI(segmentOffset, v), q = others + <usize>getI(segmentOffset, w);
        subtractProduct(at, stride, p, q, otherStride, n, m, getI(countOf, one));
      }
      if (one <= two) v++;
      if (two <= one) w++;
    }
    divide(at, stride, n, others + <usize>getI(ownOffset, u), otherStride, m, inverse + (<usize>getI(firstOf, u) << 3));
  }
}

/** out -= P Qᵀ: rows of `width` columns; n rows of P, m rows of Q. */
function subtractProduct(out: usize, stride: usize, p: usize, q: usize, otherStride: usize, n: i32, m: i32, width: i32): void {
  const bytes = <usize>((width + 1) & ~1) << 3;
  for (let i = 0; i < n; i++, out += stride, p += stride) {
    let r = q, to = out, k = m;
    for (; k >= 2; k -= 2, r += 2 * otherStride, to += 16) {
      const second = r + otherStride;
      let a = f64x2.splat(0), b = f64x2.splat(0);
      for (let c: usize = 0; c < bytes; c += 16) {
        const x = v128.load(p + c);
        a = f64x2.add(a, f64x2.mul(x, v128.load(r + c)));
        b = f64x2.add(b, f64x2.mul(x, v128.load(second + c)));
      }
      const sums = f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
      v128.store(to, f64x2.sub(v128.load(to), sums));
    }
    if (k > 0) store<f64>(to, load<f64>(to) - dot(p, r, bytes));
  }
}

/** Product of two rows of so many bytes. */
// @ts-ignore: decorator
@inline
export function dot(p: usize, q: usize, bytes: usize): f64 {
  let a = f64x2.splat(0);
  for (let c: usize = 0; c < bytes; c += 16) a = f64x2.add(a, f64x2.mul(v128.load(p + c), v128.load(q + c)));
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

/** Rows of a segment times L_UU⁻ᵀ. */
function divide(at: usize, stride: usize, n: i32, l: usize, otherStride: usize, m: i32, inverses: usize): void {
  for (let i = 0; i < n; i++, at += stride) {
    let row = l;
    for (let k = 0; k < m; k++, row += otherStride) {
      let x = getF(at, k);
      for (let c = 0; c < k; c++) x -= getF(at, c) * getF(row, c);
      putF(at, k, x * getF(inverses, k));
    }
  }
}

/** y_T -= segments of the rows times y, for row `i` of its tree: returns the product. */
export function segmentsTimes(t: i32, row: usize, y: usize): f64 {
  let x: f64 = 0;
  for (let s = getI(firstSegment, t), end = getI(firstSegment, t + 1); s < end; s++) {
    const u = getI(segmentTree, s), p = row + <usize>getI(segmentOffset, s), q = y + (<usize>getI(firstOf, u) << 3);
    const m = getI(countOf, u);
    for (let k = 0; k < m; k++) x += getF(p, k) * getF(q, k);
  }
  return x;
}

/** y -= x times the segments of a row. */
export function subtractSegments(t: i32, row: usize, y: usize, x: f64): void {
  for (let s = getI(firstSegment, t), end = getI(firstSegment, t + 1); s < end; s++) {
    const u = getI(segmentTree, s), p = row + <usize>getI(segmentOffset, s), q = y + (<usize>getI(firstOf, u) << 3);
    const m = getI(countOf, u);
    for (let k = 0; k < m; k++) putF(q, k, getF(q, k) - x * getF(p, k));
  }
}
