// Mass matrix of the island being solved, by rows in elimination order: its values stay where the engine has them, and lists of the
// places of their columns save a search. For a tree alone these lists are made once per model.

import { entryAt } from "./FactorRows";
import { addF, getF, getI, putI, take, whole } from "./Memory";
import { dofTree, mass, massColumn, massStart, massWidth, nv } from "./Model";
import { dofAt, firstPrivate, firstShared, placeOf, privateSize, size } from "./Vectors";

/** By place: addresses of the columns of its row (byte offsets in the vectors) and of their values; number, the diagonal last. */
let rowColumns: usize = 0, rowValues: usize = 0, rowWidth: usize = 0;
/** For trees alone: columns by entry of the engine's matrix; by degree of freedom the first column of its row of the factor. */
let treeColumns: usize = 0, treeFirst: usize = 0;

/** Once per model with so many entries. */
export function massBytes(dofs: i32, entries: i32): usize {
  return (<usize>dofs << 4) + (<usize>entries << 2) + 128;
}

export function placeMass(entries: i32): void {
  const ints = <usize>nv << 2;
  rowColumns = take(ints);
  rowValues = take(ints);
  rowWidth = take(ints);
  treeFirst = take(ints);
  treeColumns = take(<usize>entries << 2);
  for (let first = 0; first < nv; ) {
    let end = first;
    for (; end < nv && getI(dofTree, end) == getI(dofTree, first); end++) putI(treeFirst, end, nv);
    for (let dof = end - 1; dof >= first; dof--) {
      const row = end - 1 - dof, start = getI(massStart, dof);
      for (let k = start; k < start + getI(massWidth, dof); k++) {
        const column = getI(massColumn, k);
        putI(treeColumns, k, (end - 1 - column) << 3);
        putI(treeFirst, column, min(getI(treeFirst, column), row));
      }
    }
    first = end;
  }
}

/** Memory of an island of several trees. */
export function columnBytes(): usize {
  let count: usize = 0;
  for (let i = 0; i < size; i++) count += whole(<usize>getI(massWidth, getI(dofAt, i)) << 2);
  return count;
}

/** Lists the entries and widens the rows of the factor to hold them. Returns the trace. */
export function takeMass(isTree: bool): f64 {
  let trace: f64 = 0;
  for (let i = 0; i < size; i++) {
    const dof = getI(dofAt, i), start = <usize>getI(massStart, dof), width = getI(massWidth, dof);
    const values = mass + (start << 3);
    putI(rowValues, i, <i32>values);
    putI(rowWidth, i, width);
    if (isTree) {
      putI(rowColumns, i, <i32>(treeColumns + (start << 2)));
      putI(firstPrivate, i, getI(treeFirst, dof));
    } else putI(rowColumns, i, <i32>takeColumns(i, massColumn + (start << 2), width));
    trace += getF(values, width - 1);
  }
  return trace;
}

function takeColumns(i: i32, from: usize, width: i32): usize {
  const columns = take(<usize>width << 2);
  for (let k = 0; k < width; k++) {
    const place = getI(placeOf, getI(from, k)), j = place >> 3, row = max(i, j), column = min(i, j);
    putI(columns, k, place);
    const first = column < privateSize ? firstPrivate : firstShared;
    if (getI(first, row) > column) putI(first, row, column);
  }
  return columns;
}

/** The Hessian's first part; the factor must be zero. */
export function addMass(): void {
  for (let i = 0; i < size; i++) {
    const own = <usize>i << 3;
    let column = <usize>getI(rowColumns, i), value = <usize>getI(rowValues, i);
    for (const end = column + (<usize>getI(rowWidth, i) << 2); column < end; column += 4, value += 8) {
      const place = <usize>load<u32>(column);
      store<f64>(entryAt(max(own, place), min(own, place)), load<f64>(value));
    }
  }
}

/** out = M x */
export function multiplyMass(out: usize, x: usize): void {
  memory.fill(out, 0, <usize>size << 3);
  for (let i = 0; i < size; i++) {
    const own = getF(x, i);
    let column = <usize>getI(rowColumns, i), value = <usize>getI(rowValues, i), s: f64 = 0;
    for (const diagonal = column + (<usize>(getI(rowWidth, i) - 1) << 2); column < diagonal; column += 4, value += 8) {
      const place = <usize>load<u32>(column), m = load<f64>(value);
      s += m * load<f64>(x + place);
      addF(out + place, m * own);
    }
    addF(out + (<usize>i << 3), s + load<f64>(value) * own);
  }
}
