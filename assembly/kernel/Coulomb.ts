// Frozen normal forces. With them fixed, Coulomb friction is a convex problem; at its solution the normal forces are others, so
// they are updated and the problem is solved again, until they stay. Aitken's factor w, from the residuals r of two updates,
// makes the sequence converge faster:
//   r = N - L,   w = -w' (r' . (r - r')) / |r - r'|²,   L += w r

import { CONTACT, FRICTION, KIND, LIMIT, OFF, ROW, SHIFT, SIZE, STATE, X, toF } from "./Blocks";
import { FROZEN, PRESSED, SLIDING, STUCK, slipOf } from "./Forces";
import { blockOf } from "./Islands";
import { getF, getI } from "./Memory";
import { rowD } from "./Model";

/** Normal forces are settled within this share of their own size (9 parts) and of the largest of the island (1 part). */
const SETTLED: f64 = 1e-4;
const OWN_PART: f64 = 0.9;
const LEAST_FACTOR: f64 = 0.2;
const LARGEST_FACTOR: f64 = 3;
/** After this many updates the factor stays below 1/2, which ends cycles. */
const CALM_AFTER: i32 = 12;
const CALM_FACTOR: f64 = 0.5;

let factor: f64 = 1;
let count: i32 = 0;

/** The normal forces at the start. False: no contact with friction. */
export function startLimits(from: i32, to: i32): bool {
  let any = false;
  count = 0;
  factor = 1;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const x = load<f64>(<usize>load<u32>(b, X));
    store<f64>(b, x < 0 ? -getF(rowD, load<i32>(b, ROW)) * x : 0, LIMIT);
    store<f64>(b, 0, OFF);
    any = true;
  }
  return any;
}

/** Takes over the normal forces of the present accelerations. True: they had settled. */
export function moveLimits(from: i32, to: i32): bool {
  let largest: f64 = 0, rd: f64 = 0, dd: f64 = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) == CONTACT) largest = max(largest, load<f64>(<usize>load<u32>(b, X) + toF));
  }
  let settled = true;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const normal = load<f64>(<usize>load<u32>(b, X) + toF);
    const limit = load<f64>(b, LIMIT), old = load<f64>(b, OFF);
    let off = normal - limit;
    if (sticksWithin(b, normal)) {
      // the limit makes no difference
      store<f64>(b, normal, LIMIT);
      off = 0;
    }
    rd += old * (off - old);
    dd += (off - old) * (off - old);
    store<f64>(b, off, OFF);
    if (abs(off) > SETTLED * (OWN_PART * normal + (1 - OWN_PART) * largest)) settled = false;
  }
  if (settled) return true;
  factor = count == 0 || dd == 0 ? 1 : min(LARGEST_FACTOR, max(LEAST_FACTOR, (-factor * rd) / dd));
  if (++count > CALM_AFTER) factor = min(factor, CALM_FACTOR);
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) == CONTACT) store<f64>(b, max(0, load<f64>(b, LIMIT) + factor * load<f64>(b, OFF)), LIMIT);
  }
  return false;
}

/** Whether the contact sticks and would stick with this normal force as its limit. */
function sticksWithin(b: usize, normal: f64): bool {
  if (load<i32>(b, STATE) != FROZEN + PRESSED + STUCK) return false;
  const f = <usize>load<u32>(b, X) + toF, m = <usize>load<u32>(b, FRICTION), size = load<i32>(b, SIZE);
  let ff: f64 = 0;
  for (let q = 1; q < size; q++) {
    const part = getF(f, q) / getF(m, q - 1);
    ff += part * part;
  }
  return ff <= normal * normal;
}

/**
 * For the convex cone: the present slip of each contact is taken out of its normal row. The cone would else turn slip into
 * lift; where the slip stays as it is, its solution is that of Coulomb's law (de Saxcé's correction, held fixed).
 */
export function holdSlip(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    store<f64>(b, load<i32>(b, STATE) & SLIDING ? slipOf(b, <usize>load<u32>(b, X)) : 0, SHIFT);
  }
}
