// Connected regions of one colour class in a picture: rows are cut into runs, runs that touch in neighbouring rows are joined by
// union-find. One pass over the pixels.

import { GREEN, OTHER } from "./ColorClasses.js";

/** In pixels; `right` and `bottom` are the first column and row outside. */
export interface ColorBlob {
  readonly class: number;
  readonly area: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Centre of its pixels; pixel 0 extends from 0 to 1. */
  readonly column: number;
  readonly row: number;
}

/** Regions of fewer pixels are noise. */
const MIN_AREA = 6;
/** No regions are made of these classes. */
const isBackground = (kind: number): boolean => kind === OTHER || kind === GREEN;

interface Run {
  readonly class: number;
  readonly start: number;
  readonly end: number;
  readonly row: number;
  parent: number;
}

/** Regions in the order of their topmost run. */
export function findBlobs(classes: Uint8Array, width: number): ColorBlob[] {
  const runs: Run[] = [];
  let [above, current] = [0, 0];
  for (let row = 0, at = 0; at < classes.length; row++, at += width) {
    const first = runs.length;
    addRuns(runs, classes, at, width, row);
    // both lists are in the order of columns
    for (let i = above, j = first; i < current && j < runs.length; ) {
      const [upper, lower] = [runs[i], runs[j]];
      if (upper.class === lower.class && upper.start <= lower.end && lower.start <= upper.end) join(runs, i, j);
      if (upper.end < lower.end) i++;
      else j++;
    }
    [above, current] = [first, runs.length];
  }
  return collect(runs);
}

function addRuns(runs: Run[], classes: Uint8Array, at: number, width: number, row: number): void {
  for (let start = 0; start < width; ) {
    const kind = classes[at + start];
    let end = start + 1;
    while (end < width && classes[at + end] === kind) end++;
    if (!isBackground(kind)) runs.push({ class: kind, start, end, row, parent: runs.length });
    start = end;
  }
}

function rootOf(runs: readonly Run[], index: number): number {
  let root = index;
  while (runs[root].parent !== root) root = runs[root].parent = runs[runs[root].parent].parent;
  return root;
}

function join(runs: readonly Run[], one: number, other: number): void {
  const [a, b] = [rootOf(runs, one), rootOf(runs, other)];
  if (a < b) runs[b].parent = a;
  else runs[a].parent = b;
}

function collect(runs: readonly Run[]): ColorBlob[] {
  const blobs = new Map<number, { -readonly [K in keyof ColorBlob]: ColorBlob[K] }>();
  for (let i = 0; i < runs.length; i++) {
    const { class: kind, start, end, row } = runs[i];
    const [root, area] = [rootOf(runs, i), end - start];
    const [columns, rows] = [(area * (start + end)) / 2, area * (row + 0.5)];
    const blob = blobs.get(root);
    if (!blob) {
      blobs.set(root, {
        class: kind,
        area,
        left: start,
        right: end,
        top: row,
        bottom: row + 1,
        column: columns,
        row: rows,
      });
      continue;
    }
    blob.area += area;
    blob.left = Math.min(blob.left, start);
    blob.right = Math.max(blob.right, end);
    blob.bottom = row + 1;
    blob.column += columns;
    blob.row += rows;
  }
  const large = [...blobs.values()].filter(({ area }) => area >= MIN_AREA);
  return large.map((blob) => ({ ...blob, column: blob.column / blob.area, row: blob.row / blob.area }));
}
