// Results of the last step: contacts, joint efforts, forces through joints, and tensions of ropes. The engine keeps them until its model is
// compiled anew for a join or leave; then they are copied once and kept here until the next step (M6).

import type { Vec3 } from "../../math/Vec3.js";
import { ROW_MOTOR, ROW_STOP } from "../kernel/KernelLayout.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import { readMotorEfforts } from "../rows/AngularMotor.js";
import type { JointWrench } from "./JointForces.js";
import { tensionOf } from "./OutsideForces.js";
import type { Pipeline } from "./Pipeline.js";

/** One side of a contact, or the solid that a ray hit. */
export interface Surface {
  readonly entity: string;
  readonly body: string;
  readonly solid: string;
}

export interface Contact {
  readonly a: Surface;
  readonly b: Surface;
  readonly position: Vec3;
  /** From a to b. */
  readonly normal: Vec3;
  /** m; below zero: overlap. */
  readonly distance: number;
  /** Force of a on b, N, in the world; `normalForce` is its component along the normal. */
  readonly force: Vec3;
  readonly normalForce: number;
}

export interface LastStep {
  readonly contacts: readonly Contact[];
  /** By entity and joint: force or torque of motor and stop about each axis, on Body1. */
  readonly efforts: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  /** By entity and watched joint: force and torque through the joint. */
  readonly wrenches: ReadonlyMap<string, ReadonlyMap<string, JointWrench>>;
  /** By entity and rope, N. */
  readonly tensions: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export const NO_STEP: LastStep = Object.freeze({
  contacts: Object.freeze([]),
  efforts: new Map(),
  wrenches: new Map(),
  tensions: new Map(),
});

export function readLastStep(c: CompiledModel, pipeline: Pipeline): LastStep {
  const efforts = new Map(
    c.layout.entities
      .filter(({ axes, motors }) => axes.length + motors.length > 0)
      .map((layout) => [layout.entity.name, new Map(jointsOf(layout, c, pipeline))]),
  );
  const tensions = new Map(
    c.layout.entities
      .filter(({ ropes }) => ropes.length > 0)
      .map(({ entity, ropes }) => [
        entity.name,
        new Map(ropes.map(({ rope, tendonId }) => [rope.name, tensionOf(c, tendonId)])),
      ]),
  );
  return { contacts: readContacts(c, pipeline), efforts, wrenches: pipeline.forces.all(), tensions };
}

function jointsOf(layout: EntityLayout, c: CompiledModel, pipeline: Pipeline): [string, readonly number[]][] {
  const names = new Set([...layout.axes, ...layout.motors].map(({ joint }) => joint.name));
  return [...names].map((name) => [name, readEfforts(c, pipeline, layout, name)]);
}

/** Removes results of entities that have left. */
export function keepOnly(last: LastStep, names: { has(name: string): boolean }): LastStep {
  const { contacts, efforts, wrenches, tensions } = last;
  return {
    contacts: contacts.filter(({ a, b }) => names.has(a.entity) && names.has(b.entity)),
    efforts: new Map([...efforts].filter(([name]) => names.has(name))),
    wrenches: new Map([...wrenches].filter(([name]) => names.has(name))),
    tensions: new Map([...tensions].filter(([name]) => names.has(name))),
  };
}

export function surfaceOf(c: CompiledModel, geom: number): Surface {
  const { entity, body, solid } = c.layout.geoms[geom];
  return { entity: entity.name, body: body.name, solid: solid.name };
}

/** All contacts, or those of one entity. */
export function readContacts(c: CompiledModel, { notes }: Pipeline, entity?: string): Contact[] {
  const { contactF: f, contactI: n, contactFields: at, data: d } = c;
  if (d.ncon === 0 || d.ncon !== notes.count) return [];
  const { force } = c.rows();
  const nameOf = (geom: number): string => c.layout.geoms[geom].entity.name;
  const out: Contact[] = [];
  for (let k = 0; k < notes.count; k++) {
    if (entity !== undefined && nameOf(notes.geom1[k]) !== entity && nameOf(notes.geom2[k]) !== entity) continue;
    const a = surfaceOf(c, notes.geom1[k]);
    const b = surfaceOf(c, notes.geom2[k]);
    const fk = k * (at.bytes >> 3);
    const nk = k * (at.bytes >> 2);
    const row = n[nk + at.efcAddress];
    const dim = n[nk + at.dim];
    const frame = fk + at.frame;
    const normal: Vec3 = [f[frame], f[frame + 1], f[frame + 2]];
    const [fn, f1, f2] = row < 0 ? [0, 0, 0] : [force[row], dim > 1 ? force[row + 1] : 0, dim > 1 ? force[row + 2] : 0];
    out.push({
      a,
      b,
      position: [f[fk + at.pos], f[fk + at.pos + 1], f[fk + at.pos + 2]],
      normal,
      distance: f[fk + at.dist],
      force: [0, 1, 2].map((i) => fn * f[frame + i] + f1 * f[frame + 3 + i] + f2 * f[frame + 6 + i]) as unknown as Vec3,
      normalForce: fn,
    });
  }
  return out;
}

/** Adds the names of the entities that touch one entity: with a force, or with a gap below `gap`. */
export function readTouchers(
  c: CompiledModel,
  { notes }: Pipeline,
  entity: string,
  gap: number,
  names: Set<string>,
): void {
  const { contactF: f, contactI: n, contactFields: at, words, fields } = c;
  if (notes.count === 0 || words[fields.ncon] !== notes.count) return;
  const { geoms } = c.layout;
  const isOwn = marksOf(c, entity);
  const { geom1, geom2, count } = notes;
  for (let k = 0; k < count; k++) {
    if ((isOwn[geom1[k]] | isOwn[geom2[k]]) === 0) continue;
    const row = n[k * (at.bytes >> 2) + at.efcAddress];
    const isPressed = row >= 0 && c.rows().force[row] > 0;
    if (!isPressed && !(f[k * (at.bytes >> 3) + at.dist] < gap)) continue;
    names.add(geoms[isOwn[geom1[k]] ? geom2[k] : geom1[k]].entity.name);
  }
}

/** The entity of the last question about a model: by geom, 1 if it is one of the entity. */
const marked = new WeakMap<CompiledModel, { readonly entity: string; readonly marks: Uint8Array }>();

function marksOf(c: CompiledModel, entity: string): Uint8Array {
  const known = marked.get(c);
  if (known?.entity === entity) return known.marks;
  const marks = Uint8Array.from(c.layout.geoms, (geom) => (geom.entity.name === entity ? 1 : 0));
  marked.set(c, { entity, marks });
  return marks;
}

/** Motor plus stop about each axis of a joint, first axis first. */
export function readEfforts(c: CompiledModel, { joints }: Pipeline, layout: EntityLayout, joint: string): number[] {
  const motor = layout.motors.find((place) => place.joint.name === joint);
  if (motor) return readMotorEfforts(c, motor);
  const places = layout.axes.filter((place) => place.joint.name === joint);
  return places
    .sort((a, b) => a.axis - b.axis)
    .map(({ jointId, sign }) => {
      const dof = c.views.jnt_dofadr[jointId];
      return sign * (rowEffort(c, dof, jointId) + joints.torqueOf(c, dof));
    });
}

/** Sums of the motor and stop rows by degree of freedom, in the engine's sense of rotation. */
export function rowEfforts(c: CompiledModel): Float64Array {
  const { type, id, force, J, first } = c.rows();
  const { words, fields, views } = c;
  const start = words[fields.ne];
  const end = start + words[fields.nf] + words[fields.nl];
  const sums = new Float64Array(views.qvel.length);
  for (let r = start; r < end; r++) {
    if (type[r] === ROW_MOTOR) sums[id[r]] += J[first[r]] * force[r];
    else if (type[r] === ROW_STOP) sums[views.jnt_dofadr[id[r]]] += J[first[r]] * force[r];
  }
  return sums;
}

/** Sum of the motor and stop rows of an axis, in the engine's sense of rotation. */
function rowEffort(c: CompiledModel, dof: number, jointId: number): number {
  const { type, id, force, J, first } = c.rows();
  const { words, fields } = c;
  const start = words[fields.ne];
  const end = start + words[fields.nf] + words[fields.nl];
  let sum = 0;
  for (let r = start; r < end; r++) {
    const mine = (type[r] === ROW_MOTOR && id[r] === dof) || (type[r] === ROW_STOP && id[r] === jointId);
    if (mine) sum += J[first[r]] * force[r];
  }
  return sum;
}
