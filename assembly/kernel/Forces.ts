// Forces of the rows at the present x = J a - a_ref, and the state of each block: on which piece of the cost it lies. With D the
// stiffness of a row, N its normal force, m the friction coefficients, T = |m x_t| the slip:
//   equality  f = -D x                bounded  f = -D x, at most the bound          pushing  f = -D x while x < 0
//   cone      the engine's elliptic cone, with the slip `SHIFT` taken out of x_n
//   frozen    f_n = -D x_n while x_n < 0; each part of f_t = -D_t x_t, at most LIMIT in the norm |f_t / m|

import { BOUNDED, EQUALITY, FRICTION, KIND, LIMIT, MU, partEnd, PUSHING, ROW, SHIFT, SIZE, STATE, X, toF } from "./Blocks";
import { blockOf } from "./Islands";
import { getF, getI, putF } from "./Memory";
import { rowBound, rowD } from "./Model";

// states: of one row
export const UNKNOWN: i32 = -1;
export const OPEN: i32 = 0;
/** f = -D x, for all rows of the block. */
export const LINEAR: i32 = 1;
export const AT_BOUND_UP: i32 = 2;
export const AT_BOUND_DOWN: i32 = 3;
/** On the surface of the engine's cone. */
export const ON_CONE: i32 = 4;
// states of a contact with frozen normal force: sums of these, with STUCK and SLIDING shifted by two bits for each part
export const FROZEN: i32 = 128;
export const PRESSED: i32 = 1;
export const STUCK: i32 = 2;
export const SLIDING: i32 = 4;
export const ANY_SLIDING: i32 = 4 + 16 + 64;
export const ANY_STUCK: i32 = 2 + 8 + 32;

/** Contacts on a curved piece of the cost. */
export let sliding: i32 = 0;

/** `frozen`: normal forces are frozen for friction, where there is a limit; else the convex cone. Returns whether a state has changed. */
export function updateForces(from: i32, to: i32, frozen: bool): bool {
  let changed = false;
  sliding = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), kind = load<i32>(b, KIND);
    const state = kind <= PUSHING ? updateRow(b, kind) : frozen && load<f64>(b, LIMIT) >= 0 ? updateFrozen(b) : updateCone(b);
    if (state == load<i32>(b, STATE)) continue;
    changed = true;
    store<i32>(b, state, STATE);
  }
  return changed;
}

function updateRow(b: usize, kind: i32): i32 {
  const x = <usize>load<u32>(b, X), row = load<i32>(b, ROW);
  const f = -getF(rowD, row) * load<f64>(x);
  if (kind == BOUNDED) {
    const bound = getF(rowBound, row);
    if (f >= bound) {
      store<f64>(x + toF, bound);
      return AT_BOUND_UP;
    }
    if (f <= -bound) {
      store<f64>(x + toF, -bound);
      return AT_BOUND_DOWN;
    }
  } else if (kind != EQUALITY && !(f > 0)) {
    store<f64>(x + toF, 0);
    return OPEN;
  }
  store<f64>(x + toF, f);
  return LINEAR;
}

/** T of rows `from` to `end` of a contact at x. */
// @ts-ignore: decorator
@inline
export function slipOf(b: usize, x: usize, from: i32, end: i32): f64 {
  const m = <usize>load<u32>(b, FRICTION);
  let tt: f64 = 0;
  for (let q = from; q < end; q++) {
    const u = getF(x, q) * getF(m, q - 1);
    tt += u * u;
  }
  return Math.sqrt(tt);
}

/** f = -scale m² x. */
function slide(b: usize, x: usize, scale: f64, from: i32, end: i32): void {
  const m = <usize>load<u32>(b, FRICTION);
  for (let q = from; q < end; q++) {
    const mq = getF(m, q - 1);
    putF(x + toF, q, -scale * mq * mq * getF(x, q));
  }
}

/** f = -D x. */
function stick(b: usize, x: usize, from: i32, end: i32): void {
  const row = load<i32>(b, ROW);
  for (let q = from; q < end; q++) putF(x + toF, q, -getF(rowD, row + q) * getF(x, q));
}

/** D_t / m²: the same for all rows of friction. */
// @ts-ignore: decorator
@inline
export function stickiness(b: usize): f64 {
  const m = load<f64>(<usize>load<u32>(b, FRICTION));
  return getF(rowD, load<i32>(b, ROW) + 1) / (m * m);
}

function updateFrozen(b: usize): i32 {
  const x = <usize>load<u32>(b, X), xn = load<f64>(x), limit = load<f64>(b, LIMIT), size = load<i32>(b, SIZE);
  let state = xn < 0 ? FROZEN + PRESSED : FROZEN;
  store<f64>(x + toF, xn < 0 ? -getF(rowD, load<i32>(b, ROW)) * xn : 0);
  if (limit == 0) {
    slide(b, x, 0, 1, size);
    return state;
  }
  const stiffness = stickiness(b);
  for (let part = 0, q = 1; q < size; part++) {
    const end = partEnd(part, size), slip = slipOf(b, x, q, end);
    if (stiffness * slip <= limit) {
      stick(b, x, q, end);
      state += STUCK << (2 * part);
    } else {
      slide(b, x, limit / slip, q, end);
      state += SLIDING << (2 * part);
    }
    q = end;
  }
  if (state & ANY_SLIDING) sliding++;
  return state;
}

/** With N = mu x_n: open above the dual cone, linear below, else the distance to the cone: D (N - mu T)² / (2 mu² (1 + mu²)). */
function updateCone(b: usize): i32 {
  const x = <usize>load<u32>(b, X), mu = load<f64>(b, MU), size = load<i32>(b, SIZE);
  const xn = load<f64>(x) + load<f64>(b, SHIFT), slip = slipOf(b, x, 1, size);
  if (xn >= slip) {
    store<f64>(x + toF, 0);
    slide(b, x, 0, 1, size);
    return OPEN;
  }
  if (mu * mu * xn + slip <= 0) {
    store<f64>(x + toF, -getF(rowD, load<i32>(b, ROW)) * xn);
    stick(b, x, 1, size);
    return LINEAR;
  }
  const f = (getF(rowD, load<i32>(b, ROW)) / (1 + mu * mu)) * (slip - xn);
  store<f64>(x + toF, f);
  slide(b, x, f / slip, 1, size);
  sliding++;
  return ON_CONE;
}
