// Islands: trees of bodies that constraints join. Each is solved alone, so that its bits do not depend on the others. Islands
// are numbered by their first tree; trees and blocks of an island keep their order.

import { blockAt, blockCount, COLUMNS, FROM_COLUMN, TREE } from "./Blocks";
import { getI, putI, take } from "./Memory";
import { dofTree, nefc, trees } from "./Model";

export let islandCount: i32 = 0;
/** By tree: its island; -1: no constraint. */
export let islandOfTree: usize = 0;
/** By island: first entry in `treeOf` and in `blockOf`; the last island is followed by the ends. */
export let firstTree: usize = 0, firstBlock: usize = 0;
/** Trees, and addresses of blocks, island by island. */
export let treeOf: usize = 0, blockOf: usize = 0;
let parent: usize = 0, next: usize = 0;

export function islandBytes(treeCount: i32): usize {
  return <usize>treeCount * 24 + 256;
}

/** Once per model. */
export function placeIslands(): void {
  islandOfTree = take(<usize>trees << 2);
  parent = take(<usize>trees << 2);
  treeOf = take(<usize>trees << 2);
  firstTree = take((<usize>trees + 1) << 2);
  firstBlock = take((<usize>trees + 1) << 2);
  next = take((<usize>trees + 1) << 2);
}

export function findIslands(): void {
  blockOf = take(<usize>nefc << 2);
  for (let t = 0; t < trees; t++) {
    putI(parent, t, t);
    putI(islandOfTree, t, -1);
  }
  for (let k = 0; k < blockCount; k++) join(blockAt(k));
  number();
  sort();
}

/** The smallest tree of the set of `t`. */
function rootOf(t: i32): i32 {
  while (getI(parent, t) != t) {
    putI(parent, t, getI(parent, getI(parent, t)));
    t = getI(parent, t);
  }
  return t;
}

function join(b: usize): void {
  const columns = <usize>load<u32>(b, FROM_COLUMN), count = load<i32>(b, COLUMNS);
  let last = load<i32>(b, TREE);
  // marks the tree as constrained
  putI(islandOfTree, last, 0);
  for (let i = 1; i < count; i++) {
    const tree = getI(dofTree, getI(columns, i));
    if (tree == last) continue;
    const x = rootOf(last), y = rootOf(tree);
    if (x < y) putI(parent, y, x);
    else if (y < x) putI(parent, x, y);
    putI(islandOfTree, tree, 0);
    last = tree;
  }
}

function number(): void {
  islandCount = 0;
  for (let t = 0; t < trees; t++) {
    if (getI(islandOfTree, t) < 0) continue;
    const root = rootOf(t);
    // the root is the smallest of its set and comes first
    putI(islandOfTree, t, root == t ? islandCount++ : getI(islandOfTree, root));
  }
}

/** Trees and blocks by island: counts, sums, then each to its place. */
function sort(): void {
  for (let s = 0; s <= islandCount; s++) {
    putI(firstTree, s, 0);
    putI(firstBlock, s, 0);
  }
  for (let t = 0; t < trees; t++) {
    const s = getI(islandOfTree, t);
    if (s >= 0) putI(firstTree, s + 1, getI(firstTree, s + 1) + 1);
  }
  for (let k = 0; k < blockCount; k++) {
    const s = getI(islandOfTree, load<i32>(blockAt(k), TREE));
    putI(firstBlock, s + 1, getI(firstBlock, s + 1) + 1);
  }
  for (let s = 0; s < islandCount; s++) {
    putI(firstTree, s + 1, getI(firstTree, s + 1) + getI(firstTree, s));
    putI(firstBlock, s + 1, getI(firstBlock, s + 1) + getI(firstBlock, s));
  }
  for (let s = 0; s < islandCount; s++) putI(next, s, getI(firstTree, s));
  for (let t = 0; t < trees; t++) {
    const s = getI(islandOfTree, t);
    if (s < 0) continue;
    putI(treeOf, getI(next, s), t);
    putI(next, s, getI(next, s) + 1);
  }
  for (let s = 0; s < islandCount; s++) putI(next, s, getI(firstBlock, s));
  for (let k = 0; k < blockCount; k++) {
    const b = blockAt(k), s = getI(islandOfTree, load<i32>(b, TREE));
    putI(blockOf, getI(next, s), <i32>b);
    putI(next, s, getI(next, s) + 1);
  }
}
