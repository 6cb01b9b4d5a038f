// Broad phase: which solids are close to each other. Sweep and prune along x with boxes along the axes of the world, then the
// boxes of the solids themselves, then the gap between round ones. Close pairs that the engine collides get masks of their own (Masks.ts), so that a wall never
// reaches the engine's narrow phase of what is far from it. Close pairs of the collider of cylinders
// (CylinderContacts.ts), and solids close to a plane (PlaneContacts.ts), are listed instead. What is found does not depend on
// the order along x.

import {
  ELLIPSOID, NEAR_PLANE, OTHER, SOLID_BODY, SOLID_COLLIDER, SOLID_GROUP, SOLID_HIGH, SOLID_KIND, SOLID_LOW, SPHERE,
} from "../../src/physics/kernel/CollisionLayout";
import { approachSpeed } from "./Approach";
import { isWide } from "./Gap";
import { beginMasks, isKnown, MASK_BYTES, meet, placeMasks, setMasks } from "./Masks";
import { getI, putI, take, takeFrom } from "./Memory";
import {
  areApart, areExcluded, boundedCount, boundSolid, marginOf, placeOf, scratch, solidAt, solidCount, turnOf,
} from "./Solids";

/** Bounded solids sorted by the lower end of their boxes along x; kept between steps because the order changes little. */
let order: usize = 0;
/** Solids close to a plane: addresses of plane and solid, and whether the solid is an omni wheel on this plane. */
export let onPlane: usize = 0, onPlaneCount: i32 = 0;
/** Close pairs of the collider's solids, as found; and sorted by their numbers. */
let found: usize = 0, foundCount: i32 = 0, maxPairs: i32 = 0, pairLimit: i32 = 0;
let sorted: usize = 0;
/** By number in the collider: where its pairs begin, and where its next pair goes. */
let first: usize = 0, next: usize = 0;
/** By plane, then by bounded solid, a byte: whether the solid is an omni wheel on this plane. */
let wheels: usize = 0;
/** Time for which solids are looked for that reach a plane, s; negative: all within the margins. */
let aheadSec: f64 = -1;
/** Rounding of heights, m. */
const SLACK: f64 = 1e-9;

export function broadPhaseBytes(bounded: i32, planes: i32): usize {
  return <usize>bounded * 12 + <usize>(bounded * planes) * 13 + MASK_BYTES + 128;
}

export function placeBroadPhase(): void {
  takeFrom(scratch);
  order = take(<usize>boundedCount << 2);
  first = take((<usize>boundedCount + 1) << 2);
  next = take(<usize>boundedCount << 2);
  const places = <usize>(boundedCount * (solidCount - boundedCount));
  onPlane = take(12 * places);
  wheels = take(places);
  memory.fill(wheels, 0, places);
  for (let i = 0; i < boundedCount; i++) putI(order, i, <i32>solidAt(i));
  placeMasks();
}

/** Address of the marks of omni wheels. */
export function wheelMarks(): usize {
  return wheels;
}

/** Memory for this many pairs, twice. */
export function usePairMemory(start: usize, pairs: i32): void {
  found = start;
  sorted = start + (<usize>pairs << 3);
  maxPairs = pairs;
}

/** For the next looks. */
export function lookAhead(sec: f64): void {
  aheadSec = sec;
}

/**
 * Finds what is close and sets the masks. Returns the number of pairs of the collider, which may not all have had memory. The
 * search ends when it has found `limit` pairs.
 */
export function lookAround(limit: i32): i32 {
  onPlaneCount = 0;
  pairLimit = limit;
  foundCount = 0;
  beginMasks();
  for (let i = 0; i < boundedCount; i++) boundSolid(solidAt(i));
  for (let i = boundedCount; i < solidCount; i++) lookAtPlane(solidAt(i), wheels + <usize>((i - boundedCount) * boundedCount));
  sortAlong();
  sweep();
  setMasks();
  if (foundCount > 1 && foundCount <= maxPairs) sortPairs();
  return foundCount;
}

/** Address of the pairs: two numbers each, the lower first. */
export function closePairs(): usize {
  return foundCount > 1 ? sorted : found;
}

