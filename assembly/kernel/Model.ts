// The engine's model and data as the kernel sees them: addresses that TypeScript has written into a table (KernelLayout.ts).
// Rows move from step to step, so their addresses are read again before each solve.

import {
  SLOT_BODIES, SLOT_BODY_DOF, SLOT_BODY_DOFS, SLOT_BODY_INVERSE, SLOT_BODY_ROOT, SLOT_BODY_WELD, SLOT_CDOF, SLOT_COM,
  SLOT_CONTACTS, SLOT_CONTACT_BYTES, SLOT_CONTACT_DIM, SLOT_CONTACT_DIST, SLOT_CONTACT_EXCLUDE, SLOT_CONTACT_FRAME,
  SLOT_CONTACT_FRICTION, SLOT_CONTACT_GEOM, SLOT_CONTACT_MU, SLOT_CONTACT_POS, SLOT_CONTACT_ROW, SLOT_CONTACT_SOLIMP,
  SLOT_DATA, SLOT_DOF_BOUND, SLOT_DOF_INVERSE, SLOT_DOF_PARENT, SLOT_DOF_SOLIMP, SLOT_DOF_TREE, SLOT_FORCE_ACTUATOR, SLOT_FORCE_APPLIED, SLOT_FORCE_BIAS, SLOT_FORCE_PASSIVE,
  SLOT_FORCE_SMOOTH, SLOT_GEOM_BODY, SLOT_JOINTS,
  SLOT_JOINT_DOF, SLOT_JOINT_MARGIN, SLOT_JOINT_PLACE, SLOT_JOINT_RANGE, SLOT_JOINT_SOLIMP,
  SLOT_JOINT_TYPE, SLOT_M, SLOT_M_COLUMN, SLOT_M_ENTRIES, SLOT_M_FACTOR, SLOT_M_INVERSE_D, SLOT_M_START, SLOT_M_WIDTH, SLOT_NE, SLOT_NEFC, SLOT_NF, SLOT_NV, SLOT_QACC,
  SLOT_QACC_SMOOTH, SLOT_QACC_WARM, SLOT_QPOS, SLOT_QVEL, SLOT_ROPES, SLOT_ROPE_COLUMN, SLOT_ROPE_J, SLOT_ROPE_LENGTH,
  SLOT_ROPE_MARGIN, SLOT_ROPE_RANGE, SLOT_ROPE_START, SLOT_ROPE_WIDTH, SLOT_ROW_AREF, SLOT_ROW_BOUND, SLOT_ROW_COLUMN,
  SLOT_ROW_D, SLOT_ROW_FORCE, SLOT_ROW_ID, SLOT_ROW_J, SLOT_ROW_POS, SLOT_ROW_R, SLOT_ROW_START, SLOT_ROW_TYPE, SLOT_ROW_VEL,
  SLOT_ROW_WIDTH, SLOT_TREES,
} from "../../src/physics/kernel/KernelLayout";

let table: usize = 0;

export let nv: i32 = 0, trees: i32 = 0;
/** By degree of freedom: its tree. */
export let dofTree: usize = 0;
/** Lower triangle of the mass matrix, row by row; the diagonal is the last entry of its row. */
export let massStart: usize = 0, massWidth: usize = 0, massColumn: usize = 0, mass: usize = 0;
/** Its entries; the same as Lᵀ D L: L with its rows as those of the matrix, and 1 / D. */
export let massEntries: i32 = 0, massFactor: usize = 0, inverseD: usize = 0;
/** Forces on the degrees of freedom, and their sum. */
export let forcePassive: usize = 0, forceBias: usize = 0, forceApplied: usize = 0, forceActuator: usize = 0, forceSmooth: usize = 0;
export let qacc: usize = 0, qaccSmooth: usize = 0, qaccWarm: usize = 0, qvel: usize = 0;

/** By body: the body that it is fixed to, first and number of the degrees of freedom of its joints, inverse weights. */
export let bodies: i32 = 0, bodyWeld: usize = 0, bodyDof: usize = 0, bodyDofs: usize = 0, bodyInverse: usize = 0;
export let dofParent: usize = 0, geomBody: usize = 0;
/** Motion of each degree of freedom: turning, and moving of the centre of mass of its tree. */
export let cdof: usize = 0;
let bodyRoot: usize = 0, com: usize = 0;

/** By degree of freedom: bound of its motor, inverse weight, impedance. */
export let qpos: usize = 0, dofBound: usize = 0, dofInverse: usize = 0, dofSolimp: usize = 0;
export let joints: i32 = 0, jointType: usize = 0, jointDof: usize = 0, jointPlace: usize = 0;
export let jointRange: usize = 0, jointMargin: usize = 0, jointSolimp: usize = 0;
/** Ropes, and the Jacobian of their lengths. */
export let ropes: i32 = 0, ropeRange: usize = 0, ropeMargin: usize = 0, ropeLength: usize = 0;
export let ropeWidth: usize = 0, ropeStart: usize = 0, ropeColumn: usize = 0, ropeJ: usize = 0;

/** Contacts, and offsets of their fields. */
export let contacts: usize = 0, contactBytes: usize = 0;
export let atFriction: usize = 0, atMu: usize = 0, atDim: usize = 0, atGeom: usize = 0, atDist: usize = 0, atPos: usize = 0;
export let atFrame: usize = 0, atSolimp: usize = 0, atExclude: usize = 0, atRow: usize = 0;

/** Numbers of equality rows, of bounded rows and of all rows. */
export let ne: i32 = 0, nf: i32 = 0, nefc: i32 = 0;
export let rowType: usize = 0, rowId: usize = 0, rowWidth: usize = 0, rowStart: usize = 0, rowColumn: usize = 0;
export let rowJ: usize = 0, rowD: usize = 0, rowAref: usize = 0, rowForce: usize = 0, rowBound: usize = 0;
export let rowPos: usize = 0, rowR: usize = 0, rowVel: usize = 0;

