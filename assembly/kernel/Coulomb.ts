// Frozen normal forces. With limits L in their place, Coulomb friction is a convex problem; at its solution the normal forces N
// are others, so the limits are moved and the problem is solved again, until N = L. Few sliding contacts are moved by Newton's
// method (Response.ts), many by mixing the last updates (Mixing.ts).

import { CONTACT, FRICTION, KIND, LIMIT, OFF, partEnd, SHIFT, SIZE, STATE, TOO_HIGH, TOO_LOW, X, toF } from "./Blocks";
import { ANY_SLIDING, ANY_STUCK, LINEAR, OPEN, slipOf } from "./Forces";
import { blockOf } from "./Islands";
import { NO_FORCE } from "./LastForces";
import { getF, getI } from "./Memory";
import { moveByMixing, remember } from "./Mixing";
import { addResponse, clearResponses, moveByResponse } from "./Response";

/**
 * Normal forces are settled within this share of their own size (9 parts) and of the largest of the island (1 part). What
 * remains is the same in every step and adds up, so it is small; where Newton's method moves the limits, it costs nothing.
 */
const SETTLED: f64 = 1e-4;
const SETTLED_BY_RESPONSE: f64 = 1e-5;
const OWN_PART: f64 = 0.9;
/** Updates after which limits are kept in brackets, which ends cycles. */
const BRACKET_AFTER: i32 = 4;
/** Brackets are forgotten after so many updates, because other limits have moved since. */
const ROUND: i32 = 8;
/** So many updates of a round are Newton's, if they can be: where they cycle, mixing ends it. */
const BY_RESPONSE: i32 = 6;

/** Smaller slip at the end of a step, as an acceleration times friction coefficient, counts as none, m/s². */
const SLIPS: f64 = 1;

/** Updates in which a limit may leave an unstable solution: the only one, when it comes back. */
const LEAPS: i32 = 2;

/** An island with more constraints than this has bounded work (Solve.ts). */
export const MANY: i32 = 32;
/** Such an island starts with the convex cone unless it has so many times more contacts with a limit than without. */
const KNOWN: i32 = 4;

/** Updates so far. */
let count: i32 = 0;
/** Whether all sliding contacts are among the responses. */
let fits: bool = true;

/** How an island starts: which of its contacts have a limit from the last step or from the last solve. */
export const WARM: i32 = 0;
export const PARTLY_WARM: i32 = 1;
export const COLD: i32 = 2;

/**
 * To call after holdSlip. A contact that slips without a force, and that friction could press, would keep none: it has no
 * limit, and the convex cone decides.
 */
export function findStart(from: i32, to: i32): i32 {
  let known = 0, unknown = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const limit = load<f64>(b, LIMIT), slip = load<f64>(b, SHIFT);
    if (limit == 0 && slip > 0 && load<f64>(<usize>load<u32>(b, X)) < slip) store<f64>(b, NO_FORCE, LIMIT);
    if (load<f64>(b, LIMIT) < 0) unknown++;
    else known++;
  }
  return unknown == 0 ? WARM : known > (to - from > MANY ? KNOWN * unknown : 0) ? PARTLY_WARM : COLD;
}

/** Freezes the normal forces: the limits that are there, unless `anew`, and those of the convex cone. */
export function startLimits(from: i32, to: i32, anew: bool): void {
  count = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    if (anew || load<f64>(b, LIMIT) < 0) store<f64>(b, load<f64>(<usize>load<u32>(b, X) + toF), LIMIT);
    store<f64>(b, 0, OFF);
    store<f64>(b, -1, TOO_LOW);
    store<f64>(b, -1, TOO_HIGH);
  }
}

/** The next solve starts with the convex cone. */
export function forgetLimits(from: i32, to: i32): void {
  for (let k = from; k < to; k++) store<f64>(<usize>getI(blockOf, k), NO_FORCE, LIMIT);
}

/** Whether the solution with the convex cone fulfils Coulomb's law: every contact sticks or separates. */
export function isExact(from: i32, to: i32): bool {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const state = load<i32>(b, STATE), shift = load<f64>(b, SHIFT), x = <usize>load<u32>(b, X);
    if (state == LINEAR) {
      // rows that act as a constant force (Blow.ts) are not as stiff as the cone takes them to be
      if (shift != 0 || frictionOf(b) > load<f64>(x + toF)) return false;
    } else if (state != OPEN || load<f64>(x) < 0) return false;
  }
  return true;
}

