// Order and pattern of the factor of a large island. Piles are wide and have few contacts for each body, so most of the skyline of a
// reverse Cuthill-McKee order is zero. Here trees are eliminated by minimum degree (of those with the fewest neighbours left, the
// first), and a row of the factor keeps the columns of those trees only that fill in. The columns of one tree are a segment; the
// rows of a tree have the same segments, in elimination order, the tree's own last.

import { COLUMN, COLUMNS, DELTA, JOINS, SPLIT } from "./Blocks";
import { blockOf } from "./Islands";
import { getI, putI, take } from "./Memory";
import { trees } from "./Model";

/** Trees of an island with this order: fewer do not gain from it, more need too much memory for the graph. */
const MIN_TREES: i32 = 32, MAX_TREES: i32 = 2048;

/** Whether the island at hand has this order. */
export let sparse: bool = false;
/** Its trees. */
export let members: i32 = 0;

/** Neighbours of each member, one bit each; 64 bits in a word. */
let bits: usize = 0, words: i32 = 0;
let degrees: usize = 0, positionOf: usize = 0;
/** Members in elimination order. */
let order: usize = 0;

// by position in elimination order
/** Place of the first shared degree of freedom, their number, bytes of a row before the tree's own segment, and of a whole row. */
export let firstOf: usize = 0, countOf: usize = 0, ownOffset: usize = 0, rowBytes: usize = 0;
/** First segment; the last position is followed by the end. */
export let firstSegment: usize = 0;
/** By segment: position of its tree, byte offset in the row. */
export let segmentTree: usize = 0, segmentOffset: usize = 0;
let next: usize = 0;

export function sparseBytes(treeCount: i32): usize {
  return (<usize>treeCount + 1) * 8 * 4 + 128;
}

/** Once per model. */
export function placeSparse(): void {
  const ints = (<usize>trees + 1) << 2;
  degrees = take(ints);
  positionOf = take(ints);
  firstOf = take(ints);
  countOf = take(ints);
  ownOffset = take(ints);
  rowBytes = take(ints);
  firstSegment = take(ints);
  next = take(ints);
}

export function stopSparse(): void {
  sparse = false;
}

/** Room for the graph of an island with so many trees. */
export function graphBytes(count: i32): usize {
  return count < MIN_TREES || count > MAX_TREES ? 0 : <usize>count * (<usize>((count + 63) >> 6) << 3) + 16;
}

export function beginGraph(count: i32): void {
  sparse = count >= MIN_TREES && count <= MAX_TREES;
  if (!sparse) return;
  members = count;
  words = (count + 63) >> 6;
  const bytes = <usize>count * (<usize>words << 3);
  bits = take(bytes);
  memory.fill(bits, 0, bytes);
}

// @ts-ignore: decorator
@inline
function wordAt(member: i32, word: i32): usize {
  return bits + (<usize>(member * words + word) << 3);
}

export function joinTrees(a: i32, b: i32): void {
  mark(a, b);
  mark(b, a);
}

function mark(a: i32, b: i32): void {
  const at = wordAt(a, b >> 6);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (b & 63)));
}

/** Minimum degree: writes the members in elimination order. Afterwards each has as neighbours those that are eliminated after it. */
export function arrangeSparsely(sequence: usize): void {
  order = sequence;
  for (let k = 0; k < members; k++) {
    putI(degrees, k, degreeOf(k));
    putI(positionOf, k, -1);
  }
  for (let at = 0; at < members; at++) {
    let best = -1, fewest = i32.MAX_VALUE;
    for (let k = 0; k < members; k++) {
      const degree = getI(degrees, k);
      if (degree < fewest && getI(positionOf, k) < 0) {
        best = k;
        fewest = degree;
      }
    }
    putI(sequence, at, best);
    putI(positionOf, best, at);
    eliminate(best);
  }
}

function degreeOf(member: i32): i32 {
  let n = 0;
  for (let w = 0; w < words; w++) n += <i32>popcnt<u64>(load<u64>(wordAt(member, w)));
  return n;
}

