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
/** Jacobian, stiffness, largest force; J a - a_ref, the same along the search direction, force. */
let jacobian: usize = 0, stiffnesses: usize = 0, bounds: usize = 0, x: usize = 0, along: usize = 0, forces: usize = 0;

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

// @ts-ignore: decorator
@inline
function lastState(motor: i32): i32 {
  const side = getF(lastSides, getI(dofs, motor));
  return side > 0 ? AT_BOUND_UP : side < 0 ? AT_BOUND_DOWN : LINEAR;
}

export function motorBytes(blockCount: i32): usize {
  return <usize>blockCount * (5 * 4 + 6 * 8) + 11 * 16;
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

/** At the accelerations `acc`. */
export function beginMotors(acc: usize): void {
  for (let i = 0; i < motors; i++) {
    putF(x, i, getF(jacobian, i) * load<f64>(acc + <usize>getI(places, i)) - getF(rowAref, getI(rows, i)));
    putI(states, i, UNKNOWN);
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

/** Takes every motor to be where it was in the last step, with whatever force that needs. False: all are there. */
export function guessMotors(): bool {
  let other = 0;
  for (let i = 0; i < motors; i++) other |= getI(states, i) ^ lastState(i);
  if (other == 0) return false;
  for (let i = 0; i < motors; i++) {
    const state = lastState(i), bound = getF(bounds, i);
    putI(states, i, state);
    putF(forces, i, state == LINEAR ? -getF(stiffnesses, i) * getF(x, i) : state == AT_BOUND_UP ? bound : -bound);
  }
  return true;
}

/** The forces of the motors again; their states stay. */
export function boundMotors(): void {
  for (let i = 0; i < motors; i++) {
    const bound = getF(bounds, i);
    putF(forces, i, min(bound, max(-bound, -getF(stiffnesses, i) * getF(x, i))));
  }
}

/** gradient -= Jᵀ f */
export function subtractMotors(): void {
  for (let i = 0; i < motors; i++) addF(gradient + <usize>getI(places, i), -getF(forces, i) * getF(jacobian, i));
}

/** The motors' part of the Hessian. */
export function addMotors(): void {
  for (let i = 0; i < motors; i++) {
    if (getI(states, i) != LINEAR) continue;
    const j = getF(jacobian, i);
    addF(<usize>getI(targets, i), getF(stiffnesses, i) * j * j);
  }
}

/** Along the search direction. */
export function aimMotors(direction: usize): void {
  for (let i = 0; i < motors; i++) putF(along, i, getF(jacobian, i) * load<f64>(direction + <usize>getI(places, i)));
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
