// Mass matrix of the island being solved: its entries as a list, so that products and the Hessian need no search.

import { entryAt } from "./Factor";
import { getF, getI, putF, putI, take } from "./Memory";
import { mass, massColumn, massStart, massWidth } from "./Model";
import { dofAt, firstPrivate, firstShared, placeOf, privateSize, size } from "./Vectors";

/** Number of entries; byte offsets of row and column in the vectors; values; addresses in the factor. */
let entries: i32 = 0;
let places: usize = 0, values: usize = 0, targets: usize = 0;

export function countMass(): i32 {
  let count = 0;
  for (let i = 0; i < size; i++) count += getI(massWidth, getI(dofAt, i));
  return count;
}

export function massBytes(count: i32): usize {
  return <usize>count * 20 + 64;
}

/** Copies the entries and widens the rows of the factor to hold them. Returns the trace. */
export function takeMass(count: i32): f64 {
  places = take(<usize>count << 3);
  values = take(<usize>count << 3);
  targets = take(<usize>count << 2);
  let trace: f64 = 0;
  entries = 0;
  for (let i = 0; i < size; i++) {
    const dof = getI(dofAt, i), start = getI(massStart, dof), width = getI(massWidth, dof);
    for (let k = start; k < start + width; k++) {
      const place = getI(placeOf, getI(massColumn, k)), j = place >> 3;
      putI(places, 2 * entries, place);
      putI(places, 2 * entries + 1, i << 3);
      putF(values, entries++, getF(mass, k));
      const row = max(i, j), column = min(i, j);
      const first = column < privateSize ? firstPrivate : firstShared;
      if (getI(first, row) > column) putI(first, row, column);
    }
    trace += getF(mass, start + width - 1);
  }
  return trace;
}

/** When the rows of the factor have their places. */
export function placeMass(): void {
  for (let k = 0; k < entries; k++) {
    const x = <usize>getI(places, 2 * k), y = <usize>getI(places, 2 * k + 1);
    putI(targets, k, <i32>entryAt(max(x, y), min(x, y)));
  }
}

/** The Hessian's first part; the factor must be zero. */
export function addMass(): void {
  for (let k = 0; k < entries; k++) store<f64>(<usize>getI(targets, k), getF(values, k));
}

/** out = M x */
export function multiplyMass(out: usize, x: usize): void {
  memory.fill(out, 0, <usize>size << 3);
  for (let k = 0; k < entries; k++) {
    const row = <usize>getI(places, 2 * k), column = <usize>getI(places, 2 * k + 1), m = getF(values, k);
    store<f64>(out + row, load<f64>(out + row) + m * load<f64>(x + column));
    if (row != column) store<f64>(out + column, load<f64>(out + column) + m * load<f64>(x + row));
  }
}
