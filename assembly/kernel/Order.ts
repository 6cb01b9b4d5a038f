// Elimination order of the degrees of freedom of an island. Those of one tree only (wheels, legs) come first, leaves before
// roots: they fill in nothing outside of their tree. Degrees of freedom that contacts share between trees come last, tree
// by tree in reverse Cuthill-McKee order of the graph of trees, which keeps the rows of the factor short. In large islands their
// order is that of SparseOrder.ts.

import { blockOf, firstBlock, firstTree, treeOf } from "./Islands";
import { COLUMNS, CONTACT, FROM_COLUMN, JOINS, KIND } from "./Blocks";
import { getI, putI, take } from "./Memory";
import { dofTree, nv, trees } from "./Model";
import { arrangeSparsely, beginGraph, joinTrees, orderShared, sparse, stopSparse } from "./SparseOrder";
import { dofAt, firstPrivate, firstShared, placeOf, privateEnd, setSizes } from "./Vectors";

// by tree of the model: first degree of freedom, their number, place among the trees of its island
let firstDof: usize = 0, dofCount: usize = 0, memberOf: usize = 0;
/** By degree of freedom: 1 if a constraint shares it between trees. */
let shared: usize = 0;
/** Members of the island in elimination order. */
let sequence: usize = 0;
/** By member: end of its private part. */
let ends: usize = 0;
// graph: by member its first edge, number of edges, mark; by edge the next one of its member, and the other member
let head: usize = 0, degree: usize = 0, mark: usize = 0, nextEdge: usize = 0, other: usize = 0;
let edges: i32 = 0;

export function orderBytes(dofs: i32, treeCount: i32): usize {
  return <usize>dofs + <usize>treeCount * 8 * 4 + 256;
}

/** Room for the edges of the blocks `from` to `to`. */
export function edgeBytes(from: i32, to: i32): usize {
  return <usize>maxEdges(from, to) * 8 + 64;
}

/** A contact joins two trees at most, a rope as many as it has columns. */
function maxEdges(from: i32, to: i32): i32 {
  let joints = 0;
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    joints += load<i32>(b, KIND) == CONTACT ? 1 : load<i32>(b, COLUMNS);
  }
  return 2 * joints;
}

/** Once per model. */
export function placeOrder(): void {
  const ints = <usize>trees << 2;
  shared = take(<usize>nv);
  firstDof = take(ints);
  dofCount = take(ints);
  memberOf = take(ints);
  sequence = take(ints);
  ends = take(ints);
  head = take(ints);
  degree = take(ints);
  mark = take(ints);
  memory.fill(dofCount, 0, ints);
  for (let dof = nv - 1; dof >= 0; dof--) {
    const tree = getI(dofTree, dof);
    putI(firstDof, tree, dof);
    putI(dofCount, tree, getI(dofCount, tree) + 1);
  }
}

/** Whether an island is a tree alone: every degree of freedom is private. */
export function isTree(island: i32): bool {
  return getI(firstTree, island + 1) - getI(firstTree, island) == 1;
}

export function orderIsland(island: i32): void {
  const from = getI(firstTree, island), count = getI(firstTree, island + 1) - from;
  if (isTree(island)) {
    stopSparse();
    const n = numberWholeTree(getI(treeOf, from));
    setSizes(n, n);
    return;
  }
  beginGraph(count);
  linkTrees(island, from, count);
  if (sparse) arrangeSparsely(sequence);
  else if (count > 2) arrange(count);
  const own = numberDofs(from, count, 0, 0);
  setSizes(numberDofs(from, count, 1, own), own);
}

/** Its rows of the factor begin where its mass matrix does (Mass.ts). */
function numberWholeTree(tree: i32): i32 {
  const first = getI(firstDof, tree);
  let n = 0;
  for (let dof = first + getI(dofCount, tree) - 1; dof >= first; dof--) {
    putI(placeOf, dof, n << 3);
    putI(dofAt, n, dof);
    n++;
  }
  return n;
}