/** Joins the neighbours of a member with each other, and takes it out of their neighbours. */
function eliminate(member: i32): void {
  const own = ~((<u64>1) << (member & 63));
  for (let w = 0; w < words; w++)
    for (let left = load<u64>(wordAt(member, w)); left != 0; left &= left - 1) {
      const k = (w << 6) + <i32>ctz<u64>(left);
      for (let v = 0; v < words; v++) {
        const at = wordAt(k, v);
        store<u64>(at, load<u64>(at) | load<u64>(wordAt(member, v)));
      }
      const self = wordAt(k, k >> 6), gone = wordAt(k, member >> 6);
      store<u64>(self, load<u64>(self) & ~((<u64>1) << (k & 63)));
      store<u64>(gone, load<u64>(gone) & own);
      putI(degrees, k, degreeOf(k));
    }
}

/** Tells the end of the places of a tree's shared degrees of freedom, in elimination order. */
export function orderShared(position: i32, end: i32): void {
  putI(ownOffset, position, end);
}

/** Memory of the segments. */
export function segmentBytes(): usize {
  if (!sparse) return 0;
  let count: usize = 0;
  for (let k = 0; k < members; k++) count += <usize>degreeOf(k);
  return (count << 3) + 32;
}

/** Lists the segments of all rows. `privateSize`: place of the first shared degree of freedom. */
export function takeSegments(privateSize: i32): void {
  if (!sparse) return;
  for (let t = 0, place = privateSize; t < members; t++) {
    const end = getI(ownOffset, t);
    putI(firstOf, t, place);
    putI(countOf, t, end - place);
    putI(next, t, 0);
    place = end;
  }
  let count = 0;
  for (let t = 0; t < members; t++) eachLater(t, false);
  for (let t = 0; t < members; t++) {
    putI(firstSegment, t, count);
    count += getI(next, t);
    putI(next, t, getI(firstSegment, t));
    putI(rowBytes, t, 0);
  }
  putI(firstSegment, members, count);
  segmentTree = take(<usize>count << 2);
  segmentOffset = take(<usize>count << 2);
  for (let t = 0; t < members; t++) eachLater(t, true);
  for (let t = 0; t < members; t++) {
    const own = getI(rowBytes, t);
    putI(ownOffset, t, own);
    putI(rowBytes, t, own + bytesOf(t));
  }
}

/** Bytes of the segment of a tree: whole vectors of two. */
// @ts-ignore: decorator
@inline
function bytesOf(position: i32): i32 {
  return ((getI(countOf, position) + 1) & ~1) << 3;
}

/** Counts, or appends, the segment of a tree in the rows of the trees that follow it. */
function eachLater(position: i32, append: bool): void {
  const member = getI(order, position);
  for (let w = 0; w < words; w++)
    for (let left = load<u64>(wordAt(member, w)); left != 0; left &= left - 1) {
      const t = getI(positionOf, (w << 6) + <i32>ctz<u64>(left)), at = getI(next, t);
      putI(next, t, at + 1);
      if (!append) continue;
      putI(segmentTree, at, position);
      putI(segmentOffset, at, getI(rowBytes, t));
      putI(rowBytes, t, getI(rowBytes, t) + bytesOf(position));
    }
}

/** Position of the tree of a shared place. */
function treeAt(place: i32): i32 {
  let low = 0, high = members - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (getI(firstOf, middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the entries of each block lie in the rows of its second tree. */
export function splitBlocks(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), n = load<i32>(b, COLUMNS);
    store<i32>(b, n, SPLIT);
    store<i32>(b, 0, DELTA);
    if (!sparse || !load<i32>(b, JOINS)) continue;
    const places = <usize>load<u32>(b, COLUMN);
    const first = treeAt(getI(places, 0) >> 3), last = treeAt(getI(places, n - 1) >> 3), start = getI(firstOf, last);
    let split = n - 1;
    while (split > 0 && getI(places, split - 1) >> 3 >= start) split--;
    let s = getI(firstSegment, last);
    while (getI(segmentTree, s) != first) s++;
    store<i32>(b, split, SPLIT);
    store<i32>(b, getI(segmentOffset, s) - (getI(firstOf, first) << 3) - (getI(ownOffset, last) - (start << 3)), DELTA);
  }
}
