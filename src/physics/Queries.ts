// Questions to the world: who touches whom and how hard, what a ray meets, who overlaps whom. None of them changes
// any state.

import type { Solid } from "../describe/Solid.js";
import type { Vec3 } from "../math/Vec3.js";
import { findBody } from "./Bodies.js";
import type { CompiledModel } from "./CompiledModel.js";
import type { Physics } from "./Physics.js";

/** One side of a contact, or what a ray met. */
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
  /** Below zero: overlap, m. */
  readonly distance: number;
  /** What a does to b, N, world frame; normal force is its part along the normal. */
  readonly force: Vec3;
  readonly normalForce: number;
}

function surfaceOf(c: CompiledModel, geom: number): Surface {
  const { entity, body, solid } = c.layout.geoms[geom];
  return { entity: entity.name, body: body.name, solid: solid.name };
}

/** The contacts of the last step; none right after somebody joined or left. */
export function listContacts(physics: Physics, entity?: string): Contact[] {
  const c = physics.compiled;
  const { notes } = physics.pipeline;
  const { contactF: f, contactI: n, contactFields: at, data: d } = c;
  if (d.ncon === 0 || d.ncon !== notes.count) return [];
  const force = d.efc_force as Float64Array;
  const out: Contact[] = [];
  for (let k = 0; k < notes.count; k++) {
    const a = surfaceOf(c, notes.geom1[k]);
    const b = surfaceOf(c, notes.geom2[k]);
    if (entity !== undefined && a.entity !== entity && b.entity !== entity) continue;
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

/** The largest overlap of the last step, m. */
export function largestOverlap(physics: Physics): number {
  const { contactF: f, contactFields: at, data: d } = physics.compiled;
  let most = 0;
  for (let k = 0; k < d.ncon; k++) most = Math.max(most, -f[k * (at.bytes >> 3) + at.dist]);
  return most;
}

export interface RayHit {
  readonly distance: number;
  readonly surface: Surface;
  readonly point: Vec3;
  readonly normal: Vec3;
}

export interface RayOptions {
  /** A body the ray passes through: its own sensor's. */
  readonly exclude?: { readonly entity: string; readonly body: string };
  readonly maxDistance?: number;
}

/** The first surface along a ray. Solids that are for show only are met too: a ray sees what a camera sees. */
export function castRay(physics: Physics, from: Vec3, direction: Vec3, options: RayOptions = {}): RayHit | undefined {
  const c = physics.compiled;
  const { mj } = c.engine;
  const size = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(size > 0)) return undefined;
  const unit = direction.map((x) => x / size) as unknown as Vec3;
  const { exclude } = options;
  const excluded = exclude ? findBody(physics, exclude.entity, exclude.body).bodyId : -1;
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
    surface: surfaceOf(physics.compiled, id),
    point: [0, 1, 2].map((k) => from[k] + unit[k] * distance) as unknown as Vec3,
    normal: [nx, ny, nz],
  };
}

export interface Overlap {
  readonly mine: Surface;
  readonly other: Surface;
  /** Below zero: how deep, m. */
  readonly distance: number;
}

/** Which solids of other entities an entity's solids reach into, or come nearer to than `within`. */
export function listOverlaps(physics: Physics, entity: string, within = 0): Overlap[] {
  const c = physics.compiled;
  const { geoms } = c.layout;
  const collides = (solid: Solid) => solid.collide && solid.shape.kind !== "Heightfield";
  const out: Overlap[] = [];
  for (let i = 0; i < geoms.length; i++) {
    if (geoms[i].entity.name !== entity || !collides(geoms[i].solid)) continue;
    for (let k = 0; k < geoms.length; k++) {
      if (geoms[k].entity.name === entity || !collides(geoms[k].solid) || farApart(c, i, k, within)) continue;
      const distance = c.engine.mj.mj_geomDistance(c.model, c.data, i, k, within + 1e-9, null);
      c.refresh();
      if (distance < within) out.push({ mine: surfaceOf(c, i), other: surfaceOf(c, k), distance });
    }
  }
  return out;
}

/** Bounding spheres; a plane has none. */
function farApart(c: CompiledModel, i: number, k: number, within: number): boolean {
  const bound = c.model.geom_rbound as Float64Array;
  if (bound[i] === 0 || bound[k] === 0) return false;
  const p = c.views.geom_xpos;
  const [x, y, z] = [p[3 * i] - p[3 * k], p[3 * i + 1] - p[3 * k + 1], p[3 * i + 2] - p[3 * k + 2]];
  const reach = bound[i] + bound[k] + within;
  return x * x + y * y + z * z > reach * reach;
}
