// Rows of joints: a motor for every degree of freedom with a bound, a stop for every end of a range that is near, a row for every
// rope that is nearly taut. The laws (JointRows.ts, RopeRows.ts of src/physics/rows) set their targets.

import { ROW_MOTOR, ROW_ROPE, ROW_STOP, SLOT_NF, SLOT_NL } from "../../src/physics/kernel/KernelLayout";
import { getF, getI, putF, putI } from "./Memory";
import {
  dofBound, dofInverse, dofSolimp, jointDof, jointMargin, jointPlace, jointRange, joints, jointSolimp, jointType, field,
  nv, qpos, ropeColumn, ropeJ, ropeLength, ropeMargin, ropeRange, ropes, ropeStart, ropeWidth, setField,
} from "./Model";
import { addRow, nextColumns, nextValues, row, softnessBy } from "./RowStore";

/** Bytes of the engine's impedance of one joint or degree of freedom. */
const SOLIMP: usize = 40;
/** The first of the types of joints with one axis. */
const SLIDE: i32 = 2;

/** At most so many rows. */
export function maxJointRows(): i32 {
  return nv + 2 * joints + ropes;
}

/** At most so many entries of their Jacobian. */
export function maxJointEntries(): i32 {
  let sum = nv + 2 * joints;
  for (let i = 0; i < ropes; i++) sum += getI(ropeWidth, i);
  return sum;
}

export function addJointRows(): void {
  const before = row;
  addMotors();
  const motors = row - before;
  addStops();
  addRopes();
  setField(SLOT_NF, <u32>(<i32>field(SLOT_NF) + motors));
  setField(SLOT_NL, <u32>(row - before - motors));
}

function addMotors(): void {
  for (let dof = 0; dof < nv; dof++) {
    const bound = getF(dofBound, dof);
    if (bound == 0) continue;
    putI(nextColumns(), 0, dof);
    putF(nextValues(), 0, 1);
    addRow(ROW_MOTOR, dof, 1, 0, bound, softnessBy(dofSolimp + <usize>dof * SOLIMP, getF(dofInverse, dof)));
  }
}

function addStops(): void {
  for (let j = 0; j < joints; j++) {
    if (getI(jointType, j) < SLIDE) continue;
    const value = getF(qpos, getI(jointPlace, j)), margin = getF(jointMargin, j);
    const below = value - getF(jointRange, 2 * j), above = getF(jointRange, 2 * j + 1) - value;
    if (below < margin) addStop(j, below, 1);
    if (above < margin) addStop(j, above, -1);
  }
}

function addStop(j: i32, dist: f64, sign: f64): void {
  const dof = getI(jointDof, j);
  putI(nextColumns(), 0, dof);
  putF(nextValues(), 0, sign);
  addRow(ROW_STOP, j, 1, dist, 0, softnessBy(jointSolimp + <usize>j * SOLIMP, getF(dofInverse, dof)));
}

/** Their softness is the law's. */
function addRopes(): void {
  for (let i = 0; i < ropes; i++) {
    const free = getF(ropeRange, 2 * i + 1) - getF(ropeLength, i);
    if (!(free < getF(ropeMargin, i))) continue;
    const width = getI(ropeWidth, i), from = getI(ropeStart, i), values = nextValues();
    memory.copy(nextColumns(), ropeColumn + (<usize>from << 2), <usize>width << 2);
    for (let k = 0; k < width; k++) putF(values, k, -getF(ropeJ, from + k));
    addRow(ROW_ROPE, i, width, free, 0, 1);
  }
}
