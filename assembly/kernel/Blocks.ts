// A block is a constraint: one row, or the rows of one contact. Its record keeps where its rows are in the engine's memory,
// and a copy of its Jacobian for the solve: column by column, the rows of a column next to each other and padded to whole
// vectors of two, columns in elimination order.

import { ROW_CONTACT } from "../../src/physics/kernel/KernelLayout";
import { beginRecall, NO_FORCE, recall } from "./LastForces";
import { getF, getI, putF, take, whole } from "./Memory";
import {
  atDim, atFriction, atMu, contactBytes, contacts, dofTree, ne, nefc, nf, rowColumn, rowD, rowForce, rowId, rowJ, rowStart,
  rowType, rowWidth,
} from "./Model";

// kinds
/** J a = a_ref, softly. */
export const EQUALITY: i32 = 0;
/** The same with a bounded force: motors and dry friction. */
export const BOUNDED: i32 = 1;
/** Pushes only: stops and contacts without friction. */
export const PUSHING: i32 = 2;
/** A contact with friction. */
export const CONTACT: i32 = 3;

// byte offsets in a record
export const KIND: usize = 0;
/** First row in the engine's memory. */
export const ROW: usize = 4;
/** Rows in the engine's memory, and rows of the solve: an omni wheel's row along its axle is empty. */
export const DIM: usize = 8;
export const SIZE: usize = 12;
/** Vectors of two that hold one column; 0: a single row. */
export const PAIRS: usize = 16;
/** Columns, and how many of them are private to a tree (Order.ts). */
export const COLUMNS: usize = 20;
export const PRIVATE: usize = 24;
/** Addresses: the engine's columns and Jacobian; the solve's columns (as byte offsets into its vectors) and Jacobian. */
export const FROM_COLUMN: usize = 28;
export const FROM_J: usize = 32;
export const COLUMN: usize = 36;
export const J: usize = 40;
/** Address of J a - a_ref of its rows; the same along the search direction, and forces, follow at fixed distances. */
export const X: usize = 44;
/** Addresses of a contact's friction coefficients. */
export const FRICTION: usize = 48;
/** State of the rows (Forces.ts). */
export const STATE: usize = 52;
export const TREE: usize = 56;
/** Whether it joins several trees. */
export const JOINS: usize = 60;
/** f64, contacts: coefficient of the engine's cone. */
export const MU: usize = 64;
/** f64: frozen normal force (NO_FORCE: none yet), how far it was off, and the slip that the fallback takes as given (Coulomb.ts). */
export const LIMIT: usize = 72;
export const OFF: usize = 80;
export const SHIFT: usize = 88;
/** f64: limits below and above their normal force (Coulomb.ts). */
export const TOO_LOW: usize = 96;
export const TOO_HIGH: usize = 104;
/** Ten f64 of the line search. */
export const SEARCH: usize = 112;
/** f64: the limit before; then changes of limit and of OFF in the last updates (Mixing.ts). */
export const LAST_LIMIT: usize = 192;
export const HISTORY: usize = 200;
/** Columns before those of its second tree, and bytes from a row of this to the columns of the first (SparseOrder.ts). */
export const SPLIT: usize = 264;
export const DELTA: usize = 268;
/** Five f64: estimates of friction, by row (Duals.ts). */
export const DUAL: usize = 272;
const RECORD: usize = 312;

export let blocks: usize = 0, blockCount: i32 = 0;
/** Distances from X to the values along the search direction and to the forces. */
export let toV: usize = 0, toF: usize = 0;

// @ts-ignore: decorator
@inline
export function blockAt(i: i32): usize {
  return blocks + <usize>i * RECORD;
}

/** Friction of a contact has up to three parts: sliding (rows 1, 2), spinning (3), rolling (4, 5). The end of a part. */
// @ts-ignore: decorator
@inline
export function partEnd(part: i32, size: i32): i32 {
  return min(size, part == 0 ? 3 : part == 1 ? 4 : 6);
}

/** Room for the blocks of `rows` rows: records, order by island, three values per row with padding. */
export function blockBytes(rows: i32): usize {
  return <usize>rows * (RECORD + 4 + 3 * 16) + 256;
}

/**
 * Makes a block of every constraint. Rows without columns or without stiffness have no effect. `warm`: contacts start from
 * their forces of the last step.
 */
export function makeBlocks(warm: bool): void {
  if (warm) beginRecall();
  blocks = take(<usize>nefc * RECORD);
  toV = whole(<usize>nefc << 4);
  toF = 2 * toV;
  let x = take(3 * toV);
  memory.fill(x, 0, 3 * toV);
  blockCount = 0;
  for (let row = 0; row < nefc; ) {
    const b = blockAt(blockCount);
    const dim = describe(b, row, warm);
    if (load<i32>(b, COLUMNS) == 0 || getF(rowD, row) == 0) {
      for (let q = 0; q < dim; q++) putF(rowForce, row + q, 0);
    } else {
      store<u32>(b, <u32>x, X);
      const pairs = load<i32>(b, PAIRS);
      x += pairs == 0 ? 8 : <usize>pairs << 4;
      blockCount++;
    }
    row += dim;
  }
}

/** Writes the record of the constraint that begins at `row`; returns its number of rows. */
function describe(b: usize, row: i32, warm: bool): i32 {
  const start = getI(rowStart, row), columns = getI(rowWidth, row);
  const from = rowColumn + (<usize>start << 2), jacobian = rowJ + (<usize>start << 3);
  let kind = PUSHING, dim = 1;
  if (row < ne) kind = EQUALITY;
  else if (row < ne + nf) kind = BOUNDED;
  else if (getI(rowType, row) == ROW_CONTACT) {
    const contact = contacts + <usize>getI(rowId, row) * contactBytes;
    dim = load<i32>(contact + atDim);
    if (dim > 1) kind = CONTACT;
    store<u32>(b, <u32>(contact + atFriction), FRICTION);
    store<f64>(b, load<f64>(contact + atMu), MU);
    store<f64>(b, warm ? recall(contact) : NO_FORCE, LIMIT);
    store<f64>(b, 0, SHIFT);
  }
  const size = dim == 3 && isEmpty(jacobian + (<usize>(2 * columns) << 3), columns) ? 2 : dim;
  store<i32>(b, kind, KIND);
  store<i32>(b, row, ROW);
  store<i32>(b, dim, DIM);
  store<i32>(b, size, SIZE);
  store<i32>(b, size == 1 ? 0 : (size + 1) >> 1, PAIRS);
  store<i32>(b, columns, COLUMNS);
  store<u32>(b, <u32>from, FROM_COLUMN);
  store<u32>(b, <u32>jacobian, FROM_J);
  if (columns > 0) {
    const tree = getI(dofTree, getI(from, 0));
    store<i32>(b, tree, TREE);
    store<i32>(b, getI(dofTree, getI(from, columns - 1)) != tree ? 1 : 0, JOINS);
  }
  return dim;
}

function isEmpty(jacobian: usize, columns: i32): bool {
  for (let i = 0; i < columns; i++) if (getF(jacobian, i) != 0) return false;
  return true;
}
