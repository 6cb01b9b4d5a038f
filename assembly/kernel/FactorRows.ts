// Where the rows of the Hessian H of an island and of its Cholesky factor L lie, which share one place. Every row keeps the
// columns from its first non-zero entry to the diagonal (skyline): L fills in nothing to the left of it. Rows of shared
// degrees of freedom have two parts, one for the private columns of their own tree and one for the shared columns, because
// private columns of other trees are zero. Parts begin at even columns, so that vectors of two meet.

import { getI, putI, taken, whole } from "./Memory";
import { dofTree } from "./Model";
import { placeSparseRows } from "./SparseFactor";
import { sparse } from "./SparseOrder";
import { dofAt, firstPrivate, firstShared, privateEnd, privateRow, privateSize, sharedRow, size } from "./Vectors";

let start: usize = 0, end: usize = 0;
let privateBytes: usize = 0;

/** Places the rows after the memory that is taken. Returns the end of the factor. */
export function placeFactor(): usize {
  start = taken();
  privateBytes = <usize>privateSize << 3;
  let p = start;
  if (!sparse) alignShared();
  for (let i = 0; i < size; i++) {
    const from = getI(firstPrivate, i) & ~1, to = i < privateSize ? i + 1 : getI(privateEnd, i);
    putI(privateRow, i, <i32>(p - (<usize>from << 3)));
    if (to > from) p += whole(<usize>(to - from) << 3);
    if (i < privateSize || sparse) continue;
    const first = getI(firstShared, i) & ~1;
    putI(sharedRow, i, <i32>(p - (<usize>first << 3)));
    p += whole(<usize>(i + 1 - first) << 3);
  }
  if (sparse) p = placeSparseRows(p);
  end = p;
  return p;
}

// @ts-ignore: decorator
@inline
export function treeAt(i: i32): i32 {
  return getI(dofTree, getI(dofAt, i));
}

/** Shared rows of one tree begin at the same column, so that they can be reduced together. */
function alignShared(): void {
  for (let i = privateSize; i < size; ) {
    const tree = treeAt(i);
    let first = i, end = i;
    for (; end < size && treeAt(end) == tree; end++) first = min(first, getI(firstShared, end));
    for (; i < end; i++) putI(firstShared, i, first);
  }
}

export function clearFactor(): void {
  memory.fill(start, 0, end - start);
}

/** Address of the entry at a row and a column <= row, both as byte offsets. */
// @ts-ignore: decorator
@inline
export function entryAt(row: usize, column: usize): usize {
  return <usize>load<u32>((column < privateBytes ? privateRow : sharedRow) + (row >> 1)) + column;
}

/** Address of row `i` (a byte offset): of its private part, and of its shared part. */
// @ts-ignore: decorator
@inline
export function privateAt(i: usize): usize {
  return <usize>load<u32>(privateRow + (i >> 1));
}

// @ts-ignore: decorator
@inline
export function sharedAt(i: usize): usize {
  return <usize>load<u32>(sharedRow + (i >> 1));
}
