// Masks of the engine's geoms and bodies for one collision. The engine tests two geoms if the contype of one has a bit of the
// conaffinity of the other. All close pairs with the same first solid share a bit: its contype, and the conaffinity of the
// others. So the engine tests these pairs and few more. Bits are used again by solids whose pairs may collide with each other
// anyway. Where there are too many pairs, or static meshes, whose masks stay, every close solid keeps the masks of the model.

import { SOLID_BODY, SOLID_CONAFFINITY, SOLID_CONTYPE, SOLID_GEOM, SOLID_GROUP, SOLID_NEAR } from "../../src/physics/kernel/CollisionLayout";
import { getI, putI, take } from "./Memory";
import { bodyConaffinity, bodyContype, geomConaffinity, geomContype, solidAt, solidCount } from "./Solids";

const MAX_PAIRS: i32 = 256;
const BITS: i32 = 32;
export const MASK_BYTES: usize = 256 * 12 + 48;

/** Close pairs in the order of the search: addresses of the solids, and number of their bit. */
let firsts: usize = 0, seconds: usize = 0, bits: usize = 0;
let pairCount: i32 = 0;
/** Whether a close solid has masks that stay. */
let fixed: bool = false;
/** Solids whose masks are on; -1: not yet known. */
export let onCount: i32 = -1;

export function placeMasks(): void {
  firsts = take(4 * MAX_PAIRS);
  seconds = take(4 * MAX_PAIRS);
  bits = take(4 * MAX_PAIRS);
  onCount = -1;
}

export function beginMasks(): void {
  pairCount = 0;
  fixed = false;
  for (let i = 0; i < solidCount; i++) store<i32>(solidAt(i), 0, SOLID_NEAR);
}

/** Whether the engine may collide two solids, by the masks of the model. */
function mayCollide(a: usize, b: usize): bool {
  const x = load<i32>(a, SOLID_CONTYPE) & load<i32>(b, SOLID_CONAFFINITY);
  const y = load<i32>(b, SOLID_CONTYPE) & load<i32>(a, SOLID_CONAFFINITY);
  return (x | y) != 0;
}

/** Whether `meet` would change nothing: there are too many pairs for masks by pair, and both solids are close to others (M8). */
export function isKnown(a: usize, b: usize): bool {
  return pairCount > MAX_PAIRS && load<i32>(a, SOLID_NEAR) != 0 && load<i32>(b, SOLID_NEAR) != 0;
}

/** Notes a close pair if the engine collides it. */
export function meet(a: usize, b: usize): void {
  if (!mayCollide(a, b)) return;
  store<i32>(a, 1, SOLID_NEAR);
  store<i32>(b, 1, SOLID_NEAR);
  if (load<i32>(a, SOLID_BODY) < 0 || load<i32>(b, SOLID_BODY) < 0) fixed = true;
  if (pairCount < MAX_PAIRS) {
    putI(firsts, pairCount, <i32>a);
    putI(seconds, pairCount, <i32>b);
  }
  pairCount++;
}

/** Masks of the geoms, and of the bodies, which have those of all their geoms. */
export function setMasks(): void {
  let count = 0;
  for (let i = 0; i < solidCount; i++) count += load<i32>(solidAt(i), SOLID_NEAR);
  if (count == 0 && onCount == 0) return;
  onCount = count;
  const byPair = !fixed && pairCount <= MAX_PAIRS && chooseBits();
  for (let i = 0; i < solidCount; i++) {
    const s = solidAt(i), body = load<i32>(s, SOLID_BODY);
    if (body < 0) continue;
    putI(bodyContype, body, 0);
    putI(bodyConaffinity, body, 0);
    const geom = load<i32>(s, SOLID_GEOM), on = !byPair && load<i32>(s, SOLID_NEAR) != 0;
    putI(geomContype, geom, on ? load<i32>(s, SOLID_CONTYPE) : 0);
    putI(geomConaffinity, geom, on ? load<i32>(s, SOLID_CONAFFINITY) : 0);
  }
  if (byPair)
    for (let k = 0; k < pairCount; k++) {
      add(geomContype, load<i32>(<usize>getI(firsts, k), SOLID_GEOM), 1 << getI(bits, k));
      add(geomConaffinity, load<i32>(<usize>getI(seconds, k), SOLID_GEOM), 1 << getI(bits, k));
    }
  for (let i = 0; i < solidCount; i++) {
    const s = solidAt(i), body = load<i32>(s, SOLID_BODY);
    if (body < 0) continue;
    const geom = load<i32>(s, SOLID_GEOM);
    add(bodyContype, body, getI(geomContype, geom));
    add(bodyConaffinity, body, getI(geomConaffinity, geom));
  }
}

// @ts-ignore: decorator
@inline
function add(masks: usize, i: i32, mask: i32): void {
  putI(masks, i, getI(masks, i) | mask);
}

/** False: there are not enough bits. */
function chooseBits(): bool {
  for (let k = 0, groups = 0; k < pairCount; groups++) {
    const first = getI(firsts, k);
    let end = k + 1;
    while (end < pairCount && getI(firsts, end) == first) end++;
    let tries = 0, bit = groups % BITS;
    for (; groups >= BITS && tries < BITS && !isFree(bit, k, end); tries++) bit = (bit + 1) % BITS;
    if (tries == BITS) return false;
    for (; k < end; k++) putI(bits, k, bit);
  }
  return true;
}

/** Whether what the pairs from `from` to `to` would be tested against, if they had this bit too, may collide with them. */
function isFree(bit: i32, from: i32, to: i32): bool {
  const first = <usize>getI(firsts, from);
  for (let k = 0; k < from; k++) {
    if (getI(bits, k) != bit) continue;
    if (!areOthers(first, <usize>getI(seconds, k))) return false;
    for (let i = from; i < to; i++) if (!areOthers(<usize>getI(firsts, k), <usize>getI(seconds, i))) return false;
  }
  return true;
}

function areOthers(a: usize, b: usize): bool {
  return load<i32>(a, SOLID_GROUP) != load<i32>(b, SOLID_GROUP) && mayCollide(a, b);
}
