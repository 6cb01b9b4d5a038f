// The engine's model and data as the kernel sees them: addresses that TypeScript has written into a table (KernelLayout.ts).
// Rows move from step to step, so their addresses are read again before each solve.

import {
  SLOT_CONTACTS, SLOT_CONTACT_BYTES, SLOT_CONTACT_DIM, SLOT_CONTACT_FRICTION, SLOT_CONTACT_GEOM, SLOT_CONTACT_MU, SLOT_DATA, SLOT_DOF_TREE,
  SLOT_M, SLOT_M_COLUMN, SLOT_M_START, SLOT_M_WIDTH, SLOT_NE, SLOT_NEFC, SLOT_NF, SLOT_NV, SLOT_QACC, SLOT_QACC_SMOOTH,
  SLOT_QACC_WARM, SLOT_ROW_AREF, SLOT_ROW_BOUND, SLOT_ROW_COLUMN, SLOT_ROW_D, SLOT_ROW_FORCE, SLOT_ROW_ID, SLOT_ROW_J,
  SLOT_ROW_START, SLOT_ROW_TYPE, SLOT_ROW_WIDTH, SLOT_TREES,
} from "../../src/physics/kernel/KernelLayout";

let table: usize = 0;

export let nv: i32 = 0, trees: i32 = 0;
/** By degree of freedom: its tree. */
export let dofTree: usize = 0;
/** Lower triangle of the mass matrix, row by row; the diagonal is the last entry of its row. */
export let massStart: usize = 0, massWidth: usize = 0, massColumn: usize = 0, mass: usize = 0;
export let qacc: usize = 0, qaccSmooth: usize = 0, qaccWarm: usize = 0;

/** Contacts, and offsets of their fields. */
export let contacts: usize = 0, contactBytes: usize = 0;
export let atFriction: usize = 0, atMu: usize = 0, atDim: usize = 0, atGeom: usize = 0;

/** Numbers of equality rows, of bounded rows and of all rows. */
export let ne: i32 = 0, nf: i32 = 0, nefc: i32 = 0;
export let rowType: usize = 0, rowId: usize = 0, rowWidth: usize = 0, rowStart: usize = 0, rowColumn: usize = 0;
export let rowJ: usize = 0, rowD: usize = 0, rowAref: usize = 0, rowForce: usize = 0, rowBound: usize = 0;

// @ts-ignore: decorator
@inline
function slot(i: i32): usize {
  return <usize>load<u32>(table + (<usize>i << 2));
}

/** A pointer or a count of the data. */
// @ts-ignore: decorator
@inline
function field(i: i32): usize {
  return <usize>load<u32>(slot(SLOT_DATA) + slot(i));
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
  qacc = slot(SLOT_QACC);
  qaccSmooth = slot(SLOT_QACC_SMOOTH);
  qaccWarm = slot(SLOT_QACC_WARM);
  contacts = slot(SLOT_CONTACTS);
  contactBytes = slot(SLOT_CONTACT_BYTES);
  atFriction = slot(SLOT_CONTACT_FRICTION);
  atMu = slot(SLOT_CONTACT_MU);
  atDim = slot(SLOT_CONTACT_DIM);
  atGeom = slot(SLOT_CONTACT_GEOM);
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
}
