// Queries: contacts of the last step, the first solid along a ray, overlaps. No query changes the state.

import { checkAxis, checkRange, checkVec } from "../describe/Check.js";
import type { Vec3 } from "../math/Vec3.js";
import { HeightfieldContacts } from "./contact/HeightfieldContacts.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { GeomPlace } from "./model/Layout.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import { type Contact, readContacts, readTouchers, type Surface, surfaceOf } from "./step/LastStep.js";

export type { Contact, Surface } from "./step/LastStep.js";

/** Contacts of the last step: all, or those of one entity. An entity that has just joined has none. */
export function listContacts(physics: Physics, entity?: string): readonly Contact[] {
  if (entity !== undefined) physics.entity(entity);
  const { last } = physics[INTERNALS];
  if (!last) return readContacts(physics[INTERNALS].compiled, physics[INTERNALS].pipeline, entity);
  return last.contacts.filter(({ a, b }) => entity === undefined || a.entity === entity || b.entity === entity);
}

/** Names of the entities that touched an entity in the last step: with a force, or with a gap below `gap`. */
export function touchers(physics: Physics, entity: string, gap: number): ReadonlySet<string> {
  const { last, compiled, pipeline } = physics[INTERNALS];
  const names = new Set<string>();
  if (!last) readTouchers(compiled, pipeline, entity, gap, names);
  else
    for (const { a, b, normalForce, distance } of listContacts(physics, entity))
      if (normalForce > 0 || distance < gap) names.add(a.entity === entity ? b.entity : a.entity);
  return names;
}

/** The largest overlap of the last step, m. */
export function largestOverlap(physics: Physics): number {
  if (physics[INTERNALS].last)
    return physics[INTERNALS].last.contacts.reduce((max, { distance }) => Math.max(max, -distance), 0);
  const { contactF: f, contactFields: at, data: d } = physics[INTERNALS].compiled;
  let max = 0;
  for (let k = 0; k < d.ncon; k++) max = Math.max(max, -f[k * (at.bytes >> 3) + at.dist]);
  return max;
}

export interface RayHit {
  readonly distance: number;
  readonly surface: Surface;
  readonly point: Vec3;
  readonly normal: Vec3;
}

export interface RayOptions {
  /** A body that the ray passes through, such as that of the sensor; default: none. */
  readonly exclude?: { readonly entity: string; readonly body: string };
  /** m; default: unlimited. */
  readonly maxDistance?: number;
}

/** The first surface along a ray. Solids that do not collide count too: a ray sees what a camera sees. */
export function castRay(physics: Physics, from: Vec3, direction: Vec3, options: RayOptions = {}): RayHit | undefined {
  const c = physics[INTERNALS].compiled;
  const { mj } = c.engine;
  checkVec(from, "ray/from");
  const unit = checkAxis(direction, "ray/direction");
  if (options.maxDistance !== undefined)
    checkRange(options.maxDistance, 0, Number.POSITIVE_INFINITY, "ray/maxDistance");
  const { exclude } = options;
  const excluded = exclude ? physics[INTERNALS].findBody(exclude.entity, exclude.body).bodyId : -1;
  const geom = new mj.IntBuffer(1);
  const normal = new mj.DoubleBuffer(3);
  const groups = [1, 1, 1, 1, 1, 1];
  const distance = mj.mj_ray(c.model, c.data, [...from], [...unit], groups, true, excluded, geom, normal);
  const id = (geom.GetView() as Int32Array)[0];
  const [nx, ny, nz] = normal.GetView() as Float64Array;
  geom.delete();
  normal.delete();
  if (id < 0 || distance > (options.maxDistance ?? Number.POSITIVE_INFINITY)) return undefined;
  return {
    distance,
    surface: surfaceOf(physics[INTERNALS].compiled, id),
    point: [0, 1, 2].map((k) => from[k] + unit[k] * distance) as unknown as Vec3,
    normal: [nx, ny, nz],
  };
}

export interface Overlap {
  readonly mine: Surface;
  readonly other: Surface;
  /** m; below zero: depth of the overlap. */
  readonly distance: number;
}

