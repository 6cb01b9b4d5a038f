// Memory of the rows of a step. The engine makes those of equalities; they move here, and the rows of joints (JointRows.ts) and of
// contacts (ContactRows.ts) follow. The engine's data then points to this memory until its next collision.

import {
  SLOT_NEFC, SLOT_NJ, SLOT_ROW_COLUMN, SLOT_ROW_D, SLOT_ROW_J, SLOT_ROW_TYPE, SLOT_ROW_VEL,
} from "../../src/physics/kernel/KernelLayout";
import { getF, getI, putF, putI, take, takeFrom, whole } from "./Memory";
import {
  field, nefc, openRows, qvel, rowBound, rowColumn, rowD, rowId, rowJ, rowPos, rowR, rowStart, rowType, rowVel, rowWidth, setField,
} from "./Model";

/** Type, id, width and start of rows. */
const INT_ARRAYS: i32 = 4;
/** Arrays of one f64 per row, from D to speed. */
const FLOAT_ARRAYS: i32 = SLOT_ROW_VEL - SLOT_ROW_D + 1;
/** The engine's bounds of R and of the impedance. */
const SMALLEST: f64 = 1e-15;
const MAX_IMPEDANCE: f64 = 0.9999;

let start: usize = 0, bytes: usize = 0;
/** Next row and next entry of the Jacobian. */
export let row: i32 = 0, entry: i32 = 0;

export function useMadeRowMemory(from: usize, size: usize): void {
  start = from;
  bytes = size;
}

/** Moves the engine's rows, with room for so many more. Returns 0, or the bytes of memory that this needs. */
export function beginRows(moreRows: i32, moreEntries: i32): usize {
  openRows();
  const before = <i32>field(SLOT_NJ), rows = nefc + moreRows, entries = before + moreEntries;
  const perRow = <usize>INT_ARRAYS * whole(<usize>rows << 2) + <usize>FLOAT_ARRAYS * whole(<usize>rows << 3);
  const needed = perRow + whole(<usize>entries << 2) + whole(<usize>entries << 3);
  if (needed > bytes) return needed;
  takeFrom(start);
  for (let i = 0; i < INT_ARRAYS; i++) moveArray(SLOT_ROW_TYPE + i, nefc, rows, 2);
  moveArray(SLOT_ROW_COLUMN, before, entries, 2);
  moveArray(SLOT_ROW_J, before, entries, 3);
  for (let i = 0; i < FLOAT_ARRAYS; i++) moveArray(SLOT_ROW_D + i, nefc, rows, 3);
  row = nefc;
  entry = before;
  openRows();
  return 0;
}

function moveArray(slot: i32, used: i32, room: i32, shift: usize): void {
  const to = take(<usize>room << shift);
  memory.copy(to, field(slot), <usize>used << shift);
  setField(slot, <u32>to);
}

export function endRows(): void {
  setField(SLOT_NEFC, <u32>row);
  setField(SLOT_NJ, <u32>entry);
}

/** Addresses of the columns and of the values of the next row. */
// @ts-ignore: decorator
@inline
export function nextColumns(): usize {
  return rowColumn + (<usize>entry << 2);
}

// @ts-ignore: decorator
@inline
export function nextValues(): usize {
  return rowJ + (<usize>entry << 3);
}

/** Ends the next row, whose columns and values are written. `softness`: R, a share of the inverse mass. */
export function addRow(type: i32, id: i32, width: i32, pos: f64, bound: f64, softness: f64): void {
  const R = max(SMALLEST, softness);
  putI(rowType, row, type);
  putI(rowId, row, id);
  putI(rowWidth, row, width);
  putI(rowStart, row, entry);
  putF(rowPos, row, pos);
  putF(rowBound, row, bound);
  putF(rowVel, row, speedOf(nextValues(), nextColumns(), width));
  putF(rowR, row, R);
  putF(rowD, row, 1 / R);
  row++;
  entry += width;
}

/** To call when the Jacobian of a row has changed. */
export function updateSpeed(r: i32): void {
  const from = getI(rowStart, r);
  putF(rowVel, r, speedOf(rowJ + (<usize>from << 3), rowColumn + (<usize>from << 2), getI(rowWidth, r)));
}

/** J v of a row, with four sums as the engine has them. */
function speedOf(J: usize, columns: usize, width: i32): f64 {
  let s0: f64 = 0, s1: f64 = 0, s2: f64 = 0, s3: f64 = 0, i = 0;
  for (; i <= width - 4; i += 4) {
    s0 += getF(J, i) * getF(qvel, getI(columns, i));
    s1 += getF(J, i + 1) * getF(qvel, getI(columns, i + 1));
    s2 += getF(J, i + 2) * getF(qvel, getI(columns, i + 2));
    s3 += getF(J, i + 3) * getF(qvel, getI(columns, i + 3));
  }
  let sum = s0 + s2 + (s1 + s3);
  for (; i < width; i++) sum += getF(J, i) * getF(qvel, getI(columns, i));
  return sum;
}

/** The engine's impedance at `solimp`, which does not depend on the distance, as a share: R over inverse mass. */
// @ts-ignore: decorator
@inline
export function softnessBy(solimp: usize, inverse: f64): f64 {
  const impedance = min(MAX_IMPEDANCE, 0.5 * (load<f64>(solimp) + load<f64>(solimp, 8)));
  return ((1 - impedance) * inverse) / impedance;
}