function lookAtPlane(plane: usize, marks: usize): void {
  const p = placeOf(plane), m = turnOf(plane);
  const nx = load<f64>(m, 16), ny = load<f64>(m, 40), nz = load<f64>(m, 64);
  const base = nx * load<f64>(p) + ny * load<f64>(p, 8) + nz * load<f64>(p, 16), height = base + marginOf(plane);
  // the lowest corner of a box has these coordinates
  const x = nx > 0 ? SOLID_LOW : SOLID_HIGH, y = ny > 0 ? SOLID_LOW : SOLID_HIGH, z = nz > 0 ? SOLID_LOW : SOLID_HIGH;
  const isSwept = aheadSec >= 0 && load<i32>(plane, SOLID_BODY) == 0;
  for (let i = 0; i < boundedCount; i++) {
    const s = solidAt(i);
    const low = nx * load<f64>(s + x) + ny * load<f64>(s + y, 8) + nz * load<f64>(s + z, 16);
    if (low > height) continue;
    if (load<i32>(s, SOLID_GROUP) == load<i32>(plane, SOLID_GROUP)) continue;
    const kind = load<i32>(s, SOLID_KIND);
    const isTheirs = kind == OTHER || kind == ELLIPSOID, margin = marginOf(s);
    const gap = low - base + margin * (abs(nx) + abs(ny) + abs(nz));
    if (isSwept && kind != SPHERE && isBeyond(s, gap, isTheirs ? 0 : NEAR_PLANE, nx, ny, nz)) continue;
    if (isTheirs) meet(plane, s);
    else {
      const at = 3 * onPlaneCount++;
      putI(onPlane, at, <i32>plane);
      putI(onPlane, at + 1, <i32>s);
      putI(onPlane, at + 2, <i32>load<u8>(marks + <usize>i));
    }
  }
}

/**
 * Whether a box at this height does not get to a plane in time. `margin`: of the plane; 0 for the engine's contacts, because it
 * takes the larger of two margins. Spheres are not asked: a ball may be deflected to the ground within the step.
 */
function isBeyond(solid: usize, gap: f64, margin: f64, nx: f64, ny: f64, nz: f64): bool {
  if (gap <= NEAR_PLANE + margin) return false;
  return gap > margin + aheadSec * approachSpeed(solid, nx, ny, nz) + SLACK;
}

function sortAlong(): void {
  for (let i = 1; i < boundedCount; i++) {
    const s = getI(order, i), low = load<f64>(<usize>s, SOLID_LOW);
    let k = i - 1;
    for (; k >= 0 && load<f64>(<usize>getI(order, k), SOLID_LOW) > low; k--) putI(order, k + 1, getI(order, k));
    putI(order, k + 1, s);
  }
}

/** Gaps that are measured in one search; further pairs count as close, and the engine finds that they are not (M8). */
const MAX_GAPS: i32 = 20_000;
/** Pairs of the last search whose gap was asked for. */
export let testCount: i32 = 0;

function sweep(): void {
  testCount = 0;
  for (let i = 0; i < boundedCount; i++) {
    const a = <usize>getI(order, i), right = load<f64>(a, SOLID_HIGH), group = load<i32>(a, SOLID_GROUP);
    const low = v128.load(a, SOLID_LOW + 8), high = v128.load(a, SOLID_HIGH + 8);
    for (let k = i + 1; k < boundedCount; k++) {
      const b = <usize>getI(order, k);
      if (load<f64>(b, SOLID_LOW) > right) break;
      // apart along y or z
      if (v128.any_true(v128.or(f64x2.gt(v128.load(b, SOLID_LOW + 8), high), f64x2.gt(low, v128.load(b, SOLID_HIGH + 8))))) continue;
      if (load<i32>(b, SOLID_GROUP) == group) continue;
      const x = load<i32>(a, SOLID_COLLIDER), y = load<i32>(b, SOLID_COLLIDER);
      if (x >= 0 && y >= 0) {
        list(min(x, y), max(x, y));
        if (foundCount >= pairLimit) return;
      }
      else if (!isKnown(a, b) && !areExcluded(a, b) && !areApart(a, b) && (++testCount > MAX_GAPS || !isWide(a, b))) meet(a, b);
    }
  }
}

function list(a: i32, b: i32): void {
  if (foundCount < maxPairs) {
    putI(found, 2 * foundCount, a);
    putI(found, 2 * foundCount + 1, b);
  }
  foundCount++;
}

/** By the first number: counts, sums, then each to its place; by the second one by insertion. */
function sortPairs(): void {
  for (let i = 0; i <= boundedCount; i++) putI(first, i, 0);
  for (let i = 0; i < foundCount; i++) {
    const a = getI(found, 2 * i) + 1;
    putI(first, a, getI(first, a) + 1);
  }
  for (let i = 0; i < boundedCount; i++) {
    putI(next, i, getI(first, i));
    putI(first, i + 1, getI(first, i + 1) + getI(first, i));
  }
  for (let i = 0; i < foundCount; i++) {
    const a = getI(found, 2 * i), b = getI(found, 2 * i + 1), begin = getI(first, a);
    let k = getI(next, a);
    putI(next, a, k + 1);
    for (; k > begin && getI(sorted, 2 * k - 1) > b; k--) putI(sorted, 2 * k + 1, getI(sorted, 2 * k - 1));
    putI(sorted, 2 * k + 1, b);
    putI(sorted, 2 * getI(next, a) - 2, a);
  }
}