/**
 * Compares the limits with the normal forces of the present accelerations. True: they agree; else moves them. `direct`: the
 * factor is that of the present states.
 */
export function moveLimits(from: i32, to: i32, direct: bool): bool {
  if (isSettled(from, to)) return true;
  count++;
  if (direct && fits && count % ROUND < BY_RESPONSE && moveByResponse(count <= LEAPS)) moveStuck(from, to);
  else moveByMixing(from, to, count - 1);
  if (count > BRACKET_AFTER) keepInBrackets(from, to);
  return false;
}

/** Compares the limits with the normal forces of the present accelerations. */
export function isSettled(from: i32, to: i32): bool {
  let largest: f64 = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) == CONTACT) largest = max(largest, load<f64>(<usize>load<u32>(b, X) + toF));
  }
  return compare(from, to, largest);
}

/** Notes how far each limit is off. Whether all agree. */
function compare(from: i32, to: i32, largest: f64): bool {
  let worst: f64 = 0;
  fits = true;
  clearResponses();
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const normal = load<f64>(<usize>load<u32>(b, X) + toF), state = load<i32>(b, STATE);
    const slides = (state & ANY_SLIDING) != 0, sticks = !slides && (state & ANY_STUCK) != 0;
    // friction that does not reach its limit would be the same with its own size as limit
    const limit = sticks ? min(load<f64>(b, LIMIT), frictionOf(b)) : load<f64>(b, LIMIT);
    const off = sticks && limit <= normal ? 0 : normal - limit;
    if (off != 0) worst = max(worst, abs(off) / (OWN_PART * normal + (1 - OWN_PART) * largest));
    if (slides) {
      fits = fits && addResponse(b);
      store<f64>(b, off > 0 ? limit : -1, TOO_LOW);
    } else {
      store<f64>(b, off == 0 ? normal : limit, LIMIT);
      store<f64>(b, off == 0 ? -1 : limit, TOO_HIGH);
    }
    remember(b, count - 1, load<f64>(b, LIMIT), off);
  }
  return worst <= (fits ? SETTLED_BY_RESPONSE : SETTLED);
}

/** The normal force that the friction of a contact needs: the largest |f_t / m| of its parts. */
function frictionOf(b: usize): f64 {
  const f = <usize>load<u32>(b, X) + toF, m = <usize>load<u32>(b, FRICTION), size = load<i32>(b, SIZE);
  let most: f64 = 0;
  for (let part = 0, q = 1; q < size; part++) {
    const end = partEnd(part, size);
    let ff: f64 = 0;
    for (; q < end; q++) {
      const share = getF(f, q) / getF(m, q - 1);
      ff += share * share;
    }
    most = max(most, ff);
  }
  return Math.sqrt(most);
}

/** The limits that Response.ts does not move. */
function moveStuck(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT || load<i32>(b, STATE) & ANY_SLIDING) continue;
    store<f64>(b, load<f64>(b, LIMIT) + load<f64>(b, OFF), LIMIT);
  }
}

/**
 * Contacts that jump between sliding at a limit that is too low and sticking with more friction than their normal force allows:
 * their limit lies between the two.
 */
function keepInBrackets(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT || load<f64>(b, OFF) == 0) continue;
    const low = load<f64>(b, TOO_LOW), high = load<f64>(b, TOO_HIGH), limit = load<f64>(b, LIMIT);
    if (low < 0 || high < 0) continue;
    if (!(limit > low && limit < high) && low < high) store<f64>(b, 0.5 * (low + high), LIMIT);
    if (count % ROUND == 0) {
      store<f64>(b, -1, TOO_LOW);
      store<f64>(b, -1, TOO_HIGH);
    }
  }
}

/**
 * For the convex cone: the present slip of each contact is taken out of its normal row. The cone would else turn slip into
 * lift; where the slip stays as it is, its solution is that of Coulomb's law (de Saxcé's correction, held fixed). Returns the
 * largest number of rows of friction of a contact; 1: omni wheels only, whose friction has no curved cost; 0: no contact.
 */
export function holdSlip(from: i32, to: i32): i32 {
  let directions = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const slip = slipOf(b, <usize>load<u32>(b, X), 1, load<i32>(b, SIZE));
    store<f64>(b, slip > SLIPS ? slip : 0, SHIFT);
    directions = max(directions, load<i32>(b, SIZE) - 1);
  }
  return directions;
}
