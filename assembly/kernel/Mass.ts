// Mass matrix of the island being solved: its entries as a list, so that products and the Hessian need no search.

import { entryAt } from "./Factor";
import { addF, getF, getI, putF, putI, take } from "./Memory";
import { mass, massColumn, massStart, massWidth } from "./Model";
import { dofAt, firstPrivate, firstShared, placeOf, privateSize, size } from "./Vectors";

/** Row by row, the diagonal last: byte offset of the column in the vectors; value; address in the factor. */
let entries: i32 = 0;
let columns: usize = 0, values: usize = 0, targets: usize = 0;

export function countMass(): i32 {
  let count = 0;
  for (let i = 0; i < size; i++) count += getI(massWidth, getI(dofAt, i));
  return count;
}

export function massBytes(count: i32): usize {
  return <usize>count * 16 + 64;
}

/** Copies the entries and widens the rows of the factor to hold them. Returns the trace. */
export function takeMass(count: i32): f64 {
  columns = take(<usize>count << 2);
  values = take(<usize>count << 3);
  targets = take(<usize>count << 2);
  let trace: f64 = 0;
  entries = 0;
  for (let i = 0; i < size; i++) {
    const dof = getI(dofAt, i), start = getI(massStart, dof), width = getI(massWidth, dof);
    for (let k = start; k < start + width; k++) {
      const place = getI(placeOf, getI(massColumn, k)), j = place >> 3;
      putI(columns, entries, place);
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
  for (let i = 0, k = 0; i < size; i++) {
    const row = <usize>i << 3;
    for (const end = k + getI(massWidth, getI(dofAt, i)); k < end; k++) {
      const column = <usize>getI(columns, k);
      putI(targets, k, <i32>entryAt(max(row, column), min(row, column)));
    }
  }
}

/** The Hessian's first part; the factor must be zero. */
export function addMass(): void {
  for (let k = 0; k < entries; k++) store<f64>(<usize>getI(targets, k), getF(values, k));
}

/** out = M x */
export function multiplyMass(out: usize, x: usize): void {
  memory.fill(out, 0, <usize>size << 3);
  for (let i = 0, k = 0; i < size; i++, k++) {
    const own = getF(x, i);
    let s: f64 = 0;
    for (const diagonal = k + getI(massWidth, getI(dofAt, i)) - 1; k < diagonal; k++) {
      const column = <usize>getI(columns, k), m = getF(values, k);
      s += m * load<f64>(x + column);
      addF(out + column, m * own);
    }
    addF(out + (<usize>i << 3), s + getF(values, k) * own);
  }
}
