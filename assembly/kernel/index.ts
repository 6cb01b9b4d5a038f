// Exports of the kernel: collision (broad phase, contacts with planes) and constraints. It works in the engine's own memory. Blocks
// of rows and islands are found once per step (`prepare`), then solved (`solve`). Functions that need more scratch memory than
// they have return the bytes they need and go on where they were when called again. Mathematics: docs/physics.md.

import { blockBytes, makeBlocks } from "./Blocks";
import { placeBroadPhase } from "./BroadPhase";
import { addContactRows, chainBytes, contactEntries, contactRows, countContactRows, placeChains } from "./ContactRows";
import { beginCount } from "./Counters";
import { hessianBytes, placeHessian } from "./Hessian";
import { findIslands, firstTree, islandBytes, islandCount, islandOfTree, placeIslands, treeOf } from "./Islands";
import { placeSort, sortBytes } from "./Jacobian";
import { addJointRows, maxJointEntries, maxJointRows } from "./JointRows";
import { massBytes, placeMass } from "./Mass";
import { getI, take, takeFrom } from "./Memory";
import { lastSides, placeSides, sideBytes } from "./Motors";
import { MIXING_BYTES, placeMixing } from "./Mixing";
import { hasRows, nefc, nv, openModel, openRows, qacc, qaccSmooth, qaccWarm, trees } from "./Model";
import { orderBytes, placeOrder } from "./Order";
import { placeResponse, responseBytes } from "./Response";
import { beginRows, endRows } from "./RowStore";
import { openSolids } from "./Solids";
import { setSolver, solveIsland, useIslandMemory } from "./Solve";
import { placeSparse, sparseBytes } from "./SparseOrder";
import { placeVectors, vectorBytes } from "./Vectors";
import { placeWork, spendRows, workBytes } from "./Work";

export { broadPhaseBytes, closePairs, lookAhead, lookAround, testCount, usePairMemory, wheelMarks } from "./BroadPhase";
export { hideContacts } from "./ContactRows";
export { idle, idleAnswer, idleFloat, idleNumber, idleResult } from "./Idle";
export { addForce, forceSlot, rememberForces, useForceMemory } from "./LastForces";
export { onCount } from "./Masks";
export { accelerate, factorMass } from "./MassFactor";
export { appendPlaneContacts } from "./PlaneContacts";
export { updateSpeed, useMadeRowMemory } from "./RowStore";
export { setSolver, useIslandMemory };
export { beginWork, islandWork, spent } from "./Work";
export {
  failures, fallbacks, islandsSolved, iterations, late, updates, worstIterations, worstResidual,
} from "./Counters";

let rowStart: usize = 0, rowBytes: usize = 0;
/** By tree: 1 if its island is to be solved again. */
let marks: usize = 0;
/** The next island to solve. */
let next: i32 = 0;

/** Memory that a model needs for as long as it lives. */
export function modelBytes(dofs: i32, treeCount: i32, bodyCount: i32, massEntries: i32): usize {
  const own = chainBytes(dofs, bodyCount) + vectorBytes(dofs) + sortBytes(dofs) + massBytes(dofs, massEntries) + responseBytes(dofs) + hessianBytes(dofs) + sideBytes(dofs) + MIXING_BYTES;
  return own + islandBytes(treeCount) + orderBytes(dofs, treeCount) + sparseBytes(treeCount) + workBytes(treeCount) + <usize>treeCount + 64;
}

/** `table`: KernelLayout.ts. `start`: memory of modelBytes. */
export function open(table: usize, start: usize, massEntries: i32): void {
  openModel(table);
  takeFrom(start);
  placeVectors();
  placeChains();
  placeSort();
  placeMass(massEntries);
  placeHessian();
  placeResponse();
  placeMixing();
  placeSides();
  placeIslands();
  placeOrder();
  placeSparse();
  placeWork();
  marks = take(<usize>trees);
  memory.fill(marks, 0, <usize>trees);
}

export function useRowMemory(start: usize, bytes: usize): void {
  rowStart = start;
  rowBytes = bytes;
}

/**
 * Makes the rows of joints and of hidden contacts after the engine's own. Returns 0, or the bytes of memory that it needs; -1:
 * the engine had no memory for its rows.
 */
export function makeRows(): isize {
  if (!hasRows()) return -1;
  countContactRows();
  const needed = beginRows(maxJointRows() + contactRows, maxJointEntries() + contactEntries);
  if (needed > 0) return <isize>needed;
  addJointRows();
  addContactRows();
  endRows();
  return 0;
}

/** Finds the islands of this step; `warm`: contacts start from the forces of the last one. Returns 0, or the bytes of row memory that it needs. */
export function prepare(warm: bool): usize {
  openRows();
  const needed = blockBytes(nefc);
  if (needed > rowBytes) return needed;
  takeFrom(rowStart);
  makeBlocks(warm);
  findIslands();
  beginCount();
  spendRows();
  memory.copy(qacc, qaccSmooth, <usize>nv << 3);
  next = 0;
  return 0;
}

/** Solves all islands, from the accelerations of the last step. Returns 0, or the bytes of island memory that it needs. */
export function solve(): usize {
  for (; next < islandCount; next++) {
    const needed = solveIsland(next, qaccWarm);
    if (needed > 0) return needed;
  }
  next = 0;
  return 0;
}

/** The same for islands with a marked tree, from the present accelerations. Rows may have other targets, not other columns. */
export function solveMarked(): usize {
  for (; next < islandCount; next++) {
    if (!isMarked(next)) continue;
    const needed = solveIsland(next, qacc);
    if (needed > 0) return needed;
  }
  next = 0;
  return 0;
}

function isMarked(island: i32): bool {
  for (let k = getI(firstTree, island); k < getI(firstTree, island + 1); k++)
    if (load<u8>(marks + <usize>getI(treeOf, k))) return true;
  return false;
}

/** Address of the marks, one byte per tree. */
export function treeMarks(): usize {
  return marks;
}

/** Address of the island of each tree; -1: no constraint. */
export function treeIslands(): usize {
  return islandOfTree;
}

/** Address of the sides on which the motors were in the last step, by degree of freedom. */
export function motorSides(): usize {
  return lastSides;
}

/** `table`: CollisionLayout.ts. */
export function openCollision(table: usize): void {
  openSolids(table);
  placeBroadPhase();
}
