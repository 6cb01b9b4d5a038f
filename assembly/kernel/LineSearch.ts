// Exact line search along a Newton direction: the zero of the slope of the cost, which is convex along the line. Newton's method
// on the slope, kept inside a bracket.

import { BOUNDED, CONTACT, EQUALITY, FRICTION, KIND, LIMIT, MU, partEnd, ROW, SEARCH, SHIFT, SIZE, X, toV } from "./Blocks";
import { stickiness } from "./Forces";
import { blockOf } from "./Islands";
import { getF, getI } from "./Memory";
import { rowBound, rowD } from "./Model";
import { motorBend, motorSlope, searchMotors } from "./Motors";
import { direction, momentum, push, size } from "./Vectors";

/** The slope that remains, as a share of the slope at the start. */
const PRECISION: f64 = 0.02;
/** Enough to find the narrow linear piece of a hard motor row by bisection. */
const MAX_TRIALS: i32 = 60;
/** The bracket grows by at most this factor. */
const GROWTH: f64 = 10;

/** First and second derivative at the last trial. */
let slope: f64 = 0, bend: f64 = 0;
/** Of the masses and equalities, which are quadratic: at 0, and per unit of length. */
let start: f64 = 0, rise: f64 = 0;

// stiffness of friction; then for each part of it |m x_t|², m x_t . m v_t, |m v_t|²
const STIFFNESS: usize = SEARCH, UU: usize = SEARCH + 8, UV: usize = SEARCH + 16, VV: usize = SEARCH + 24;
const PART_BYTES: usize = 24;

/** Length of the step. `slope0`: slope at its start, below 0. */
export function searchLine(from: i32, to: i32, frozen: bool, slope0: f64): f64 {
  prepare(from, to);
  const small = PRECISION * abs(slope0);
  let length: f64 = 1, low: f64 = 0, high: f64 = -1;
  for (let trial = 0; trial < MAX_TRIALS; trial++) {
    evaluate(from, to, frozen, length);
    if (abs(slope) <= small) break;
    if (slope < 0) low = length;
    else high = length;
    let next = bend > 0 ? length - slope / bend : -1;
    if (high >= 0) {
      if (!(next > low && next < high)) next = 0.5 * (low + high);
    } else {
      if (!(next > low)) next = 2 * low;
      next = min(next, GROWTH * low);
    }
    length = next;
  }
  return length;
}

function prepare(from: i32, to: i32): void {
  start = 0;
  rise = 0;
  for (let i = 0; i < size; i++) {
    const d = getF(direction, i);
    rise += d * getF(push, i);
    start += d * getF(momentum, i);
  }
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), kind = load<i32>(b, KIND);
    if (kind == EQUALITY) {
      const x = <usize>load<u32>(b, X), stiffness = getF(rowD, load<i32>(b, ROW)), v = load<f64>(x + toV);
      rise += stiffness * v * v;
      start += stiffness * v * load<f64>(x);
    } else if (kind == CONTACT) prepareContact(b);
  }
}

function prepareContact(b: usize): void {
  const x = <usize>load<u32>(b, X), n = load<i32>(b, SIZE), m = <usize>load<u32>(b, FRICTION);
  store<f64>(b, stickiness(b), STIFFNESS);
  let at = b;
  for (let part = 0, q = 1; q < n; part++, at += PART_BYTES) {
    const end = partEnd(part, n);
    let uu: f64 = 0, uv: f64 = 0, vv: f64 = 0;
    for (; q < end; q++) {
      const mq = getF(m, q - 1), u = mq * getF(x, q), v = mq * getF(x + toV, q);
      uu += u * u;
      uv += u * v;
      vv += v * v;
    }
    store<f64>(at, uu, UU);
    store<f64>(at, uv, UV);
    store<f64>(at, vv, VV);
  }
}

function evaluate(from: i32, to: i32, frozen: bool, length: f64): void {
  searchMotors(length, start + length * rise, rise);
  slope = motorSlope;
  bend = motorBend;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), kind = load<i32>(b, KIND);
    if (kind == EQUALITY) continue;
    const at = <usize>load<u32>(b, X), v = load<f64>(at + toV), x = load<f64>(at) + length * v;
    const row = load<i32>(b, ROW), stiffness = getF(rowD, row);
    if (kind == BOUNDED) addBounded(x, v, stiffness, getF(rowBound, row));
    else if (kind != CONTACT) addPushing(x, v, stiffness);
    else if (frozen && load<f64>(b, LIMIT) >= 0) {
      addPushing(x, v, stiffness);
      if (load<f64>(b, LIMIT) > 0) addFrozen(b, length);
    } else addCone(b, length, x + load<f64>(b, SHIFT), v, stiffness);
  }
}

// @ts-ignore: decorator
@inline
function addPushing(x: f64, v: f64, stiffness: f64): void {
  if (!(x < 0)) return;
  slope += stiffness * x * v;
  bend += stiffness * v * v;
}

// @ts-ignore: decorator
@inline
function addBounded(x: f64, v: f64, stiffness: f64, bound: f64): void {
  const f = stiffness * x;
  if (f >= bound) slope += bound * v;
  else if (f <= -bound) slope -= bound * v;
  else {
    slope += f * v;
    bend += stiffness * v * v;
  }
}

function addFrozen(b: usize, length: f64): void {
  const stiffness = load<f64>(b, STIFFNESS), limit = load<f64>(b, LIMIT), n = load<i32>(b, SIZE);
  let at = b;
  for (let part = 0, q = 1; q < n; part++, at += PART_BYTES) {
    const uv = load<f64>(at, UV), vv = load<f64>(at, VV), along = uv + length * vv;
    const slip = Math.sqrt(max(0, load<f64>(at, UU) + length * (uv + along)));
    q = partEnd(part, n);
    if (stiffness * slip <= limit) {
      slope += stiffness * along;
      bend += stiffness * vv;
      continue;
    }
    const rate = along / slip;
    slope += limit * rate;
    bend += (limit * (vv - rate * rate)) / slip;
  }
}

function addCone(b: usize, length: f64, x: f64, v: f64, stiffness: f64): void {
  const mu = load<f64>(b, MU), n = load<i32>(b, SIZE);
  let uu: f64 = 0, uv: f64 = 0, vv: f64 = 0, at = b;
  for (let part = 0, q = 1; q < n; part++, at += PART_BYTES) {
    uu += load<f64>(at, UU);
    uv += load<f64>(at, UV);
    vv += load<f64>(at, VV);
    q = partEnd(part, n);
  }
  const along = uv + length * vv, slip = Math.sqrt(max(0, uu + length * (uv + along)));
  if (x >= slip) return;
  if (mu * mu * x + slip <= 0) {
    const friction = load<f64>(b, STIFFNESS);
    slope += stiffness * x * v + friction * along;
    bend += stiffness * v * v + friction * vv;
    return;
  }
  const e = stiffness / (1 + mu * mu), rate = along / slip;
  slope += e * (slip - x) * (rate - v);
  bend += e * ((rate - v) * (rate - v) + ((slip - x) * (vv - rate * rate)) / slip);
}
