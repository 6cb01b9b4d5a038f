// Solves islands: exact Coulomb friction, or the convex cone where it does not settle. The bits of an island depend on nothing
// outside of it.

import { LAW_COULOMB } from "../../src/physics/kernel/KernelLayout";
import { DIM, ROW, SIZE, X, toF } from "./Blocks";
import { forgetLimits, holdSlip, isExact, isWarm, moveLimits, startLimits } from "./Coulomb";
import { countFailure, countFallback, countIsland } from "./Counters";
import { placeFactor } from "./Factor";
import { blockOf, firstBlock } from "./Islands";
import { blockJacobianBytes, takeJacobian } from "./Jacobian";
import { countMass, massBytes, placeMass, takeMass } from "./Mass";
import { getF, getI, putF, takeFrom } from "./Memory";
import { qacc, qaccSmooth, rowForce } from "./Model";
import { beginNewton, factored, minimise, refresh, residual, steps } from "./Newton";
import { edgeBytes, orderIsland } from "./Order";
import { acc, dofAt, size, smooth } from "./Vectors";

/** Residual of the first problems of a sequence: as a share of the residual at their start, and at most. */
const LOOSE_SHARE: f64 = 0.1;
const LOOSE: f64 = 1e-3;
/** The same for the convex cone at the start. */
const START_SHARE: f64 = 0.1;
const START: f64 = 0.03;
/** Residual of a settled solution over the tolerance: its friction is known to 1e-4 only. */
const SETTLED_FACTOR: f64 = 100;

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
  const edges = edgeBytes(to - from), jacobian = blockJacobianBytes(from, to);
  if (edges > memoryEnd - memoryStart) return 2 * edges;
  takeFrom(memoryStart);
  orderIsland(island);
  const entries = countMass();
  const needed = edges + jacobian + massBytes(entries);
  if (needed > memoryEnd - memoryStart) return 2 * needed;
  const trace = takeMass(entries);
  takeJacobian(from, to);
  const end = placeFactor();
  if (end > memoryEnd) return end - memoryStart;
  placeMass();
  beginAt(from, to, start, trace);
  let updates = 0;
  const directions = law == LAW_COULOMB ? holdSlip(from, to) : 0;
  if (directions > 0) {
    updates = solveCoulomb(from, to, !isWarm(from, to), directions > 1);
    if (updates < 0) {
      countFallback();
      forgetLimits(from, to);
      if (residual < Infinity) holdSlip(from, to);
      else beginAt(from, to, qaccSmooth, trace);
      solveConvex();
    }
  } else solveConvex();
  writeResult(from, to);
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
 * Number of updates of the normal forces; -1: they did not settle. `cold`: without limits of an earlier solve; the convex cone
 * gives them, if friction has two directions (`curved`).
 */
function solveCoulomb(from: i32, to: i32, cold: bool, curved: bool): i32 {
  if (cold) refresh(false);
  if (cold && curved) {
    if (!minimise(max(tolerance, min(START, START_SHARE * residual)), tolerance, maxSteps)) return -1;
    if (isExact(from, to) && minimise(tolerance, tolerance, maxSteps) && isExact(from, to)) return 0;
  }
  startLimits(from, to, cold);
  refresh(true);
  let goal = looseGoal();
  for (let updates = 0; updates <= maxUpdates; ) {
    if (!minimise(goal, tolerance, maxSteps)) return -1;
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
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), row = load<i32>(b, ROW), f = <usize>load<u32>(b, X) + toF;
    const n = load<i32>(b, SIZE), dim = load<i32>(b, DIM);
    for (let q = 0; q < dim; q++) putF(rowForce, row + q, finite && q < n ? getF(f, q) : 0);
  }
}
