// Finds the volumes near a box: volumes that stand in the world, in square cells of their places seen from above. A volume that
// no box is near costs nothing.

import { BOUNDS_SIZE } from "../../physics/Volumes.js";

/** A volume, or a box, that covers more cells is compared with everything. */
const MAX_CELLS = 64;
/** Cells are counted from -HALF to HALF along x and y. */
const HALF = 1 << 20;
const MIN_CELL = 0.1;

export class VolumeGrid {
  readonly #bounds: readonly Float64Array[];
  readonly #cell: number;
  readonly #cells = new Map<number, number[]>();
  readonly #large: number[] = [];
  /** By volume: number of the search that met it last. */
  readonly #met: Int32Array;
  #search = 0;
  // the cells that were found last
  #x0 = 0;
  #y0 = 0;
  #x1 = 0;
  #y1 = 0;

  /** Bounds of each volume: smallest x y z, largest x y z. */
  constructor(bounds: readonly Float64Array[]) {
    this.#bounds = bounds;
    this.#met = new Int32Array(bounds.length);
    const widths = bounds.map((b) => Math.max(b[3] - b[0], b[4] - b[1])).sort((a, b) => a - b);
    this.#cell = Math.max(MIN_CELL, 2 * (widths[widths.length >> 1] ?? 0));
    bounds.forEach((b, volume) => {
      if (!this.#find(b, 0)) this.#large.push(volume);
      else this.#eachCell((key) => this.#add(key, volume));
    });
  }

  #add(key: number, volume: number): void {
    const list = this.#cells.get(key);
    if (list) list.push(volume);
    else this.#cells.set(key, [volume]);
  }

  /** Calls `use` for every volume whose bounds overlap those at `from` in `boxes`. */
  near(boxes: Float64Array, from: number, use: (volume: number) => void): void {
    this.#search++;
    const visit = (volume: number): void => {
      if (this.#met[volume] === this.#search) return;
      this.#met[volume] = this.#search;
      if (doBoundsOverlap(this.#bounds[volume], 0, boxes, from)) use(volume);
    };
    if (this.#find(boxes, from))
      this.#eachCell((key) => {
        const list = this.#cells.get(key);
        if (list) for (let i = 0; i < list.length; i++) visit(list[i]);
      });
    else for (let volume = 0; volume < this.#bounds.length; volume++) visit(volume);
    for (let i = 0; i < this.#large.length; i++) visit(this.#large[i]);
  }

  /** Whether bounds of a volume overlap those at `from` in `boxes`. True also if there are too many cells to tell. */
  hasNear(boxes: Float64Array, from: number): boolean {
    for (let i = 0; i < this.#large.length; i++)
      if (doBoundsOverlap(this.#bounds[this.#large[i]], 0, boxes, from)) return true;
    if (!this.#find(boxes, from)) return true;
    for (let x = this.#x0; x <= this.#x1; x++)
      for (let y = this.#y0; y <= this.#y1; y++) {
        const list = this.#cells.get(keyOf(x, y));
        if (list?.some((volume) => doBoundsOverlap(this.#bounds[volume], 0, boxes, from))) return true;
      }
    return false;
  }

  /** Finds the cells under a box. False: too many. */
  #find(boxes: Float64Array, from: number): boolean {
    this.#x0 = this.#place(boxes[from]);
    this.#y0 = this.#place(boxes[from + 1]);
    this.#x1 = this.#place(boxes[from + 3]);
    this.#y1 = this.#place(boxes[from + 4]);
    return (this.#x1 - this.#x0 + 1) * (this.#y1 - this.#y0 + 1) <= MAX_CELLS;
  }

  #eachCell(use: (key: number) => void): void {
    for (let x = this.#x0; x <= this.#x1; x++) for (let y = this.#y0; y <= this.#y1; y++) use(keyOf(x, y));
  }

  #place(x: number): number {
    return Math.min(HALF, Math.max(-HALF, Math.floor(x / this.#cell)));
  }
}

const keyOf = (x: number, y: number): number => (x + HALF) * 4 * HALF + y + HALF;

/** Whether two boxes overlap: smallest x y z and largest x y z at i in a, at k in b. */
export function doBoundsOverlap(a: Float64Array, i: number, b: Float64Array, k: number): boolean {
  for (let axis = 0; axis < BOUNDS_SIZE / 2; axis++)
    if (!(a[i + axis] <= b[k + 3 + axis] && b[k + axis] <= a[i + 3 + axis])) return false;
  return true;
}
