// Contact law: between collision and constraints, every contact gets the values of its pair of materials (M3). If the pair
// has a second friction value, the contact frame is turned so that its second tangent lies along the friction axis: an omni
// wheel grips along its rolling direction and slips along its axle. The line contact of a mounted omni wheel is merged
// into one point, because a real omni wheel stands on one roller. A wheel with very little grip along its axle is a roller
// contact: its drag is a separate force (RollerDrag.ts), not a part of the friction cone.

import type { Collision } from "../kernel/Collision.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { AXIS_CYLINDER, axisGeom, isOmniWheel, PAIR, type PairTable } from "../model/PairTable.js";
import type { RowDrift } from "../mover/RowDrift.js";
import type { CylinderContacts } from "./CylinderContacts.js";
import type { EarlyContact } from "./EarlyContact.js";
import type { FacePressure } from "./FacePressure.js";

/** A mounted wheel whose second friction value is at most this share of the first rolls freely along its axle. */
const ROLLER_SHARE = 0.1;

/** For the row law, by contact: the row of its pair in the pair table, and its geoms. */
export class ContactNotes {
  pair = new Int32Array(256);
  geom1 = new Int32Array(256);
  geom2 = new Int32Array(256);
  /** 1: the wheel rolls freely along its axle. */
  roller = new Uint8Array(256);
  /** Of FacePressure.ts. */
  faces: readonly number[] = [];
  radii: readonly number[] = [];
  /** By contact before the lines of omni wheels were merged: its number now. */
  place = new Int32Array(256);
  count = 0;

  reserve(count: number): void {
    if (count <= this.pair.length) return;
    const size = 2 * count;
    this.pair = new Int32Array(size);
    this.geom1 = new Int32Array(size);
    this.geom2 = new Int32Array(size);
    this.roller = new Uint8Array(size);
    this.place = new Int32Array(size);
  }
}

/** Objects that the contact law uses, made once per compiled model. */
export interface ContactTools {
  readonly table: PairTable;
  readonly collision: Collision;
  readonly cylinders: CylinderContacts;
  readonly early: EarlyContact;
  readonly pressure: FacePressure;
  readonly notes: ContactNotes;
  readonly drift: RowDrift;
}

export function applyContactLaw(c: CompiledModel, tools: ContactTools): void {
  const { table, collision, cylinders, early, pressure, notes } = tools;
  if (table.update()) collision.markWheels(table);
  const found = early.settle(cylinders.append(c.words[c.fields.ncon], collision), cylinders);
  const before = pressure.apply(collision.append(found), table);
  notes.reserve(before);
  const count = mergeLines(c, table, before, notes.place);
  const { contactF: f, contactI: n, contactFields: at } = c;
  const wide = at.bytes >> 3;
  const narrow = at.bytes >> 2;
  const { values, geomMaterial, materials } = table;
  notes.count = count;
  for (let k = 0; k < count; k++) {
    const fk = k * wide;
    const nk = k * narrow;
    const g1 = geomOf(c, nk, 0);
    const g2 = geomOf(c, nk, 1);
    const pair = (geomMaterial[g1] * materials.length + geomMaterial[g2]) * PAIR.width;
    notes.pair[k] = pair;
    notes.geom1[k] = g1;
    notes.geom2[k] = g2;
    notes.roller[k] = 0;
    const friction = fk + at.friction;
    f[friction] = f[friction + 1] = values[pair + PAIR.friction];
    f[friction + 2] = values[pair + PAIR.spinning];
    f[friction + 3] = f[friction + 4] = values[pair + PAIR.rolling];
    n[nk + at.dim] = values[pair + PAIR.dim];
    const second = values[pair + PAIR.friction2];
    if (second < 0) continue;
    const geom = axisGeom(table, g1, g2);
    if (geom < 0) continue;
    // the larger value goes with the first tangent: the engine scales its cone by it
    const swap = second > f[friction];
    if (!turnFrame(c, table, geom, fk + at.frame, swap)) continue;
    if (!swap && table.geomMounted[geom] && n[nk + at.dim] === 3 && second <= ROLLER_SHARE * f[friction])
      notes.roller[k] = 1;
    else f[friction + (swap ? 0 : 1)] = second;
  }
  const { faces, radii } = pressure;
  for (let i = 0; i < faces.length; i++) faces[i] = notes.place[faces[i]];
  notes.faces = faces;
  notes.radii = radii;
}

