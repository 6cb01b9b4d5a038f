// External forces on a group of bodies in one step, except those of tree joints: weight, applied forces, contacts, loops, ropes,
// frozen bodies and angular motors, as one force and one torque about a point. Read after the rows are solved and before
// positions change, so that all values belong to the same instant. Equality rows are as the engine makes them:
//   point   f on its first body at its point, -f on the second
//   weld    the same, and the torque s/2 R2 (e_w t + e_v x t), with R2 the rotation of the second body, e its error, s its scale

import { conjugate, multiply, type Quat, rotate } from "../../math/Quat.js";
import { normalize, sub, type Vec3 } from "../../math/Vec3.js";
import type { ContactNotes } from "../contact/ContactLaw.js";
import { ROW_ROPE } from "../kernel/KernelLayout.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { RopePlace } from "../model/Layout.js";
import { readMotorEfforts } from "../rows/AngularMotor.js";

/** Force x y z, torque x y z about `point`, in the world's axes. */
export class Wrench {
  readonly point: Vec3;
  readonly sum = new Float64Array(6);

  constructor(point: Vec3) {
    this.point = point;
  }

  /** Adds a force at a place and a torque, both multiplied by `times`. */
  add(place: Vec3, force: Vec3, torque: Vec3, times = 1): void {
    const [x, y, z] = [place[0] - this.point[0], place[1] - this.point[1], place[2] - this.point[2]];
    const { sum } = this;
    for (let k = 0; k < 3; k++) sum[k] += times * force[k];
    sum[3] += times * (torque[0] + y * force[2] - z * force[1]);
    sum[4] += times * (torque[1] + z * force[0] - x * force[2]);
    sum[5] += times * (torque[2] + x * force[1] - y * force[0]);
  }
}

const NONE: Vec3 = [0, 0, 0];
const WELD = 1;
const GEAR = 2;
const EQUALITY_DATA = 11;

/** `inside` has a 1 for each engine body of the group. */
export function addOutside(c: CompiledModel, notes: ContactNotes, inside: Uint8Array, into: Wrench): void {
  addContacts(c, notes, inside, into);
  addPushes(c, inside, into);
  addMotors(c, inside, into);
  addRopes(c, inside, into);
  const { words, fields } = c;
  const { id } = c.rows();
  const count = words[fields.ne];
  const types = c.model.eq_type as Int32Array;
  for (let row = 0; row < count; row++) {
    // gears act within joints, as motors do
    if ((row > 0 && id[row] === id[row - 1]) || types[id[row]] === GEAR) continue;
    addEquality(c, row, inside, into);
  }
}

/** Weight of one body; ghost bodies have none. */
export function weightOf(c: CompiledModel, body: number, gravity: Vec3): Vec3 {
  const mass = (c.model.body_mass as Float64Array)[body] * (1 - (c.model.body_gravcomp as Float64Array)[body]);
  return [mass * gravity[0], mass * gravity[1], mass * gravity[2]];
}

/** Adds the force of one equality on the bodies of the group. */
export function addEquality(c: CompiledModel, row: number, inside: Uint8Array, into: Wrench): void {
  const { id, force: f } = c.rows();
  const equality = id[row];
  const bodies = [c.model.eq_obj1id as Int32Array, c.model.eq_obj2id as Int32Array].map((list) => list[equality]);
  if (inside[bodies[0]] === inside[bodies[1]]) return;
  const isWeld = (c.model.eq_type as Int32Array)[equality] === WELD;
  const data = c.views.eq_data;
  const at = EQUALITY_DATA * equality;
  const side = inside[bodies[0]] ? 0 : 1;
  // the data of a point equality begins with the anchor in the first body, that of a weld with the anchor in the second
  const offset = at + 3 * (isWeld ? 1 - side : side);
  const place = pointOf(c, bodies[side], [data[offset], data[offset + 1], data[offset + 2]]);
  const torque = isWeld ? weldTorque(c, equality, [f[row + 3], f[row + 4], f[row + 5]]) : NONE;
  into.add(place, [f[row], f[row + 1], f[row + 2]], torque, side === 0 ? 1 : -1);
}

/** First row of an equality; -1: inactive. */
export function rowOf(c: CompiledModel, equality: number): number {
  const { words, fields } = c;
  const { id } = c.rows();
  const count = words[fields.ne];
  for (let row = 0; row < count; row++) if (id[row] === equality) return row;
  return -1;
}