/**
 * Solids of other entities that overlap solids of this entity, or are closer than `within` (m). Static meshes and
 * heightfields are surfaces without an inside: a solid completely below such a surface does not overlap it.
 */
export function listOverlaps(physics: Physics, entity: string, within = 0, options: OverlapOptions = {}): Overlap[] {
  physics.entity(entity);
  checkRange(within, 0, MAX_WITHIN, "within");
  const c = physics[INTERNALS].compiled;
  const { geoms } = c.layout;
  const out: Overlap[] = [];
  let anyHollow = false;
  const bound = (c.model.geom_rbound as Float64Array).slice();
  const mine: number[] = [];
  const others: number[] = [];
  geoms.forEach(({ entity: owner, solid }, i) => {
    if (!solid.collide) return;
    if (owner.name === entity) mine.push(i);
    else if (!options.isStaticOnly || owner.isStatic) others.push(i);
  });
  const near = nearGeoms(c, bound, mine, others, within);
  for (const i of mine) {
    for (const k of near) {
      if (farApart(c, bound, i, k, within)) continue;
      if (isHollow(geoms[i]) || isHollow(geoms[k])) {
        anyHollow = true;
        continue;
      }
      options.onMeasure?.();
      const distance = distanceOf(c, i, k, within);
      if (distance < within) out.push({ mine: surfaceOf(c, i), other: surfaceOf(c, k), distance });
    }
  }
  return anyHollow ? [...out, ...hollowOverlaps(physics, entity, within)] : out;
}

interface OverlapOptions {
  /** True: with static solids only. Default false. */
  readonly isStaticOnly?: boolean;
  /** Called before the distance of two solids is measured; may throw. */
  readonly onMeasure?: () => void;
}

/** Maximum of `within`, m. */
const MAX_WITHIN = 100;
/** A shift in no special direction, m. */
const ASIDE: Vec3 = [3.1e-6, 4.7e-6, 5.9e-6];

/**
 * Distance of two geoms. The engine finds no overlap of solids in symmetric positions, such as two cubes in one place: so a
 * pair that seems apart is measured again with a shift of a few micrometres.
 */
function distanceOf(c: CompiledModel, i: number, k: number, within: number): number {
  const measure = (): number => {
    const distance = c.engine.mj.mj_geomDistance(c.model, c.data, i, k, within + 1e-9, null);
    c.refresh();
    return distance;
  };
  const distance = measure();
  if (distance < 0) return distance;
  const at = c.views.geom_xpos.slice(3 * i, 3 * i + 3);
  for (let a = 0; a < 3; a++) c.views.geom_xpos[3 * i + a] += ASIDE[a];
  const aside = measure();
  c.views.geom_xpos.set(at, 3 * i);
  // an overlap of the size of the shift does not count
  return aside < -1e-5 ? aside : distance;
}

const isHollow = ({ bodyId, solid }: GeomPlace): boolean =>
  solid.shape.kind === "Heightfield" || (bodyId === 0 && solid.shape.kind === "Mesh");

/**
 * Largest depth of the centres of an entity's solids below a static mesh or a heightfield, measured straight up, m; 0: not
 * below any. A centre is below a surface if a ray upwards hits its back side.
 */
export function depthUnderSurfaces(physics: Physics, entity: string, onMeasure?: () => void): number {
  physics.entity(entity);
  const { geoms } = physics[INTERNALS].compiled.layout;
  if (!geoms.some(isHollow)) return 0;
  const places = physics[INTERNALS].compiled.views.geom_xpos.slice();
  let max = 0;
  geoms.forEach((geom, i) => {
    if (geom.entity.name !== entity || !geom.solid.collide) return;
    onMeasure?.();
    max = Math.max(max, depthUnder(physics, [places[3 * i], places[3 * i + 1], places[3 * i + 2]]));
  });
  return max;
}

const UP: Vec3 = [0, 0, 1];
/** Maximum number of surfaces that a ray passes. */
const MAX_SURFACES = 64;