/** Contacts of a static mesh name a flex; returns the geom of that mesh. */
function geomOf(c: CompiledModel, nk: number, side: number): number {
  const geom = c.contactI[nk + c.contactFields.geom + side];
  return geom >= 0 ? geom : c.layout.flexGeoms[c.contactI[nk + c.contactFields.flex + side]];
}

/** Turns one tangent along the friction axis, projected to the contact plane. False: the axis is normal to that plane. */
function turnFrame(c: CompiledModel, table: PairTable, geom: number, frame: number, axisFirst: boolean): boolean {
  const f = c.contactF;
  const { geom_xmat, xmat } = c.views;
  let ax: number;
  let ay: number;
  let az: number;
  if (table.geomAxisKind[geom] === AXIS_CYLINDER) {
    ax = geom_xmat[9 * geom + 2];
    ay = geom_xmat[9 * geom + 5];
    az = geom_xmat[9 * geom + 8];
  } else {
    const m = 9 * table.geomBody[geom];
    const [x, y, z] = [table.geomAxis[3 * geom], table.geomAxis[3 * geom + 1], table.geomAxis[3 * geom + 2]];
    ax = xmat[m] * x + xmat[m + 1] * y + xmat[m + 2] * z;
    ay = xmat[m + 3] * x + xmat[m + 4] * y + xmat[m + 5] * z;
    az = xmat[m + 6] * x + xmat[m + 7] * y + xmat[m + 8] * z;
  }
  const nx = f[frame];
  const ny = f[frame + 1];
  const nz = f[frame + 2];
  const along = ax * nx + ay * ny + az * nz;
  let tx = ax - along * nx;
  let ty = ay - along * ny;
  let tz = az - along * nz;
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (size < 1e-3) return false;
  tx /= size;
  ty /= size;
  tz /= size;
  // the other tangent is t x n; the frame is right-handed in both cases
  const along3 = axisFirst ? frame + 3 : frame + 6;
  const across3 = axisFirst ? frame + 6 : frame + 3;
  const sign = axisFirst ? -1 : 1;
  f[along3] = tx;
  f[along3 + 1] = ty;
  f[along3 + 2] = tz;
  f[across3] = sign * (ty * nz - tz * ny);
  f[across3 + 1] = sign * (tz * nx - tx * nz);
  f[across3 + 2] = sign * (tx * ny - ty * nx);
  return true;
}

/** Merges the two contacts of the line of an anisotropic cylinder into one at the midpoint. Returns the new count. */
function mergeLines(c: CompiledModel, table: PairTable, count: number, place: Int32Array): number {
  const { contactF: f, contactI: n, contactFields: at } = c;
  const wide = at.bytes >> 3;
  const narrow = at.bytes >> 2;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const nk = k * narrow;
    const pairs = k + 1 < count && sameGeoms(n, nk + at.geom, nk + narrow + at.geom);
    const third = pairs && k + 2 < count && sameGeoms(n, nk + at.geom, nk + 2 * narrow + at.geom);
    const merge = pairs && !third && isWheelLine(c, table, k);
    if (kept !== k) c.contactBytes.copyWithin(kept * at.bytes, k * at.bytes, (k + 1) * at.bytes);
    place[k] = kept;
    if (merge) {
      const to = kept * wide;
      const from = (k + 1) * wide;
      f[to] = (f[to] + f[from]) / 2;
      for (let i = at.pos; i < at.pos + 3; i++) f[to + i] = (f[to + i] + f[from + i]) / 2;
      place[++k] = kept;
    }
    kept++;
  }
  c.words[c.fields.ncon] = kept;
  return kept;
}

function sameGeoms(n: Int32Array, a: number, b: number): boolean {
  return n[a] >= 0 && n[a] === n[b] && n[a + 1] === n[b + 1];
}

function isWheelLine(c: CompiledModel, table: PairTable, k: number): boolean {
  const { contactF: f, contactI: n, contactFields: at } = c;
  const nk = k * (at.bytes >> 2) + at.geom;
  if (!isOmniWheel(table, n[nk], n[nk + 1])) return false;
  const geom = axisGeom(table, n[nk], n[nk + 1]);
  // the cylinder lies, it does not stand on its end face
  const frame = k * (at.bytes >> 3) + at.frame;
  const m = c.views.geom_xmat;
  const cos = f[frame] * m[9 * geom + 2] + f[frame + 1] * m[9 * geom + 5] + f[frame + 2] * m[9 * geom + 8];
  return Math.abs(cos) < 0.1;
}
