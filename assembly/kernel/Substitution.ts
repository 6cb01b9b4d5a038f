// Forward and backward substitution with the factor of Factor.ts: L Lᵀ x = y, for one vector or for two at once.

import { dot, dotBoth } from "./Factor";
import { getF, getI, putF } from "./Memory";
import { rowsOf, segmentsTimes, subtractSegments } from "./SparseFactor";
import { countOf, firstOf, members, ownOffset, rowBytes, sparse } from "./SparseOrder";
import {
  direction, firstPrivate, firstShared, gradient, inverse, privateEnd, privateRow, privateSize, sharedRow, size,
} from "./Vectors";

/** Search direction d with H d = -gradient. */
export function solveDirection(): void {
  for (let i = 0; i < size; i++) putF(direction, i, -getF(gradient, i));
  solveFor(direction);
}

/** The same in a large island. */
function solveSparsely(y: usize): void {
  for (let i = 0; i < privateSize; i++) {
    const k = getI(firstPrivate, i) & ~1, x = getF(y, i);
    putF(y, i, (k < i ? x - dot(<usize>getI(privateRow, i), y, k, i) : x) * getF(inverse, i));
  }
  for (let t = 0; t < members; t++) {
    const first = getI(firstOf, t), end = first + getI(countOf, t), ownTo = getI(privateEnd, first);
    let row = rowsOf(t);
    for (let i = first; i < end; i++, row += <usize>getI(rowBytes, t)) {
      const k = getI(firstPrivate, i) & ~1, own = row + <usize>getI(ownOffset, t);
      let x = getF(y, i) - segmentsTimes(t, row, y);
      if (k < ownTo) x -= dot(<usize>getI(privateRow, i), y, k, ownTo);
      for (let j = first; j < i; j++) x -= getF(own, j - first) * getF(y, j);
      putF(y, i, x * getF(inverse, i));
    }
  }
  for (let t = members - 1; t >= 0; t--) {
    const first = getI(firstOf, t), last = first + getI(countOf, t) - 1, ownTo = getI(privateEnd, first);
    let row = rowsOf(t) + <usize>((last - first) * getI(rowBytes, t));
    for (let i = last; i >= first; i--, row -= <usize>getI(rowBytes, t)) {
      const x = getF(y, i) * getF(inverse, i), own = row + <usize>getI(ownOffset, t);
      putF(y, i, x);
      for (let j = first; j < i; j++) putF(y, j, getF(y, j) - x * getF(own, j - first));
      subtract(y, <usize>getI(privateRow, i), getI(firstPrivate, i), ownTo, x);
      subtractSegments(t, row, y, x);
    }
  }
  for (let i = privateSize - 1; i >= 0; i--) {
    const x = getF(y, i) * getF(inverse, i);
    putF(y, i, x);
    subtract(y, <usize>getI(privateRow, i), getI(firstPrivate, i), i, x);
  }
}

/** Replaces y by the x with H x = y. */
export function solveFor(y: usize): void {
  if (sparse) return solveSparsely(y);
  for (let i = 0; i < size; i++) {
    let x = getF(y, i);
    const k = getI(firstPrivate, i) & ~1, to = i < privateSize ? i : getI(privateEnd, i);
    if (k < to) x -= dot(<usize>getI(privateRow, i), y, k, to);
    if (i >= privateSize) x -= dot(<usize>getI(sharedRow, i), y, getI(firstShared, i) & ~1, i);
    putF(y, i, x * getF(inverse, i));
  }
  for (let i = size - 1; i >= 0; i--) {
    const x = getF(y, i) * getF(inverse, i);
    putF(y, i, x);
    const to = i < privateSize ? i : getI(privateEnd, i);
    subtract(y, <usize>getI(privateRow, i), getI(firstPrivate, i), to, x);
    if (i >= privateSize) subtract(y, <usize>getI(sharedRow, i), getI(firstShared, i), i, x);
  }
}

/** The same for y and z at once. */
export function solveForBoth(y: usize, z: usize): void {
  if (sparse) {
    solveSparsely(y);
    return solveSparsely(z);
  }
  for (let i = 0; i < size; i++) {
    let both = f64x2.replace_lane(f64x2.splat(getF(y, i)), 1, getF(z, i));
    const k = getI(firstPrivate, i) & ~1, to = i < privateSize ? i : getI(privateEnd, i);
    if (k < to) both = f64x2.sub(both, dotBoth(y, z, <usize>getI(privateRow, i), k, to));
    if (i >= privateSize) both = f64x2.sub(both, dotBoth(y, z, <usize>getI(sharedRow, i), getI(firstShared, i) & ~1, i));
    both = f64x2.mul(both, f64x2.splat(getF(inverse, i)));
    putF(y, i, f64x2.extract_lane(both, 0));
    putF(z, i, f64x2.extract_lane(both, 1));
  }
  for (let i = size - 1; i >= 0; i--) {
    const x = getF(y, i) * getF(inverse, i), w = getF(z, i) * getF(inverse, i);
    putF(y, i, x);
    putF(z, i, w);
    const to = i < privateSize ? i : getI(privateEnd, i);
    subtractBoth(y, z, <usize>getI(privateRow, i), getI(firstPrivate, i), to, x, w);
    if (i >= privateSize) subtractBoth(y, z, <usize>getI(sharedRow, i), getI(firstShared, i), i, x, w);
  }
}

// @ts-ignore: decorator
@inline
function subtractBoth(y: usize, z: usize, row: usize, from: i32, to: i32, x: f64, w: f64): void {
  const xx = f64x2.splat(x), ww = f64x2.splat(w);
  let j = from & ~1;
  for (; j + 1 < to; j += 2) {
    const at = <usize>j << 3, entries = v128.load(row + at);
    v128.store(y + at, f64x2.sub(v128.load(y + at), f64x2.mul(xx, entries)));
    v128.store(z + at, f64x2.sub(v128.load(z + at), f64x2.mul(ww, entries)));
  }
  if (j < to) {
    putF(y, j, getF(y, j) - x * getF(row, j));
    putF(z, j, getF(z, j) - w * getF(row, j));
  }
}

/** y -= x row, from one column to another; a row begins with zeros up to an even column. */
// @ts-ignore: decorator
@inline
function subtract(y: usize, row: usize, from: i32, to: i32, x: f64): void {
  const xx = f64x2.splat(x);
  let j = from & ~1;
  for (; j + 1 < to; j += 2) {
    const at = <usize>j << 3;
    v128.store(y + at, f64x2.sub(v128.load(y + at), f64x2.mul(xx, v128.load(row + at))));
  }
  if (j < to) putF(y, j, getF(y, j) - x * getF(row, j));
}
