// Normal forces of the contacts of the last step, from which the next one starts (Coulomb.ts). A contact is known by its two
// geoms and by its number among the contacts of these two, so that it is found whatever else touches. Two geoms that touch at
// more or fewer points than in the last step start without forces: the numbers may mean other points. A hash table with open
// addressing and at most half of its slots in use.

import { ROW_CONTACT } from "../../src/physics/kernel/KernelLayout";
import { getF, getI } from "./Memory";
import { atDim, atGeom, contactBytes, contacts, nefc, rowForce, rowId, rowType } from "./Model";

// byte offsets in a slot: the smaller geom, -1 in a free slot; the larger one; number; in slots of number 0, contacts of the
// pair in the last step, in this step, and those looked up so far; f64 force
const FIRST: usize = 0;
const SECOND: usize = 4;
const NUMBER: usize = 8;
const COUNT: usize = 12;
const NOW: usize = 16;
const NEXT: usize = 20;
const FORCE: usize = 24;
const SLOT: usize = 32;

/** Of a contact that was not there. */
export const NO_FORCE: f64 = -1;

let slots: usize = 0, mask: u32 = 0;

/** `count`: a power of two. */
export function useForceMemory(start: usize, count: i32): void {
  slots = start;
  mask = <u32>count - 1;
  clear();
}

export function forceSlot(): usize {
  return SLOT;
}

function clear(): void {
  memory.fill(slots, 0xff, (<usize>mask + 1) * SLOT);
}

// @ts-ignore: decorator
@inline
function isOf(p: usize, first: i32, second: i32, number: i32): bool {
  return load<i32>(p, FIRST) == first && load<i32>(p, SECOND) == second && load<i32>(p, NUMBER) == number;
}

/** The slot of a contact, or the free one where it belongs. */
function find(first: i32, second: i32, number: i32): usize {
  let i: u32 = (<u32>first * 0x9e3779b1) ^ (<u32>second * 0x85ebca6b) ^ (<u32>number * 0xc2b2ae35);
  i ^= i >> 15;
  let p = slots + <usize>(i & mask) * SLOT;
  while (load<i32>(p, FIRST) >= 0 && !isOf(p, first, second, number)) p = slots + <usize>(++i & mask) * SLOT;
  return p;
}

/** To call before the contacts of a step are looked up, in their order. */
export function beginRecall(): void {
  for (let i: u32 = 0; i <= mask; i++) store<i64>(slots + <usize>i * SLOT, 0, NOW);
  for (let row = nextContact(0); row < nefc; row = nextContact(row + dimAt(row))) {
    const p = firstSlotOf(contactAt(row));
    if (load<i32>(p, FIRST) >= 0) store<i32>(p, load<i32>(p, NOW) + 1, NOW);
  }
}

export function recall(contact: usize): f64 {
  const first = firstSlotOf(contact);
  if (load<i32>(first, FIRST) < 0 || load<i32>(first, NOW) != load<i32>(first, COUNT)) return NO_FORCE;
  const number = load<i32>(first, NEXT);
  store<i32>(first, number + 1, NEXT);
  const p = number > 0 ? find(load<i32>(first, FIRST), load<i32>(first, SECOND), number) : first;
  return load<f64>(p, FORCE);
}

/** Keeps the forces of this step. Returns 0, or the number of contacts that need room. */
export function rememberForces(): i32 {
  let count = 0;
  for (let row = nextContact(0); row < nefc; row = nextContact(row + dimAt(row))) count++;
  if (<u32>(2 * count) > mask) return count;
  clear();
  for (let row = nextContact(0); row < nefc; row = nextContact(row + dimAt(row))) {
    const contact = contactAt(row);
    const a = load<i32>(contact + atGeom), b = load<i32>(contact + atGeom, 4);
    addForce(min(a, b), max(a, b), getF(rowForce, row));
  }
  return 0;
}

/** The first row of a contact, from `row` on. */
function nextContact(row: i32): i32 {
  while (row < nefc && getI(rowType, row) != ROW_CONTACT) row++;
  return row;
}

// @ts-ignore: decorator
@inline
function contactAt(row: i32): usize {
  return contacts + <usize>getI(rowId, row) * contactBytes;
}

// @ts-ignore: decorator
@inline
function dimAt(row: i32): i32 {
  return load<i32>(contactAt(row) + atDim);
}

/** The slot of the first contact of a pair, or the free one where it belongs. */
function firstSlotOf(contact: usize): usize {
  const a = load<i32>(contact + atGeom), b = load<i32>(contact + atGeom, 4);
  return find(min(a, b), max(a, b), 0);
}

/** As the next contact of its pair. There must be room. */
export function addForce(first: i32, second: i32, force: f64): void {
  let p = find(first, second, 0), number = 0;
  if (load<i32>(p, FIRST) < 0) store<i32>(p, 1, COUNT);
  else {
    number = load<i32>(p, COUNT);
    store<i32>(p, number + 1, COUNT);
    p = find(first, second, number);
  }
  store<i32>(p, first, FIRST);
  store<i32>(p, second, SECOND);
  store<i32>(p, number, NUMBER);
  store<f64>(p, force, FORCE);
}