/** Numbers the degrees of freedom that are shared (1) or not (0), from `n` on. */
function numberDofs(from: i32, count: i32, which: u8, n: i32): i32 {
  for (let k = 0; k < count; k++) {
    const member = getI(sequence, k), tree = getI(treeOf, from + member), first = getI(firstDof, tree);
    for (let dof = first + getI(dofCount, tree) - 1; dof >= first; dof--) {
      if (load<u8>(shared + <usize>dof) != which) continue;
      putI(placeOf, dof, n << 3);
      putI(dofAt, n, dof);
      if (which) {
        putI(firstShared, n, n);
        putI(privateEnd, n, getI(ends, member));
      }
      putI(firstPrivate, n, which ? getI(ends, member) : n);
      n++;
    }
    if (!which) putI(ends, member, n);
    else if (sparse) orderShared(k, n);
  }
  return n;
}

/** Marks shared degrees of freedom and makes the graph of trees. */
function linkTrees(island: i32, from: i32, count: i32): void {
  for (let k = 0; k < count; k++) {
    const tree = getI(treeOf, from + k);
    putI(memberOf, tree, k);
    putI(sequence, k, k);
    putI(head, k, -1);
    putI(degree, k, 0);
    putI(mark, k, 0);
    memory.fill(shared + <usize>getI(firstDof, tree), 0, <usize>getI(dofCount, tree));
  }
  const end = getI(firstBlock, island + 1), start = getI(firstBlock, island);
  const room = <usize>maxEdges(start, end) << 2;
  nextEdge = take(room);
  other = take(room);
  edges = 0;
  for (let k = start; k < end; k++) {
    const b = <usize>getI(blockOf, k);
    if (!load<i32>(b, JOINS)) continue;
    const columns = <usize>load<u32>(b, FROM_COLUMN), n = load<i32>(b, COLUMNS);
    const first = getI(memberOf, getI(dofTree, getI(columns, 0))), final = getI(memberOf, getI(dofTree, getI(columns, n - 1)));
    let last = first;
    for (let i = 0; i < n; i++) {
      const dof = getI(columns, i), member = getI(memberOf, getI(dofTree, dof));
      store<u8>(shared + <usize>dof, 1);
      if (sparse && member != first && member != final) stopSparse();
      if (member == last) continue;
      linkPair(last, member);
      last = member;
    }
    if (sparse) joinTrees(first, final);
  }
}

function linkPair(a: i32, b: i32): void {
  // contacts of one pair of bodies follow each other
  if (getI(head, a) >= 0 && getI(other, getI(head, a)) == b) return;
  link(a, b);
  link(b, a);
}

function link(from: i32, to: i32): void {
  putI(other, edges, to);
  putI(nextEdge, edges, getI(head, from));
  putI(head, from, edges++);
  putI(degree, from, getI(degree, from) + 1);
}

/** Reverse Cuthill-McKee: breadth first from a member at the border, reversed. */
function arrange(count: i32): void {
  let start = 0;
  for (let k = 1; k < count; k++) if (getI(degree, k) < getI(degree, start)) start = k;
  // the last one found lies at the border
  walk(start, 1);
  walk(getI(sequence, count - 1), 2);
  for (let i = 0, j = count - 1; i < j; i++, j--) {
    const k = getI(sequence, i);
    putI(sequence, i, getI(sequence, j));
    putI(sequence, j, k);
  }
}

/** Breadth first, neighbours with fewer edges first. */
function walk(start: i32, pass: i32): void {
  putI(sequence, 0, start);
  putI(mark, start, pass);
  let end = 1;
  for (let at = 0; at < end; at++) {
    const begin = end;
    for (let e = getI(head, getI(sequence, at)); e >= 0; e = getI(nextEdge, e)) {
      const k = getI(other, e);
      if (getI(mark, k) == pass) continue;
      putI(mark, k, pass);
      let i = end++;
      for (; i > begin && isBefore(k, getI(sequence, i - 1)); i--) putI(sequence, i, getI(sequence, i - 1));
      putI(sequence, i, k);
    }
  }
}

function isBefore(a: i32, b: i32): bool {
  const x = getI(degree, a), y = getI(degree, b);
  return x < y || (x == y && a < b);
}
