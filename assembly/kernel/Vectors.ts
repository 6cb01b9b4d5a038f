// Vectors of the island being solved, in elimination order. Room for all degrees of freedom is taken once per model.

import { take } from "./Memory";
import { nv } from "./Model";

/** Degrees of freedom of the island, and how many of them are private to a tree (Order.ts). */
export let size: i32 = 0, privateSize: i32 = 0;

/** By degree of freedom of the model: byte offset of its place in the vectors. */
export let placeOf: usize = 0;
/** By place: degree of freedom of the model. */
export let dofAt: usize = 0;

/** Acceleration a, a without constraints, M (a - a without constraints). */
export let acc: usize = 0, smooth: usize = 0, momentum: usize = 0;
/** Gradient; search direction d; M d. */
export let gradient: usize = 0, direction: usize = 0, push: usize = 0;

/** Factor (FactorRows.ts): inverse diagonal; first column and address of the two parts of each row; end of the private part. */
export let inverse: usize = 0;
export let firstPrivate: usize = 0, firstShared: usize = 0, privateEnd: usize = 0;
export let privateRow: usize = 0, sharedRow: usize = 0;

export function vectorBytes(count: i32): usize {
  return <usize>count * (7 * 4 + 7 * 8) + 512;
}

export function placeVectors(): void {
  const ints = <usize>nv << 2, doubles = <usize>nv << 3;
  placeOf = take(ints);
  dofAt = take(ints);
  firstPrivate = take(ints);
  firstShared = take(ints);
  privateEnd = take(ints);
  privateRow = take(ints);
  sharedRow = take(ints);
  acc = take(doubles);
  smooth = take(doubles);
  momentum = take(doubles);
  gradient = take(doubles);
  direction = take(doubles);
  push = take(doubles);
  inverse = take(doubles);
}

export function setSizes(all: i32, own: i32): void {
  size = all;
  privateSize = own;
}