// @ts-ignore: decorator
@inline
function slot(i: i32): usize {
  return <usize>load<u32>(table + (<usize>i << 2));
}

/** A pointer or a count of the data. */
// @ts-ignore: decorator
@inline
export function field(i: i32): usize {
  return <usize>load<u32>(slot(SLOT_DATA) + slot(i));
}

// @ts-ignore: decorator
@inline
export function setField(i: i32, value: u32): void {
  store<u32>(slot(SLOT_DATA) + slot(i), value);
}

/** Address of the centre of mass of the tree of a body. */
// @ts-ignore: decorator
@inline
export function comOf(body: i32): usize {
  return com + <usize>load<i32>(bodyRoot + (<usize>body << 2)) * 24;
}

export function openModel(at: usize): void {
  table = at;
  nv = <i32>slot(SLOT_NV);
  trees = <i32>slot(SLOT_TREES);
  dofTree = slot(SLOT_DOF_TREE);
  massStart = slot(SLOT_M_START);
  massWidth = slot(SLOT_M_WIDTH);
  massColumn = slot(SLOT_M_COLUMN);
  mass = slot(SLOT_M);
  massEntries = <i32>slot(SLOT_M_ENTRIES);
  massFactor = slot(SLOT_M_FACTOR);
  inverseD = slot(SLOT_M_INVERSE_D);
  forcePassive = slot(SLOT_FORCE_PASSIVE);
  forceBias = slot(SLOT_FORCE_BIAS);
  forceApplied = slot(SLOT_FORCE_APPLIED);
  forceActuator = slot(SLOT_FORCE_ACTUATOR);
  forceSmooth = slot(SLOT_FORCE_SMOOTH);
  qacc = slot(SLOT_QACC);
  qaccSmooth = slot(SLOT_QACC_SMOOTH);
  qaccWarm = slot(SLOT_QACC_WARM);
  contacts = slot(SLOT_CONTACTS);
  contactBytes = slot(SLOT_CONTACT_BYTES);
  atFriction = slot(SLOT_CONTACT_FRICTION);
  atMu = slot(SLOT_CONTACT_MU);
  atDim = slot(SLOT_CONTACT_DIM);
  atGeom = slot(SLOT_CONTACT_GEOM);
  atDist = slot(SLOT_CONTACT_DIST);
  atPos = slot(SLOT_CONTACT_POS);
  atFrame = slot(SLOT_CONTACT_FRAME);
  atSolimp = slot(SLOT_CONTACT_SOLIMP);
  atExclude = slot(SLOT_CONTACT_EXCLUDE);
  atRow = slot(SLOT_CONTACT_ROW);
  qvel = slot(SLOT_QVEL);
  bodies = <i32>slot(SLOT_BODIES);
  bodyWeld = slot(SLOT_BODY_WELD);
  bodyDof = slot(SLOT_BODY_DOF);
  bodyDofs = slot(SLOT_BODY_DOFS);
  bodyRoot = slot(SLOT_BODY_ROOT);
  bodyInverse = slot(SLOT_BODY_INVERSE);
  dofParent = slot(SLOT_DOF_PARENT);
  geomBody = slot(SLOT_GEOM_BODY);
  cdof = slot(SLOT_CDOF);
  com = slot(SLOT_COM);
  qpos = slot(SLOT_QPOS);
  dofBound = slot(SLOT_DOF_BOUND);
  dofInverse = slot(SLOT_DOF_INVERSE);
  dofSolimp = slot(SLOT_DOF_SOLIMP);
  joints = <i32>slot(SLOT_JOINTS);
  jointType = slot(SLOT_JOINT_TYPE);
  jointDof = slot(SLOT_JOINT_DOF);
  jointPlace = slot(SLOT_JOINT_PLACE);
  jointRange = slot(SLOT_JOINT_RANGE);
  jointMargin = slot(SLOT_JOINT_MARGIN);
  jointSolimp = slot(SLOT_JOINT_SOLIMP);
  ropes = <i32>slot(SLOT_ROPES);
  ropeRange = slot(SLOT_ROPE_RANGE);
  ropeMargin = slot(SLOT_ROPE_MARGIN);
  ropeLength = slot(SLOT_ROPE_LENGTH);
  ropeWidth = slot(SLOT_ROPE_WIDTH);
  ropeStart = slot(SLOT_ROPE_START);
  ropeColumn = slot(SLOT_ROPE_COLUMN);
  ropeJ = slot(SLOT_ROPE_J);
}

/** False: the engine had no memory for its rows. */
export function hasRows(): bool {
  return field(SLOT_ROW_TYPE) != 0;
}

export function openRows(): void {
  ne = <i32>field(SLOT_NE);
  nf = <i32>field(SLOT_NF);
  nefc = <i32>field(SLOT_NEFC);
  rowType = field(SLOT_ROW_TYPE);
  rowId = field(SLOT_ROW_ID);
  rowWidth = field(SLOT_ROW_WIDTH);
  rowStart = field(SLOT_ROW_START);
  rowColumn = field(SLOT_ROW_COLUMN);
  rowJ = field(SLOT_ROW_J);
  rowD = field(SLOT_ROW_D);
  rowAref = field(SLOT_ROW_AREF);
  rowForce = field(SLOT_ROW_FORCE);
  rowBound = field(SLOT_ROW_BOUND);
  rowPos = field(SLOT_ROW_POS);
  rowR = field(SLOT_ROW_R);
  rowVel = field(SLOT_ROW_VEL);
}
