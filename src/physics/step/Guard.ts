// Checks every step, so that bad numbers do not spread (M7). If a position or a speed is not finite or out of range, the step
// is undone and the cause is searched among the entities that are connected by contacts (Recovery.ts). The use of the
// engine's memory is checked too: contacts and rows that the engine drops would make the bits depend on the memory size.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import { rangesOf } from "../state/EntityState.js";

/** Maximum speed, m/s or rad/s: far above that of any robot. */
const SPEED_LIMIT = 1e5;
/** Maximum position, m. Angles have no limit: a wheel may turn for ever. */
const PLACE_LIMIT = 1e7;
/** Share of the arena above which the engine may have dropped contacts or rows. */
const FULL = 0.9;

/** The state before a step: everything that the step may change. */
export class Backup {
  qpos = new Float64Array(0);
  qvel = new Float64Array(0);
  warm = new Float64Array(0);
  free = new Float64Array(0);
  earlier = new Float64Array(0);
  aims = new Float64Array(0);
  paces = new Float64Array(0);
  sides = new Float64Array(0);
  forces = new Float64Array(0);

  /** Whether `forces` may be non-zero. */
  #forced = false;

  /** `forced`: bodies may have applied forces. */
  save(c: CompiledModel, forced: boolean): void {
    const { qpos, qvel, qacc_warmstart, qacc_smooth, xfrc_applied } = c.views;
    const fits = this.qpos.length === qpos.length && this.qvel.length === qvel.length;
    if (!fits || this.forces.length !== xfrc_applied.length) {
      this.qpos = new Float64Array(qpos.length);
      this.qvel = new Float64Array(qvel.length);
      this.warm = new Float64Array(qvel.length);
      this.free = new Float64Array(qvel.length);
      this.earlier = new Float64Array(qvel.length);
      this.aims = new Float64Array(qvel.length);
      this.paces = new Float64Array(qvel.length);
      this.sides = new Float64Array(qvel.length);
      this.forces = new Float64Array(xfrc_applied.length);
    }
    this.qpos.set(qpos);
    this.qvel.set(qvel);
    this.warm.set(qacc_warmstart);
    this.free.set(qacc_smooth);
    this.earlier.set(c.earlier);
    this.aims.set(c.aims);
    this.paces.set(c.paces);
    this.sides.set(c.sides);
    if (forced || this.#forced) this.forces.set(xfrc_applied);
    this.#forced = forced;
  }

  restore(c: CompiledModel): void {
    const { qpos, qvel, qacc_warmstart, qacc_smooth, xfrc_applied, qfrc_applied } = c.views;
    qpos.set(this.qpos);
    qvel.set(this.qvel);
    qacc_warmstart.set(this.warm);
    qacc_smooth.set(this.free);
    c.earlier.set(this.earlier);
    c.aims.set(this.aims);
    c.paces.set(this.paces);
    c.sides.set(this.sides);
    xfrc_applied.set(this.forces);
    qfrc_applied.fill(0);
  }
}

/** Largest share of its memory that the engine has used. */
export const memoryUse = (c: CompiledModel): number => c.words[c.fields.maxuse_arena] / c.contactBytes.length;

/** Whether engine or kernel had too little memory for the contacts and rows of the step. */
export function isStarved(c: CompiledModel): boolean {
  return c.kernel.isStarved || memoryUse(c) > FULL;
}

const limits = new WeakMap<CompiledModel, Float64Array>();
const FREE = 0;
const SLIDE = 2;

/** Limit of every position: translations have a limit, angles and quaternions must only be finite. */
function limitsOf(c: CompiledModel): Float64Array {
  const known = limits.get(c);
  if (known) return known;
  const { qpos, jnt_type, jnt_qposadr } = c.views;
  const made = new Float64Array(qpos.length).fill(Number.POSITIVE_INFINITY);
  jnt_type.forEach((type, j) => {
    const q = jnt_qposadr[j];
    if (type === FREE) made.fill(PLACE_LIMIT, q, q + 3);
    else if (type === SLIDE) made[q] = PLACE_LIMIT;
  });
  limits.set(c, made);
  return made;
}

export function isSound(c: CompiledModel): boolean {
  const { qpos, qvel } = c.views;
  const limit = limitsOf(c);
  // comparisons with NaN are false, so that one test covers NaN and infinity
  for (let i = 0; i < qvel.length; i++) if (!(qvel[i] < SPEED_LIMIT && qvel[i] > -SPEED_LIMIT)) return false;
  for (let i = 0; i < qpos.length; i++) if (!(qpos[i] < limit[i] && qpos[i] > -limit[i])) return false;
  return true;
}

/** First bad number of an entity as text; undefined: all are sound. */
export function badNumber(c: CompiledModel, layout: EntityLayout): string | undefined {
  const { q, v } = rangesOf(c, layout);
  const { qpos, qvel } = c.views;
  const limit = limitsOf(c);
  for (let i = v[0]; i < v[1]; i++) if (!(Math.abs(qvel[i]) < SPEED_LIMIT)) return `a speed of ${qvel[i]}`;
  for (let i = q[0]; i < q[1]; i++) if (!(Math.abs(qpos[i]) < limit[i])) return `a position of ${qpos[i]}`;
  return undefined;
}

/** Entities connected by contacts, at least one of them with bad numbers. */
export interface Suspects {
  /** The most likely cause first. */
  readonly names: readonly string[];
  /** Entities with bad numbers, and the first bad number of each. */
  readonly bad: ReadonlyMap<string, string>;
}

export function findSuspects(c: CompiledModel, backup: Backup): Suspects[] {
  return groupByIsland(c)
    .map((group) => {
      const bad = new Map<string, string>();
      for (const layout of group) {
        const found = badNumber(c, layout);
        if (found !== undefined) bad.set(layout.entity.name, found);
      }
      return { names: rank(c, backup, group, bad), bad };
    })
    .filter(({ bad }) => bad.size > 0);
}

/** Groups entities by contact islands; an entity with bodies in several islands joins them. */
function groupByIsland(c: CompiledModel): EntityLayout[][] {
  let groups: { readonly islands: Set<number>; readonly members: EntityLayout[] }[] = [];
  for (const layout of c.layout.entities) {
    const { v } = rangesOf(c, layout);
    if (v[0] === v[1]) continue;
    const islands = new Set<number>();
    // a degree of freedom outside of all islands is a separate island
    for (let i = v[0]; i < v[1]; i++) {
      const island = c.kernel.islandOf(i);
      islands.add(island >= 0 ? island : -1 - i);
    }
    const touched = groups.filter((group) => [...group.islands].some((one) => islands.has(one)));
    groups = groups.filter((group) => !touched.includes(group));
    groups.push({
      islands: new Set([...touched.flatMap((group) => [...group.islands]), ...islands]),
      members: [...touched.flatMap(({ members }) => members), layout],
    });
  }
  return groups.map(({ members }) => members);
}

/** Bad numbers first; then by largest applied force, motor force and speed before the step; then by name. */
function rank(c: CompiledModel, backup: Backup, group: EntityLayout[], bad: ReadonlyMap<string, string>): string[] {
  const keys = new Map(
    group.map((layout) => {
      const { v } = rangesOf(c, layout);
      const [from, to] = layout.bodyRange;
      const name = layout.entity.name;
      const push = largest(backup.forces, 6 * from, 6 * to);
      return [name, [bad.has(name) ? 1 : 0, push, strongestMotor(c, v), largest(backup.qvel, v[0], v[1])]];
    }),
  );
  const order = (a: string, b: string): number => {
    const [x, y] = [keys.get(a) as number[], keys.get(b) as number[]];
    const k = x.findIndex((value, i) => value !== y[i]);
    return k < 0 ? (a < b ? -1 : 1) : x[k] > y[k] ? -1 : 1;
  };
  return [...keys.keys()].sort(order);
}

function largest(values: Float64Array, from: number, to: number): number {
  let max = 0;
  for (let i = from; i < to; i++) max = Math.max(max, sizeOf(values[i]));
  return max;
}

const sizeOf = (x: number): number => (Number.isNaN(x) ? Number.POSITIVE_INFINITY : Math.abs(x));

function strongestMotor(c: CompiledModel, v: readonly [number, number]): number {
  const { ne, nf } = c.data;
  const id = c.data.efc_id as Int32Array;
  const force = c.data.efc_force as Float64Array;
  let max = 0;
  for (let r = ne; r < ne + nf; r++) if (id[r] >= v[0] && id[r] < v[1]) max = Math.max(max, sizeOf(force[r]));
  return max;
}

/** The moving entity with the most contacts in a step that did not fit into the memory; contacts with itself count twice. */
export function findCrowder(c: CompiledModel): { entity: string; contacts: number } | undefined {
  const { contactI: n, contactFields: at, layout, data } = c;
  const counts = new Map<string, number>();
  const fits = Math.floor(c.contactBytes.length / at.bytes);
  for (let k = 0; k < Math.min(data.ncon, fits); k++)
    for (const side of [0, 1]) {
      const geom = n[k * (at.bytes >> 2) + at.geom + side];
      const place = geom >= 0 ? layout.geoms[geom] : undefined;
      if (place && place.bodyId > 0 && !place.driven)
        counts.set(place.entity.name, (counts.get(place.entity.name) ?? 0) + 1);
    }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return first && { entity: first[0], contacts: first[1] };
}
