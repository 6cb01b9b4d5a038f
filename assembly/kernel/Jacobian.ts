// Products with the Jacobian J of an island: J x for all its rows, and Jᵀ f. Also copies J from the engine's memory into the
// layout of Blocks.ts and widens the rows of the factor to hold Jᵀ D J.

import { COLUMN, COLUMNS, FROM_COLUMN, FROM_J, J, PAIRS, PRIVATE, SIZE, X, toF } from "./Blocks";
import { blockOf } from "./Islands";
import { addF, getF, getI, putF, putI, take, whole } from "./Memory";
import { nv } from "./Model";
import { firstPrivate, firstShared, gradient, placeOf, privateSize } from "./Vectors";

/** Columns of a block in elimination order. */
let sorted: usize = 0;

export function sortBytes(dofs: i32): usize {
  return (<usize>dofs << 2) + 16;
}

/** Once per model. */
export function placeSort(): void {
  sorted = take(<usize>nv << 2);
}

export function blockJacobianBytes(from: i32, to: i32): usize {
  let bytes: usize = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), n = <usize>load<i32>(b, COLUMNS), pairs = <usize>load<i32>(b, PAIRS);
    bytes += whole(n << 2) + whole(pairs == 0 ? n << 3 : (n * pairs) << 4);
  }
  return bytes;
}

export function takeJacobian(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), n = load<i32>(b, COLUMNS), pairs = load<i32>(b, PAIRS);
    store<u32>(b, <u32>take(<usize>n << 2), COLUMN);
    store<u32>(b, <u32>take(pairs == 0 ? <usize>n << 3 : <usize>(n * pairs) << 4), J);
    sortColumns(b, n);
    copyRows(b, n, pairs);
    if (n > 1) widen(b, n);
  }
}

/** Insertion from the last column on: within a tree, that is elimination order already. */
function sortColumns(b: usize, n: i32): void {
  const from = <usize>load<u32>(b, FROM_COLUMN), places = <usize>load<u32>(b, COLUMN);
  let own = 0;
  for (let i = n - 1, count = 0; i >= 0; i--, count++) {
    const place = getI(placeOf, getI(from, i));
    if (place >> 3 < privateSize) own++;
    let k = count;
    for (; k > 0 && getI(places, k - 1) > place; k--) {
      putI(places, k, getI(places, k - 1));
      putI(sorted, k, getI(sorted, k - 1));
    }
    putI(places, k, place);
    putI(sorted, k, i);
  }
  store<i32>(b, own, PRIVATE);
}

function copyRows(b: usize, n: i32, pairs: i32): void {
  const from = <usize>load<u32>(b, FROM_J), size = load<i32>(b, SIZE);
  let to = <usize>load<u32>(b, J);
  if (pairs == 0) {
    for (let i = 0; i < n; i++) putF(to, i, getF(from, getI(sorted, i)));
    return;
  }
  const padded = pairs << 1;
  for (let i = 0; i < n; i++) {
    const column = getI(sorted, i);
    for (let q = 0; q < size; q++) putF(to, q, getF(from, q * n + column));
    if (size < padded) putF(to, size, 0);
    to += <usize>padded << 3;
  }
}

/** The block's columns meet in all its rows. */
function widen(b: usize, n: i32): void {
  const places = <usize>load<u32>(b, COLUMN), own = load<i32>(b, PRIVATE);
  if (own > 0) {
    const first = getI(places, 0) >> 3;
    for (let i = 0; i < n; i++) {
      const row = getI(places, i) >> 3;
      if (getI(firstPrivate, row) > first) putI(firstPrivate, row, first);
    }
  }
  if (own == n) return;
  const first = getI(places, own) >> 3;
  for (let i = own; i < n; i++) {
    const row = getI(places, i) >> 3;
    if (getI(firstShared, row) > first) putI(firstShared, row, first);
  }
}

/** J x of all rows, written `to` bytes after X. */
export function multiplyJacobian(from: i32, end: i32, x: usize, to: usize): void {
  for (let k = from; k < end; k++) {
    const b = <usize>getI(blockOf, k);
    const out = <usize>load<u32>(b, X) + to, pairs = load<i32>(b, PAIRS);
    let c = <usize>load<u32>(b, COLUMN), j = <usize>load<u32>(b, J);
    const last = c + (<usize>load<i32>(b, COLUMNS) << 2);
    if (pairs == 0) {
      let s: f64 = 0;
      for (; c < last; c += 4, j += 8) s += load<f64>(j) * load<f64>(x + <usize>load<u32>(c));
      store<f64>(out, s);
    } else if (pairs == 1) {
      let s = f64x2.splat(0);
      for (; c < last; c += 4, j += 16) s = f64x2.add(s, f64x2.mul(v128.load(j), v128.load_splat<f64>(x + <usize>load<u32>(c))));
      v128.store(out, s);
    } else if (pairs == 2) {
      let s = f64x2.splat(0), t = f64x2.splat(0);
      for (; c < last; c += 4, j += 32) {
        const y = v128.load_splat<f64>(x + <usize>load<u32>(c));
        s = f64x2.add(s, f64x2.mul(v128.load(j), y));
        t = f64x2.add(t, f64x2.mul(v128.load(j, 16), y));
      }
      v128.store(out, s);
      v128.store(out, t, 16);
    } else {
      let s = f64x2.splat(0), t = f64x2.splat(0), u = f64x2.splat(0);
      for (; c < last; c += 4, j += 48) {
        const y = v128.load_splat<f64>(x + <usize>load<u32>(c));
        s = f64x2.add(s, f64x2.mul(v128.load(j), y));
        t = f64x2.add(t, f64x2.mul(v128.load(j, 16), y));
        u = f64x2.add(u, f64x2.mul(v128.load(j, 32), y));
      }
      v128.store(out, s);
      v128.store(out, t, 16);
      v128.store(out, u, 32);
    }
  }
}

// @ts-ignore: decorator
@inline
export function sum(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** gradient -= Jᵀ f */
export function subtractForces(from: i32, end: i32): void {
  for (let k = from; k < end; k++) {
    const b = <usize>getI(blockOf, k);
    const f = <usize>load<u32>(b, X) + toF, pairs = load<i32>(b, PAIRS);
    let c = <usize>load<u32>(b, COLUMN), j = <usize>load<u32>(b, J);
    const last = c + (<usize>load<i32>(b, COLUMNS) << 2);
    if (pairs == 0) {
      const force = load<f64>(f);
      if (force == 0) continue;
      for (; c < last; c += 4, j += 8) addF(gradient + <usize>load<u32>(c), -force * load<f64>(j));
    } else if (pairs == 1) {
      const u = v128.load(f);
      for (; c < last; c += 4, j += 16) addF(gradient + <usize>load<u32>(c), -sum(f64x2.mul(u, v128.load(j))));
    } else if (pairs == 2) {
      const u = v128.load(f), v = v128.load(f, 16);
      for (; c < last; c += 4, j += 32)
        addF(gradient + <usize>load<u32>(c), -sum(f64x2.add(f64x2.mul(u, v128.load(j)), f64x2.mul(v, v128.load(j, 16)))));
    } else {
      const u = v128.load(f), v = v128.load(f, 16), w = v128.load(f, 32);
      for (; c < last; c += 4, j += 48) {
        const s = f64x2.add(f64x2.mul(u, v128.load(j)), f64x2.mul(v, v128.load(j, 16)));
        addF(gradient + <usize>load<u32>(c), -sum(f64x2.add(s, f64x2.mul(w, v128.load(j, 32)))));
      }
    }
  }
}
