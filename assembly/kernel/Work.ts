// Work of the solver in one step, counted in units of about a nanosecond. A count depends on the rows alone, never on the
// machine, so that a step that costs too much ends at the same place everywhere (M8). Work of an island is kept by its first
// tree.

import { COLUMNS, SIZE } from "./Blocks";
import { blockOf, firstTree, treeOf } from "./Islands";
import { getF, getI, putF, take } from "./Memory";
import { nefc, trees } from "./Model";
import { countOf, members, rowBytes, sparse } from "./SparseOrder";
import { firstPrivate, firstShared, privateEnd, privateSize, size } from "./Vectors";

/** Called when the work has reached its limit. Returns the next limit, or throws. */
// @ts-ignore: decorator
@external("env", "onLimit")
declare function onLimit(): f64;

// of a block of rows in one Newton step: blocks, entries of the Jacobian, entries of its part of the Hessian
const BLOCK: f64 = 60, ENTRY: f64 = 4, PRODUCT: f64 = 1.2;
/** Of a multiplication in the factor. */
const FACTOR: f64 = 0.3;
/** Of a row, when islands are found. */
const ROW: f64 = 30;

/** Since the step began, and as much as it may become. */
export let spent: f64 = 0;
let limit: f64 = Infinity;
/** By tree. */
let works: usize = 0;
/** Of one Newton step of the island: with a new factor, and with the old one. */
let fresh: f64 = 0, again: f64 = 0;
/** First tree of the island, and what was spent before it. */
let first: i32 = 0, before: f64 = 0;

export function workBytes(treeCount: i32): usize {
  return (<usize>treeCount << 3) + 16;
}

export function placeWork(): void {
  works = take(<usize>trees << 3);
  beginWork(Infinity);
}

/** At the start of a step. */
export function beginWork(most: f64): void {
  spent = 0;
  limit = most;
  memory.fill(works, 0, <usize>trees << 3);
}

/** Address of the work of each island, by its first tree. */
export function islandWork(): usize {
  return works;
}

export function spendRows(): void {
  spent += ROW * <f64>nefc;
}

/** After the rows of the factor have been placed. */
export function beginIsland(island: i32, from: i32, to: i32): void {
  first = getI(treeOf, getI(firstTree, island));
  before = spent;
  again = 0;
  let products: f64 = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), n = <f64>load<i32>(b, COLUMNS), rows = <f64>load<i32>(b, SIZE);
    again += BLOCK + ENTRY * n * rows;
    products += n * n * rows;
  }
  let factor: f64 = 0;
  for (let i = 0; i < size; i++) {
    let width = <f64>(i + 1 - getI(firstPrivate, i));
    if (i >= privateSize) width = <f64>(getI(privateEnd, i) - getI(firstPrivate, i) + (sparse ? 0 : i + 1 - getI(firstShared, i)));
    factor += width * width;
  }
  if (sparse)
    for (let t = 0; t < members; t++) {
      const width = <f64>(getI(rowBytes, t) >> 3);
      factor += <f64>getI(countOf, t) * width * width;
    }
  fresh = again + PRODUCT * products + FACTOR * factor;
}

// @ts-ignore: decorator
@inline
export function spendStep(isFresh: bool): void {
  spent += isFresh ? fresh : again;
  if (spent > limit) askForMore();
}

/** TypeScript allows more, or throws and gives up the step. */
function askForMore(): void {
  endIsland();
  limit = onLimit();
}

export function endIsland(): void {
  putF(works, first, getF(works, first) + spent - before);
  before = spent;
}
