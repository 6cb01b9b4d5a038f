// Newton's method with an exact line search on the cost of an island:
//   (a - a_s)ᵀ M (a - a_s) / 2 + sum of the costs of its rows
// The cost is convex, so every step lowers it. Where a step changes the state of a row, the next direction takes its curvature
// from the estimates of friction and motors (Duals.ts), else from the cost itself.

import { ROW, SIZE, STATE, X, toV } from "./Blocks";
import { alignDuals, moveDuals } from "./Duals";
import { factorise } from "./Factor";
import { sliding, UNKNOWN, updateForces } from "./Forces";
import { makeHessian } from "./Hessian";
import { blockOf } from "./Islands";
import { multiplyJacobian, subtractForces } from "./Jacobian";
import { searchLine } from "./LineSearch";
import { multiplyMass } from "./Mass";
import { getF, getI, putF } from "./Memory";
import { mass, massStart, massWidth, rowAref } from "./Model";
import { aimMotors, alignMotors, beginMotors, motorsAligned, moveMotorDuals, moveMotors, subtractMotors, updateMotors } from "./Motors";
import { solveDirection } from "./Substitution";
import { acc, direction, dofAt, gradient, momentum, push, size, smooth } from "./Vectors";
import { spendStep } from "./Work";

/** Blocks of the island, without its motors. */
let from: i32 = 0, to: i32 = 0;
/** Which problem: frozen normal forces or the convex cone. */
let frozen: bool = false;
/** 1 / trace of the mass matrix: makes gradients and costs independent of the island's mass. */
let scale: f64 = 1;

/** Whether the factor belongs to the present states; frozen normal forces may have moved a little since. */
export let factored: bool = false;
/** A factor is used again as long as it reduces the residual to this share. */
const GOOD: f64 = 0.3;

/** Whether the last step changed no state. */
let steady: bool = false;

/** Of a step with the old factor, as a share of one with a new factor. */
const CHEAP: f64 = 0.4;

/** Iterations on this island, and what they cost, in iterations with a new factor. */
export let steps: i32 = 0;
export let effort: f64 = 0;
/** Scaled length of the gradient. */
export let residual: f64 = 0;

/** At the accelerations in `acc`. */
export function beginNewton(first: i32, end: i32, trace: f64): void {
  from = first;
  to = end;
  scale = 1 / trace;
  steps = 0;
  effort = 0;
  factored = false;
  steady = false;
  for (let i = 0; i < size; i++) putF(direction, i, getF(acc, i) - getF(smooth, i));
  multiplyMass(momentum, direction);
  beginMotors(acc);
  multiplyJacobian(from, to, acc, 0);
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), x = <usize>load<u32>(b, X), row = load<i32>(b, ROW), n = load<i32>(b, SIZE);
    for (let q = 0; q < n; q++) putF(x, q, getF(x, q) - getF(rowAref, row + q));
    store<i32>(b, UNKNOWN, STATE);
  }
}

/** To call when the cost has changed. */
export function refresh(withFrozen: bool): void {
  const same = frozen == withFrozen;
  frozen = withFrozen;
  const moved = updateMotors();
  if (updateForces(from, to, frozen) || moved || !same) factored = false;
  updateGradient();
}

function updateGradient(): void {
  memory.copy(gradient, momentum, <usize>size << 3);
  subtractMotors();
  subtractForces(from, to);
  let gg: f64 = 0;
  for (let i = 0; i < size; i++) gg += getF(gradient, i) * getF(gradient, i);
  residual = Math.sqrt(gg) * scale;
}

/** Until the residual is below `goal`; false: `maxSteps` were not enough. */
export function minimise(goal: f64, tolerance: f64, maxSteps: i32): bool {
  // written so that NaN ends the loop
  while (!(residual < goal)) {
    if (steps >= maxSteps || !(residual < Infinity)) return false;
    steps++;
    step(tolerance);
  }
  return true;
}

function step(tolerance: f64): void {
  const fresh = !factored;
  spendStep(fresh);
  effort += fresh ? 1 : CHEAP;
  aim();
  aimMotors(direction);
  multiplyJacobian(from, to, direction, toV);
  multiplyMass(push, direction);
  let slope: f64 = 0;
  for (let i = 0; i < size; i++) slope += getF(gradient, i) * getF(direction, i);
  const flat = sliding == 0 && motorsAligned, length = searchLine(from, to, frozen, slope);
  moveDuals(from, to);
  moveMotorDuals();
  move(length);
  const moved = updateMotors(), changed = updateForces(from, to, frozen) || moved, before = residual;
  steady = !changed;
  // the cost was quadratic all the way, or the step could gain less than the tolerance
  if (!changed && ((fresh && flat && length == 1) || -0.5 * slope * scale < tolerance)) residual = 0;
  else updateGradient();
  if (changed || !frozen || residual > GOOD * before) factored = false;
}

/** The direction down to the minimum of the present pieces of the cost. */
function aim(): void {
  if (!factored) {
    if (steady) alignMotors();
    if (steady || steps == 1) alignDuals(from, to);
    makeHessian(from, to);
    factored = factorise();
  }
  if (factored) solveDirection();
  else descend();
}

/** Along the direction: accelerations, momentum and rows. */
function move(length: f64): void {
  for (let i = 0; i < size; i++) {
    putF(acc, i, getF(acc, i) + length * getF(direction, i));
    putF(momentum, i, getF(momentum, i) + length * getF(push, i));
  }
  moveMotors(length);
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k), n = load<i32>(b, SIZE);
    const x = <usize>load<u32>(b, X);
    for (let q = 0; q < n; q++) putF(x, q, getF(x, q) + length * getF(x + toV, q));
  }
}

/** H has lost its definiteness to rounding: down the gradient, each degree of freedom by its own mass. */
function descend(): void {
  for (let i = 0; i < size; i++) {
    const dof = getI(dofAt, i), diagonal = getF(mass, getI(massStart, dof) + getI(massWidth, dof) - 1);
    putF(direction, i, -getF(gradient, i) / diagonal);
  }
}
