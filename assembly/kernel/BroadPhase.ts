// Broad phase: which solids are close to each other. Sweep and prune along x with boxes along the axes of the world, then the
// boxes of the solids themselves. Solids with nothing near that the engine collides them with are masked off, so that a wall
// never reaches the engine's narrow phase of what is far from it. Close pairs of the collider of cylinders
// (CylinderContacts.ts), and solids close to a plane (PlaneContacts.ts), are listed instead. What is found does not depend on
// the order along x.

import {
  OTHER, SOLID_BODY, SOLID_COLLIDER, SOLID_CONAFFINITY, SOLID_CONTYPE, SOLID_GEOM, SOLID_GROUP, SOLID_HIGH, SOLID_KIND,
  SOLID_LOW, SOLID_NEAR,
} from "../../src/physics/kernel/CollisionLayout";
import { getI, putI, take, takeFrom } from "./Memory";
import {
  areApart, areExcluded, bodyConaffinity, bodyContype, boundedCount, boundSolid, geomConaffinity, geomContype, marginOf, placeOf, scratch, solidAt,
  solidCount, turnOf,
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
/** Solids whose masks are on; -1: not yet known. */
export let onCount: i32 = -1;

export function broadPhaseBytes(bounded: i32, planes: i32): usize {
  return <usize>bounded * 12 + <usize>(bounded * planes) * 13 + 128;
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
  onCount = -1;
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

/**
 * Finds what is close and sets the masks. Returns the number of pairs of the collider, which may not all have had memory. The
 * search ends when it has found `limit` pairs.
 */
export function lookAround(limit: i32): i32 {
  onPlaneCount = 0;
  pairLimit = limit;
  foundCount = 0;
  for (let i = 0; i < solidCount; i++) store<i32>(solidAt(i), 0, SOLID_NEAR);
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
  const height = nx * load<f64>(p) + ny * load<f64>(p, 8) + nz * load<f64>(p, 16) + marginOf(plane);
  // the lowest corner of a box has these coordinates
  const x = nx > 0 ? SOLID_LOW : SOLID_HIGH, y = ny > 0 ? SOLID_LOW : SOLID_HIGH, z = nz > 0 ? SOLID_LOW : SOLID_HIGH;
  for (let i = 0; i < boundedCount; i++) {
    const s = solidAt(i);
    if (nx * load<f64>(s + x) + ny * load<f64>(s + y, 8) + nz * load<f64>(s + z, 16) > height) continue;
    if (load<i32>(s, SOLID_GROUP) == load<i32>(plane, SOLID_GROUP)) continue;
    if (load<i32>(s, SOLID_KIND) == OTHER) meet(plane, s);
    else {
      const at = 3 * onPlaneCount++;
      putI(onPlane, at, <i32>plane);
      putI(onPlane, at + 1, <i32>s);
      putI(onPlane, at + 2, <i32>load<u8>(marks + <usize>i));
    }
  }
}

function sortAlong(): void {
  for (let i = 1; i < boundedCount; i++) {
    const s = getI(order, i), low = load<f64>(<usize>s, SOLID_LOW);
    let k = i - 1;
    for (; k >= 0 && load<f64>(<usize>getI(order, k), SOLID_LOW) > low; k--) putI(order, k + 1, getI(order, k));
    putI(order, k + 1, s);
  }
}

function sweep(): void {
  for (let i = 0; i < boundedCount; i++) {
    const a = <usize>getI(order, i), right = load<f64>(a, SOLID_HIGH), group = load<i32>(a, SOLID_GROUP);
    for (let k = i + 1; k < boundedCount; k++) {
      const b = <usize>getI(order, k);
      if (load<f64>(b, SOLID_LOW) > right) break;
      if (load<f64>(b, SOLID_LOW + 8) > load<f64>(a, SOLID_HIGH + 8) || load<f64>(a, SOLID_LOW + 8) > load<f64>(b, SOLID_HIGH + 8)) continue;
      if (load<f64>(b, SOLID_LOW + 16) > load<f64>(a, SOLID_HIGH + 16) || load<f64>(a, SOLID_LOW + 16) > load<f64>(b, SOLID_HIGH + 16)) continue;
      if (load<i32>(b, SOLID_GROUP) == group) continue;
      const x = load<i32>(a, SOLID_COLLIDER), y = load<i32>(b, SOLID_COLLIDER);
      if (x >= 0 && y >= 0) {
        list(min(x, y), max(x, y));
        if (foundCount >= pairLimit) return;
      }
      else if (!areExcluded(a, b) && !areApart(a, b)) meet(a, b);
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

/** Marks both if the engine collides them. */
function meet(a: usize, b: usize): void {
  const x = load<i32>(a, SOLID_CONTYPE) & load<i32>(b, SOLID_CONAFFINITY);
  const y = load<i32>(b, SOLID_CONTYPE) & load<i32>(a, SOLID_CONAFFINITY);
  if ((x | y) == 0) return;
  store<i32>(a, 1, SOLID_NEAR);
  store<i32>(b, 1, SOLID_NEAR);
}

/** Masks of the geoms, and of the bodies, which have those of all their geoms. */
function setMasks(): void {
  let count = 0;
  for (let i = 0; i < solidCount; i++) count += load<i32>(solidAt(i), SOLID_NEAR);
  if (count == 0 && onCount == 0) return;
  onCount = count;
  for (let i = 0; i < solidCount; i++) {
    const body = load<i32>(solidAt(i), SOLID_BODY);
    if (body < 0) continue;
    putI(bodyContype, body, 0);
    putI(bodyConaffinity, body, 0);
  }
  for (let i = 0; i < solidCount; i++) {
    const s = solidAt(i), geom = load<i32>(s, SOLID_GEOM), body = load<i32>(s, SOLID_BODY);
    if (body < 0) continue;
    const on = load<i32>(s, SOLID_NEAR);
    const contype = on ? load<i32>(s, SOLID_CONTYPE) : 0, conaffinity = on ? load<i32>(s, SOLID_CONAFFINITY) : 0;
    putI(geomContype, geom, contype);
    putI(geomConaffinity, geom, conaffinity);
    putI(bodyContype, body, getI(bodyContype, body) | contype);
    putI(bodyConaffinity, body, getI(bodyConaffinity, body) | conaffinity);
  }
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
