// Motor rows of the island being solved that act on one degree of freedom each. Robots have many of them, so they lie in arrays
// and need no records: blocks (Blocks.ts) are the other constraints. They are the first rows of an island, and their terms come
// first in every sum.

import { BOUNDED, COLUMNS, FROM_COLUMN, FROM_J, KIND, ROW } from "./Blocks";
import { entryAt } from "./FactorRows";
import { AT_BOUND_DOWN, AT_BOUND_UP, LINEAR, UNKNOWN } from "./Forces";
import { blockOf } from "./Islands";
import { addF, getF, getI, putF, putI, take } from "./Memory";
import { nv, rowAref, rowBound, rowD, rowForce } from "./Model";
import { gradient, placeOf } from "./Vectors";

export let motors: i32 = 0;
/** By motor: its row; degree of freedom; state; byte offset of its degree of freedom in the vectors; address of its entry in the factor. */
let rows: usize = 0, dofs: usize = 0, states: usize = 0, places: usize = 0, targets: usize = 0;
/** Jacobian, stiffness, largest force; J a - a_ref, the same along the search direction, force, and its estimate as in Duals.ts. */
let jacobian: usize = 0, stiffnesses: usize = 0, bounds: usize = 0, x: usize = 0, along: usize = 0, forces: usize = 0, duals: usize = 0;

/** Whether the motors' part of the Hessian is that of the cost itself. */
export let motorsAligned: bool = true;

/** By degree of freedom: whether its motor was at a bound at the end of the last step: 1 up, -1 down. It is state of the world. */
export let lastSides: usize = 0;

export function sideBytes(dofs: i32): usize {
  return (<usize>dofs << 3) + 16;
}

/** Once per model. */
export function placeSides(): void {
  lastSides = take(<usize>nv << 3);
  memory.fill(lastSides, 0, <usize>nv << 3);
}

export function motorBytes(blockCount: i32): usize {
  return <usize>blockCount * (5 * 4 + 7 * 8) + 12 * 16;
}

/** The motors among the blocks from `from` to `to`. Returns the first block that is none. */
export function takeMotors(from: i32, to: i32): i32 {
  let end = from;
  for (; end < to; end++) {
    const b = <usize>getI(blockOf, end);
    if (load<i32>(b, KIND) != BOUNDED || load<i32>(b, COLUMNS) != 1) break;
  }
  motors = end - from;
  const ints = <usize>motors << 2, doubles = <usize>motors << 3;
  rows = take(ints);
  dofs = take(ints);
  states = take(ints);
  places = take(ints);
  targets = take(ints);
  jacobian = take(doubles);
  stiffnesses = take(doubles);
  bounds = take(doubles);
  x = take(doubles);
  along = take(doubles);
  forces = take(doubles);
  duals = take(doubles);
  for (let i = 0; i < motors; i++) {
    const b = <usize>getI(blockOf, from + i), row = load<i32>(b, ROW);
    putI(rows, i, row);
    const dof = load<i32>(<usize>load<u32>(b, FROM_COLUMN));
    putI(dofs, i, dof);
    putI(places, i, getI(placeOf, dof));
    putF(jacobian, i, load<f64>(<usize>load<u32>(b, FROM_J)));
    putF(stiffnesses, i, getF(rowD, row));
    putF(bounds, i, getF(rowBound, row));
  }
  return end;
}

/** When the rows of the factor have their places. */
export function placeMotors(): void {
  for (let i = 0; i < motors; i++) {
    const place = <usize>getI(places, i);
    putI(targets, i, <i32>entryAt(place, place));
  }
}

/** At the accelerations `acc`. Estimates begin at the bounds of the last step. */
export function beginMotors(acc: usize): void {
  for (let i = 0; i < motors; i++) {
    putF(x, i, getF(jacobian, i) * load<f64>(acc + <usize>getI(places, i)) - getF(rowAref, getI(rows, i)));
    putI(states, i, UNKNOWN);
    putF(duals, i, -getF(lastSides, getI(dofs, i)));
  }
}

/** Forces and states; whether a state has changed. */
export function updateMotors(): bool {
  let changes = 0;
  for (let i = 0; i < motors; i++) {
    const f = -getF(stiffnesses, i) * getF(x, i), bound = getF(bounds, i), up = f >= bound, down = f <= -bound;
    const state = select(AT_BOUND_UP, select(AT_BOUND_DOWN, LINEAR, down), up);
    putF(forces, i, select(bound, select(-bound, f, down), up));
    changes |= state ^ getI(states, i);
    putI(states, i, state);
  }
  return changes != 0;
}

/** gradient -= Jᵀ f */
export function subtractMotors(): void {
  for (let i = 0; i < motors; i++) addF(gradient + <usize>getI(places, i), -getF(forces, i) * getF(jacobian, i));
}

/** The motors' part of the Hessian. A motor at its bound b has the curvature b / |x| (1 - y sign x). */
export function addMotors(): void {
  motorsAligned = true;
  for (let i = 0; i < motors; i++) {
    const j = getF(jacobian, i);
    let curvature = getF(stiffnesses, i);
    if (getI(states, i) != LINEAR) {
      const at = getF(x, i), left = 1 - copysign(1.0, at) * getF(duals, i);
      if (left == 0 || at == 0) continue;
      curvature = (getF(bounds, i) / abs(at)) * left;
      motorsAligned = false;
    }
    addF(<usize>getI(targets, i), curvature * j * j);
  }
}

/** Along the search direction. */
export function aimMotors(direction: usize): void {
  for (let i = 0; i < motors; i++) putF(along, i, getF(jacobian, i) * load<f64>(direction + <usize>getI(places, i)));
}

/** As alignDuals (Duals.ts). */
export function alignMotors(): void {
  for (let i = 0; i < motors; i++) putF(duals, i, copysign(1.0, getF(x, i)));
}

/** As moveDuals (Duals.ts). */
export function moveMotorDuals(): void {
  for (let i = 0; i < motors; i++) {
    const at = getF(x, i), v = getF(along, i), width = getF(bounds, i) / getF(stiffnesses, i);
    const edge = max(abs(at), width), slip = abs(at) > width ? (at > 0 ? v : -v) : 0;
    putF(duals, i, edge > 0 ? min(1.0, max(-1.0, (at + v - slip * getF(duals, i)) / edge)) : 0);
  }
}

export function moveMotors(length: f64): void {
  for (let i = 0; i < motors; i++) putF(x, i, getF(x, i) + length * getF(along, i));
}

/** First and second derivative of the cost along the search direction, as sums that begin with the given values. */
export let motorSlope: f64 = 0, motorBend: f64 = 0;

export function searchMotors(length: f64, slope: f64, bend: f64): void {
  for (let i = 0; i < motors; i++) {
    const v = getF(along, i), stiffness = getF(stiffnesses, i), bound = getF(bounds, i);
    const f = stiffness * (getF(x, i) + length * v), up = f >= bound, down = f <= -bound;
    slope += select(bound, select(-bound, f, down), up) * v;
    bend += select<f64>(0, stiffness * v * v, up || down);
  }
  motorSlope = slope;
  motorBend = bend;
}

export function writeMotors(finite: bool): void {
  for (let i = 0; i < motors; i++) {
    putF(rowForce, getI(rows, i), finite ? getF(forces, i) : 0);
    const state = finite ? getI(states, i) : LINEAR;
    putF(lastSides, getI(dofs, i), state == AT_BOUND_UP ? 1 : state == AT_BOUND_DOWN ? -1 : 0);
  }
}