function weldTorque(c: CompiledModel, equality: number, t: Vec3): Vec3 {
  const [first, second] = [c.model.eq_obj1id as Int32Array, c.model.eq_obj2id as Int32Array].map((list) =>
    orientationOf(c, list[equality]),
  );
  const data = c.views.eq_data.subarray(EQUALITY_DATA * equality, EQUALITY_DATA * (equality + 1));
  const [w, x, y, z] = data.subarray(6, 10);
  const [ex, ey, ez, ew] = multiply(conjugate(second), multiply(first, [x, y, z, w]));
  const half = data[10] / 2;
  return rotate(second, [
    half * (ew * t[0] + ey * t[2] - ez * t[1]),
    half * (ew * t[1] + ez * t[0] - ex * t[2]),
    half * (ew * t[2] + ex * t[1] - ey * t[0]),
  ]);
}

function orientationOf(c: CompiledModel, body: number): Quat {
  const { xquat } = c.views;
  return [xquat[4 * body + 1], xquat[4 * body + 2], xquat[4 * body + 3], xquat[4 * body]];
}

/** A point of a body, in the world. */
export function pointOf(c: CompiledModel, body: number, local: Vec3): Vec3 {
  const { xpos } = c.views;
  const [x, y, z] = rotate(orientationOf(c, body), local);
  return [xpos[3 * body] + x, xpos[3 * body + 1] + y, xpos[3 * body + 2] + z];
}

/** Normal force, friction, and torques of spinning and rolling friction, of the first geom on the second. */
function addContacts(c: CompiledModel, notes: ContactNotes, inside: Uint8Array, into: Wrench): void {
  const { contactF: f, contactI: n, contactFields: at, layout } = c;
  const { force } = c.rows();
  for (let k = 0; k < notes.count; k++) {
    const one = inside[layout.geoms[notes.geom1[k]].bodyId];
    const two = inside[layout.geoms[notes.geom2[k]].bodyId];
    const row = n[k * (at.bytes >> 2) + at.efcAddress];
    if (one === two || row < 0) continue;
    const dim = n[k * (at.bytes >> 2) + at.dim];
    const record = k * (at.bytes >> 3);
    const parts = Array.from({ length: 6 }, (_, i) => (i < dim ? force[row + i] : 0));
    const frame = record + at.frame;
    const along = (from: number): Vec3 =>
      [0, 1, 2].map(
        (i) => parts[from] * f[frame + i] + parts[from + 1] * f[frame + 3 + i] + parts[from + 2] * f[frame + 6 + i],
      ) as unknown as Vec3;
    const place: Vec3 = [f[record + at.pos], f[record + at.pos + 1], f[record + at.pos + 2]];
    into.add(place, along(0), along(3), two ? 1 : -1);
  }
}

/** Applied forces act at the centre of mass. */
function addPushes({ views }: CompiledModel, inside: Uint8Array, into: Wrench): void {
  const { xfrc_applied: f, xpos } = views;
  for (let b = 1; b < inside.length; b++) {
    if (!inside[b]) continue;
    const k = 6 * b;
    if (f[k] === 0 && f[k + 1] === 0 && f[k + 2] === 0 && f[k + 3] === 0 && f[k + 4] === 0 && f[k + 5] === 0) continue;
    const place: Vec3 = [xpos[3 * b], xpos[3 * b + 1], xpos[3 * b + 2]];
    into.add(place, [f[k], f[k + 1], f[k + 2]], [f[k + 3], f[k + 4], f[k + 5]]);
  }
}

function addMotors(c: CompiledModel, inside: Uint8Array, into: Wrench): void {
  for (const { motors } of c.layout.entities)
    for (const place of motors) {
      if (inside[place.body1] === inside[place.body2]) continue;
      const orientation = orientationOf(c, place.body1);
      readMotorEfforts(c, place).forEach((effort, i) => {
        into.add(into.point, NONE, rotate(orientation, place.joint.axes[i]), (inside[place.body1] ? 1 : -1) * effort);
      });
    }
}

/** The rope pulls each of its points towards the neighbouring points. */
function addRopes(c: CompiledModel, inside: Uint8Array, into: Wrench): void {
  for (const { ropes } of c.layout.entities)
    for (const place of ropes) {
      const tension = tensionOf(c, place.tendonId);
      if (tension === 0) continue;
      const points = ropePoints(c, place);
      points.forEach((point, i) => {
        if (!inside[place.bodyIds[i]]) return;
        for (const other of [points[i - 1], points[i + 1]])
          if (other) into.add(point, normalize(sub(other, point)), NONE, tension);
      });
    }
}

/** The points of a rope in the world. */
export const ropePoints = (c: CompiledModel, { bodyIds, locals }: RopePlace): Vec3[] =>
  bodyIds.map((body, i) => (body === 0 ? locals[i] : pointOf(c, body, locals[i])));

/** Tension of a rope in the last step. */
export function tensionOf(c: CompiledModel, tendonId: number): number {
  const { words, fields } = c;
  const { type, id, force } = c.rows();
  const from = words[fields.ne] + words[fields.nf];
  const to = from + words[fields.nl];
  for (let r = from; r < to; r++) if (type[r] === ROW_ROPE && id[r] === tendonId) return force[r];
  return 0;
}
