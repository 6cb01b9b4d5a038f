// Rows of contacts, in their order: Jacobian of the motion of the second body relative to the first in the contact's frame, speed,
// and softness.

import { ROW_CONTACT, ROW_PUSHING, SLOT_NCON } from "../../src/physics/kernel/KernelLayout";
import { getF, getI, putI, take, whole } from "./Memory";
import {
  atDim, atDist, atExclude, atFrame, atFriction, atGeom, atMu, atPos, atRow, atSolimp, bodies, bodyDof, bodyDofs, bodyInverse,
  bodyWeld, cdof, comOf, contactBytes, contacts, dofParent, field, geomBody, nv,
} from "./Model";
import { addRow, nextColumns, nextValues, row, softnessBy } from "./RowStore";

/** `exclude` of a contact that is hidden from the engine, and of one between bodies that do not move. */
const HIDDEN: i32 = 8;
const UNMOVED: i32 = 3;

/** By body: the last degree of freedom that moves it (-1: none), and how many do. */
export let lastDof: usize = 0;
let chainLength: usize = 0;
/** Degrees of freedom of the present contact, in falling order, and whether they move its second body. */
let chain: usize = 0, second: usize = 0;

export function chainBytes(dofs: i32, bodyCount: i32): usize {
  return 2 * whole(<usize>bodyCount << 2) + 2 * whole(<usize>dofs << 2);
}

/** Once per model. */
export function placeChains(): void {
  lastDof = take(<usize>bodies << 2);
  chainLength = take(<usize>bodies << 2);
  chain = take(<usize>nv << 2);
  second = take(<usize>nv << 2);
  for (let b = 0; b < bodies; b++) {
    const weld = getI(bodyWeld, b), dofs = getI(bodyDofs, weld);
    const last = dofs == 0 ? -1 : getI(bodyDof, weld) + dofs - 1;
    let count = 0;
    for (let dof = last; dof >= 0; dof = getI(dofParent, dof)) count++;
    putI(lastDof, b, last);
    putI(chainLength, b, count);
  }
}

// @ts-ignore: decorator
@inline
function contactAt(k: i32): usize {
  return contacts + <usize>k * contactBytes;
}

/** Body of a side of a contact. Contacts of a static mesh name a flex and no geom. */
// @ts-ignore: decorator
@inline
function bodyOf(contact: usize, side: i32): i32 {
  const geom = getI(contact + atGeom, side);
  return geom < 0 ? 0 : getI(geomBody, geom);
}

/** Before the engine makes its rows: it makes none of contacts. */
export function hideContacts(): void {
  const count = <i32>field(SLOT_NCON);
  for (let k = 0; k < count; k++) {
    const c = contactAt(k);
    if (load<i32>(c + atExclude) == 0) store<i32>(c + atExclude, HIDDEN);
  }
}

/** Rows of the hidden contacts, and an upper bound of the entries of their Jacobian. */
export let contactRows: i32 = 0, contactEntries: i32 = 0;

export function countContactRows(): void {
  const count = <i32>field(SLOT_NCON);
  contactRows = 0;
  contactEntries = 0;
  for (let k = 0; k < count; k++) {
    const c = contactAt(k);
    if (load<i32>(c + atExclude) != HIDDEN) continue;
    const dim = load<i32>(c + atDim);
    contactRows += dim;
    contactEntries += dim * (getI(chainLength, bodyOf(c, 0)) + getI(chainLength, bodyOf(c, 1)));
  }
}

export function addContactRows(): void {
  const count = <i32>field(SLOT_NCON);
  for (let k = 0; k < count; k++) {
    const c = contactAt(k);
    if (load<i32>(c + atExclude) == HIDDEN) addContact(c, k);
  }
}

function addContact(c: usize, k: i32): void {
  const b1 = bodyOf(c, 0), b2 = bodyOf(c, 1), width = findChain(getI(lastDof, b1), getI(lastDof, b2));
  store<i32>(c + atExclude, width == 0 ? UNMOVED : 0);
  store<i32>(c + atRow, width == 0 ? -1 : row);
  if (width == 0) return;
  const dim = load<i32>(c + atDim), m = c + atFriction, m0 = load<f64>(m);
  if (dim > 1) store<f64>(c + atMu, m0);
  writeJacobian(c, b1, b2, dim, width);
  const softness = softnessBy(c + atSolimp, getF(bodyInverse, 2 * b1) + getF(bodyInverse, 2 * b2));
  const type = dim > 1 ? ROW_CONTACT : ROW_PUSHING;
  for (let q = 0; q < dim; q++) {
    // R_q m_q² is the same for all rows of friction
    const mq = q > 1 ? getF(m, q - 1) : m0, own = q > 1 ? (softness * m0 * m0) / (mq * mq) : softness;
    const columns = nextColumns();
    if (q > 0) memory.copy(columns, columns - (<usize>width << 2), <usize>width << 2);
    addRow(type, k, width, q == 0 ? load<f64>(c + atDist) : 0, 0, own);
  }
}

/** The degrees of freedom that move one of two bodies and not the other, from their last ones. Returns their number. */
function findChain(one: i32, two: i32): i32 {
  let count = 0;
  while (one != two) {
    const dof = max(one, two);
    putI(chain, count, dof);
    putI(second, count, dof == two ? 1 : 0);
    if (dof == two) two = getI(dofParent, two);
    else one = getI(dofParent, one);
    count++;
  }
  return count;
}

/** Columns of the first row, and the Jacobian of all rows. */
function writeJacobian(c: usize, b1: i32, b2: i32, dim: i32, width: i32): void {
  const frame = c + atFrame, columns = nextColumns(), values = nextValues(), stride = <usize>width << 3;
  const o1 = comOf(b1), o2 = comOf(b2);
  const x = load<f64>(c + atPos), y = load<f64>(c + atPos, 8), z = load<f64>(c + atPos, 16);
  for (let i = 0; i < width; i++) {
    const k = width - 1 - i, dof = getI(chain, k), moves2 = getI(second, k) != 0;
    const o = moves2 ? o2 : o1, rx = x - load<f64>(o), ry = y - load<f64>(o, 8), rz = z - load<f64>(o, 16);
    const s = cdof + <usize>dof * 48, sign: f64 = moves2 ? 1 : -1;
    const wx = load<f64>(s), wy = load<f64>(s, 8), wz = load<f64>(s, 16);
    const vx = sign * (load<f64>(s, 24) + (wy * rz - wz * ry));
    const vy = sign * (load<f64>(s, 32) + (wz * rx - wx * rz));
    const vz = sign * (load<f64>(s, 40) + (wx * ry - wy * rx));
    putI(columns, i, dof);
    let to = values + (<usize>i << 3), axis = frame;
    for (let q = 0; q < min(dim, 3); q++, axis += 24, to += stride) store<f64>(to, along(axis, vx, vy, vz));
    axis = frame;
    for (let q = 3; q < dim; q++, axis += 24, to += stride) store<f64>(to, along(axis, sign * wx, sign * wy, sign * wz));
  }
}

// @ts-ignore: decorator
@inline
function along(axis: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
}