/** Height up to the first hollow surface, through other solids. */
function depthUnder(physics: Physics, from: Vec3): number {
  let [x, y, z] = from;
  for (let i = 0; i < MAX_SURFACES; i++) {
    const hit = castRay(physics, [x, y, z], UP);
    if (!hit) return 0;
    const { geoms } = physics[INTERNALS].compiled.layout;
    const { entity, body, solid } = hit.surface;
    const geom = geoms.find((one) => one.entity.name === entity && one.body.name === body && one.solid.name === solid);
    if (geom && isHollow(geom)) return hit.normal[2] > 0 ? hit.point[2] - from[2] : 0;
    [x, y, z] = [hit.point[0], hit.point[1], hit.point[2] + 1e-6];
  }
  return 0;
}

/** The deepest contact of each pair of solids where one of the two is hollow. */
function hollowOverlaps(physics: Physics, entity: string, within: number): Overlap[] {
  const { geoms } = physics[INTERNALS].compiled.layout;
  const isMine = (geom: number) => geoms[geom].entity.name === entity;
  // the engine takes the larger margin of a pair; a static entity needs the margins of the others
  const isStatic = geoms.some((geom) => geom.entity.name === entity && geom.bodyId === 0);
  const margins = new Map(geoms.map((_, g) => [g, isMine(g) !== isStatic ? within + 1e-9 : 0]));
  return physics[INTERNALS].collide(margins, (c) => {
    new HeightfieldContacts(c).apply(c);
    const { contactF: f, contactI: n, contactFields: at, layout } = c;
    const deepest = new Map<string, Overlap>();
    const geomOf = (k: number, side: number): number => {
      const geom = n[k * (at.bytes >> 2) + at.geom + side];
      return geom >= 0 ? geom : layout.flexGeoms[n[k * (at.bytes >> 2) + at.flex + side]];
    };
    for (let k = 0; k < c.data.ncon; k++) {
      const pair = [geomOf(k, 0), geomOf(k, 1)];
      if (isMine(pair[0]) === isMine(pair[1]) || !pair.some((g) => isHollow(geoms[g]))) continue;
      const [mine, other] = isMine(pair[0]) ? pair : [pair[1], pair[0]];
      const distance = f[k * (at.bytes >> 3) + at.dist];
      const key = `${mine} ${other}`;
      if (distance < (deepest.get(key)?.distance ?? within))
        deepest.set(key, { mine: surfaceOf(c, mine), other: surfaceOf(c, other), distance });
    }
    return [...deepest.values()];
  });
}

/** Whether bounding spheres are farther apart than `within`; planes have none. */
/** The others that reach the box around the spheres of `mine`, in the same order. */
function nearGeoms(
  { views: { geom_xpos: p } }: CompiledModel,
  bound: Float64Array,
  mine: readonly number[],
  others: readonly number[],
  within: number,
): readonly number[] {
  if (mine.some((i) => bound[i] === 0)) return others;
  const low = [0, 1, 2].map(
    (k) => mine.reduce((x, i) => Math.min(x, p[3 * i + k] - bound[i]), Number.POSITIVE_INFINITY) - within,
  );
  const high = [0, 1, 2].map(
    (k) => mine.reduce((x, i) => Math.max(x, p[3 * i + k] + bound[i]), Number.NEGATIVE_INFINITY) + within,
  );
  return others.filter((i) => {
    const r = bound[i];
    if (r === 0) return true;
    for (let k = 0; k < 3; k++) if (p[3 * i + k] + r < low[k] || p[3 * i + k] - r > high[k]) return false;
    return true;
  });
}

function farApart(c: CompiledModel, bound: Float64Array, i: number, k: number, within: number): boolean {
  if (bound[i] === 0 || bound[k] === 0) return false;
  const p = c.views.geom_xpos;
  const [x, y, z] = [p[3 * i] - p[3 * k], p[3 * i + 1] - p[3 * k + 1], p[3 * i + 2] - p[3 * k + 2]];
  const reach = bound[i] + bound[k] + within;
  return x * x + y * y + z * z > reach * reach;
}
