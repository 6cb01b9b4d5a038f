// Solves islands: exact Coulomb friction, or the convex cone where it does not settle. The bits of an island depend on nothing
// outside of it.

import { LAW_COULOMB } from "../../src/physics/kernel/KernelLayout";
import { DIM, ROW, SIZE, X, toF } from "./Blocks";
import { COLD, findStart, forgetLimits, holdSlip, isExact, isSettled, MANY, moveLimits, startLimits, WARM } from "./Coulomb";
import { countFailure, countFallback, countIsland, countLate } from "./Counters";
import { placeFactor } from "./FactorRows";
import { blockOf, firstBlock, firstTree } from "./Islands";
import { blockJacobianBytes, takeJacobian } from "./Jacobian";
import { columnBytes, takeMass } from "./Mass";
import { getF, getI, putF, takeFrom } from "./Memory";
import { qacc, qaccSmooth, rowForce } from "./Model";
import { motorBytes, placeMotors, takeMotors, writeMotors } from "./Motors";
import { beginNewton, effort, factored, minimise, refresh, residual, steps } from "./Newton";
import { edgeBytes, isTree, orderIsland } from "./Order";
import { graphBytes, segmentBytes, splitBlocks, takeSegments } from "./SparseOrder";
import { acc, dofAt, privateSize, size, smooth } from "./Vectors";
import { beginIsland, endIsland } from "./Work";

/** Residual of the first problems of a sequence: as a share of the residual at their start, and at most. */
const LOOSE_SHARE: f64 = 0.1;
const LOOSE: f64 = 1e-3;
/** The same for the convex cone at the start. */
const START_SHARE: f64 = 0.1;
const START: f64 = 0.03;
/** Residual of a settled solution over the tolerance: its friction is known to 1e-4 only. */
const SETTLED_FACTOR: f64 = 100;

/** Effort after which a large island ends with the limits that it has. */
const ENOUGH: f64 = 12;
/** Newton steps after which a large island takes its first limits from the forces that it has. */
const START_STEPS: i32 = 12;
/** Solutions of the fallback, the second with the slip of the first. */
const ROUNDS: i32 = 2;

let law: i32 = LAW_COULOMB;
let tolerance: f64 = 1e-8;
let maxSteps: i32 = 50;
let maxUpdates: i32 = 30;

/** Scratch memory of one island. */
let memoryStart: usize = 0, memoryEnd: usize = 0;

export function setSolver(which: i32, scaledTolerance: f64, newtonSteps: i32, limitUpdates: i32): void {
  law = which;
  tolerance = scaledTolerance;
  maxSteps = newtonSteps;
  maxUpdates = limitUpdates;
}

export function useIslandMemory(start: usize, bytes: usize): void {
  memoryStart = start;
  memoryEnd = start + bytes;
}

/** From the accelerations at `start`. Returns 0, or the bytes of memory that the island needs. */
export function solveIsland(island: i32, start: usize): usize {
  const from = getI(firstBlock, island), to = getI(firstBlock, island + 1);
  const edges = edgeBytes(from, to) + graphBytes(getI(firstTree, island + 1) - getI(firstTree, island)), jacobian = blockJacobianBytes(from, to);
  if (edges > memoryEnd - memoryStart) return 2 * edges;
  takeFrom(memoryStart);
  orderIsland(island);
  const needed = edges + jacobian + motorBytes(to - from) + columnBytes() + segmentBytes();
  if (needed > memoryEnd - memoryStart) return 2 * needed;
  const trace = takeMass(isTree(island));
  const rest = takeMotors(from, to);
  takeJacobian(rest, to);
  takeSegments(privateSize);
  splitBlocks(rest, to);
  const end = placeFactor();
  if (end > memoryEnd) return end - memoryStart;
  placeMotors();
  beginIsland(island, from, to);
  beginAt(rest, to, start, trace);
  let updates = 0;
  const directions = law == LAW_COULOMB ? holdSlip(rest, to) : 0;
  if (directions > 0) {
    updates = solveCoulomb(rest, to, findStart(rest, to), directions > 1);
    if (updates < 0) {
      countFallback();
      forgetLimits(rest, to);
      if (!(residual < Infinity)) beginAt(rest, to, qaccSmooth, trace);
      const last = steps + maxSteps;
      for (let round = 0; round < ROUNDS && steps < last; round++) {
        holdSlip(rest, to);
        refresh(false);
        minimise(tolerance, tolerance, last);
      }
    }
  } else solveConvex();
  endIsland();
  writeResult(rest, to);
  countIsland(steps, max(0, updates), residual);
  return 0;
}

function beginAt(from: i32, to: i32, start: usize, trace: f64): void {
  for (let i = 0; i < size; i++) {
    const dof = getI(dofAt, i);
    putF(acc, i, getF(start, dof));
    putF(smooth, i, getF(qaccSmooth, dof));
  }
  beginNewton(from, to, trace);
}

function solveConvex(): void {
  refresh(false);
  minimise(tolerance, tolerance, steps + maxSteps);
}

/**
 * Number of updates of the normal forces; -1: they did not settle. `start`: which contacts have limits of an earlier solve. The
 * convex cone gives those of the others, if friction has two directions (`curved`).
 */
function solveCoulomb(from: i32, to: i32, start: i32, curved: bool): i32 {
  if (start != WARM) refresh(start != COLD);
  const many = to - from > MANY;
  if (start != WARM && curved) {
    const goal = max(tolerance, min(START, START_SHARE * residual));
    const done = minimise(goal, tolerance, many ? min(START_STEPS, maxSteps) : maxSteps);
    if (!done && !(many && residual < Infinity)) return -1;
    if (start == COLD && isExact(from, to) && minimise(tolerance, tolerance, maxSteps) && isExact(from, to)) return 0;
  }
  startLimits(from, to, start == COLD);
  refresh(true);
  let goal = looseGoal();
  for (let updates = 0; updates <= maxUpdates; ) {
    if (!minimise(goal, tolerance, maxSteps)) return -1;
    if (many && effort >= ENOUGH) {
      if (!minimise(SETTLED_FACTOR * tolerance, tolerance, maxSteps)) return -1;
      if (!isSettled(from, to)) countLate();
      return updates;
    }
    if (moveLimits(from, to, factored)) {
      if (residual < SETTLED_FACTOR * tolerance) return updates;
      goal = SETTLED_FACTOR * tolerance;
      continue;
    }
    updates++;
    refresh(true);
    goal = looseGoal();
  }
  return -1;
}

/** The first problems of the sequence need not be solved exactly. */
function looseGoal(): f64 {
  return max(tolerance, min(LOOSE, LOOSE_SHARE * residual));
}

/** Accelerations and forces into the engine's memory. Without a finite solution the island stays unconstrained. */
function writeResult(from: i32, to: i32): void {
  let finite = true;
  for (let i = 0; i < size; i++) if (!(abs(getF(acc, i)) < Infinity)) finite = false;
  if (!finite) countFailure();
  const result = finite ? acc : smooth;
  for (let i = 0; i < size; i++) putF(qacc, getI(dofAt, i), getF(result, i));
  writeMotors(finite);
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), row = load<i32>(b, ROW), f = <usize>load<u32>(b, X) + toF;
    const n = load<i32>(b, SIZE), dim = load<i32>(b, DIM);
    for (let q = 0; q < dim; q++) putF(rowForce, row + q, finite && q < n ? getF(f, q) : 0);
  }
}
