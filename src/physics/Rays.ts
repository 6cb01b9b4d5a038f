// Casts many rays from one point, for sensors (S1). Rays hit every visible solid, also solids that do not collide, and no
// invisible one. They hit the upper side of a plane, and the given triangles of static meshes and heightfields. One body may be
// excluded. From inside a solid a ray hits the far side. Casting changes no state.
//
// Primitive solids are handled here (RaySolids.ts), meshes and heightfields by the engine with a few dozen rays per call.
// Solids that no ray of a call can hit are culled by bounding spheres: a sphere of radius r around c, relative to the start of
// the rays, misses a cone of half angle h about the axis a if |c - (c·a) a| cos h - (c·a) sin h > r. The engine's own culling
// skips solids that do not collide, so it is switched off.
//
// The work of a call is bounded (M8). If the solids of the sensor's own entity are too many, the call fails. If those of another
// entity are too many, that entity is invisible for the rest of the call and is removed after the frame.

import type { Pose } from "../math/Pose.js";
import { rotate } from "../math/Quat.js";
import { type Vec3, ZERO } from "../math/Vec3.js";
import {
  type LocalRay,
  meetBox,
  meetCapsule,
  meetCylinder,
  meetEllipsoid,
  meetPlane,
  meetSphere,
  type SolidSize,
} from "./geometry/RaySolids.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import { VISIBLE_GROUP } from "./model/SolidText.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import { Crowd, crowdError } from "./step/Crowd.js";

export interface RayOptions {
  /** Body that rays pass through; default: none. */
  readonly exclude?: { readonly entity: string; readonly body: string };
  /** m; farther solids are not hit. */
  readonly maxDistance: number;
}

/** Pairs of a ray and a solid of one moving entity that are tested: for each ray on average, at least, and at most. */
const TESTS_PER_RAY = 150;
const MIN_TESTS = 10_000;
const MAX_TESTS = 600_000;
/** Tests of all sensors in one frame with solids of entities that joined. */
const MAX_FRAME_TESTS = 2_000_000;
/** A mesh counts as this many other solids. */
const MESH_TESTS = 20;
/** Rays per call, and calls that share one look at all solids. */
const CHUNK = 32;
const GROUP = 16;

/** Neighbouring rays and the cone around them. */
interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly axis: Vec3;
  /** Of the half angle; cos <= 0: no cone, every solid within reach may be hit. */
  readonly cos: number;
  readonly sin: number;
}

/** Directions of length 1 in the frame of the sensor; neighbouring rays have neighbouring indices. */
export class RayPattern {
  readonly count: number;
  readonly #local: Float64Array;
  readonly #world: Float64Array;
  readonly #groups: readonly { readonly whole: Chunk; readonly chunks: readonly Chunk[] }[];

  /** Three numbers per ray. */
  constructor(directions: Float64Array) {
    this.count = directions.length / 3;
    this.#local = directions;
    this.#world = new Float64Array(directions.length);
    const cut = (from: number, to: number, size: number): readonly Chunk[] =>
      Array.from({ length: Math.ceil((to - from) / size) }, (_, i) => {
        const first = from + i * size;
        return chunkOf(directions, first, Math.min(first + size, to));
      });
    this.#groups = cut(0, this.count, GROUP * CHUNK).map((whole) => ({
      whole,
      chunks: cut(whole.from, whole.to, CHUNK),
    }));
  }

  /** Writes one distance per ray into `into`, m; no hit: +infinity. */
  cast(physics: Physics, { position, orientation }: Pose, options: RayOptions, into: Float64Array): void {
    const { exclude, maxDistance } = options;
    const view = viewOf(physics);
    const limits = {
      excluded: exclude ? physics[INTERNALS].findBody(exclude.entity, exclude.body).bodyId : -1,
      maxDistance,
    };
    this.#turn(orientation);
    into.fill(Number.POSITIVE_INFINITY);
    const allowed = Math.min(MAX_TESTS, TESTS_PER_RAY * this.count + MIN_TESTS);
    view.begin(allowed);
    for (const { whole, chunks } of this.#groups) {
      view.select(position, rotate(orientation, whole.axis), whole, limits);
      for (const chunk of chunks) {
        view.look(position, rotate(orientation, chunk.axis), chunk, limits);
        for (let crowder = view.findCrowder(); crowder !== undefined; crowder = view.findCrowder()) {
          const crowd = new Crowd(crowder, `more than ${allowed} pairs of a ray and a solid that it may hit`);
          if (crowder === exclude?.entity) throw crowdError(crowd);
          physics[INTERNALS].blame(crowd);
          view.look(position, rotate(orientation, chunk.axis), chunk, limits);
        }
        view.cast(this.#world, chunk, into);
      }
    }
    if (exclude) countWork(physics, exclude.entity, view.work);
    for (let i = 0; i < into.length; i++) if (into[i] > maxDistance) into[i] = Number.POSITIVE_INFINITY;
  }

  #turn([x, y, z, w]: Pose["orientation"]): void {
    const [local, world] = [this.#local, this.#world];
    for (let i = 0; i < local.length; i += 3) {
      const a = local[i];
      const b = local[i + 1];
      const c = local[i + 2];
      const tx = 2 * (y * c - z * b);
      const ty = 2 * (z * a - x * c);
      const tz = 2 * (x * b - y * a);
      world[i] = a + w * tx + y * tz - z * ty;
      world[i + 1] = b + w * ty + z * tx - x * tz;
      world[i + 2] = c + w * tz + x * ty - y * tx;
    }
  }
}

function chunkOf(directions: Float64Array, from: number, to: number): Chunk {
  let [x, y, z] = [0, 0, 0];
  for (let i = 3 * from; i < 3 * to; i += 3) {
    x += directions[i];
    y += directions[i + 1];
    z += directions[i + 2];
  }
  const size = Math.sqrt(x * x + y * y + z * z);
  const axis: Vec3 = size > 0 ? [x / size, y / size, z / size] : [0, 0, 1];
  let cos = 1;
  for (let i = 3 * from; i < 3 * to; i += 3)
    cos = Math.min(cos, axis[0] * directions[i] + axis[1] * directions[i + 1] + axis[2] * directions[i + 2]);
  // slightly wider, for rounding
  cos -= 1e-6;
  return { from, to, axis, cos, sin: Math.sqrt(Math.max(0, 1 - cos * cos)) };
}

interface Limits {
  /** Engine body; -1: none. */
  readonly excluded: number;
  readonly maxDistance: number;
}

interface Buffers {
  readonly geoms: { GetView(): unknown; delete(): void };
  readonly distances: { GetView(): unknown; delete(): void };
}

/** By world: the work of rays in one step of one model, by the entity of the sensor. */
interface FrameWork {
  readonly steps: number;
  readonly builds: number;
  sum: number;
  readonly of: Map<string, number>;
}
const works = new WeakMap<Physics, FrameWork>();

/** If the sensors of all robots ask for too much in one frame, the robot that asks for most of it is removed after the frame. */
function countWork(physics: Physics, entity: string, work: number): void {
  const { steps, builds } = physics;
  const known = works.get(physics);
  const isSame = known?.steps === steps && known.builds === builds;
  const now = isSame ? known : { steps, builds, sum: 0, of: new Map<string, number>() };
  works.set(physics, now);
  const own = physics.description.entities;
  now.sum += work;
  now.of.set(entity, (now.of.get(entity) ?? 0) + work);
  if (now.sum <= MAX_FRAME_TESTS) return;
  const joined = [...now.of].filter(([name]) => !own.some((one) => one.name === name));
  const [first, ...rest] = joined;
  if (!first) return;
  const [most, tests] = rest.reduce((best, one) => (one[1] > best[1] ? one : best), first);
  physics[INTERNALS].blame(new Crowd(most, `${Math.round(tests)} of the pairs of rays and solids in one frame`));
  now.sum -= tests;
  now.of.delete(most);
}

const views = new WeakMap<CompiledModel, RayView>();

function viewOf(physics: Physics): RayView {
  const c = physics[INTERNALS].compiled;
  let view = views.get(c);
  if (!view) {
    view = new RayView(c, new Set(physics.description.entities.map(({ name }) => name)));
    views.set(c, view);
  }
  return view;
}

/** The engine's numbers of shapes. */
const PLANE = 0;
const HEIGHTFIELD = 1;
const SPHERE = 2;
const CAPSULE = 3;
const ELLIPSOID = 4;
const CYLINDER = 5;
const MESH = 7;

const SEEN: number[] = [0, 1, 2, 3, 4, 5].map((group) => (group === VISIBLE_GROUP ? 1 : 0));
const OTHER_GROUP = 5;
/** Larger than any distance, m. */
const REACH = 1e9;

/** Data of one compiled model for rays. */
class RayView {
  readonly #c: CompiledModel;
  readonly #kinds: Int32Array;
  readonly #bodies: Int32Array;
  readonly #sizes: readonly SolidSize[];
  /** Radius of the bounding sphere; 0: unbounded. */
  readonly #radius: Float64Array;
  readonly #groups: Int32Array;
  readonly #trees: Int32Array;
  readonly #buffers = new Map<number, Buffers>();
  /** Geoms that the rays of this chunk may hit: primitives, and meshes or heightfields for the engine. */
  readonly #selected: number[] = [];
  readonly #primitives: number[] = [];
  readonly #meshes: number[] = [];
  /** By geom: number of its entity; -1: static, or of the world file. By entity: tests so far, and whether rays pass it. */
  readonly #owners: Int32Array;
  readonly #tests: Float64Array;
  readonly #passed: Uint8Array;
  #maxTests = 0;
  #from: Vec3 = ZERO;
  readonly #ray: LocalRay = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };

  /** `own`: names of the entities of the world file. */
  constructor(c: CompiledModel, own: ReadonlySet<string>) {
    const { model } = c;
    this.#c = c;
    this.#kinds = (model.geom_type as Int32Array).slice();
    this.#bodies = (model.geom_bodyid as Int32Array).slice();
    const size = model.geom_size as Float64Array;
    this.#sizes = Array.from(this.#kinds, (_, g) => ({ a: size[3 * g], b: size[3 * g + 1], c: size[3 * g + 2] }));
    this.#radius = (model.geom_rbound as Float64Array).slice();
    this.#groups = (model.geom_group as Int32Array).slice();
    this.#trees = (model.body_bvhadr as Int32Array).slice();
    const numberOf = new Map(c.layout.entities.map(({ entity }, i) => [entity, i]));
    this.#owners = Int32Array.from(c.layout.geoms, ({ entity, bodyId }) =>
      bodyId > 0 && !own.has(entity.name) ? (numberOf.get(entity) as number) : -1,
    );
    this.#tests = new Float64Array(numberOf.size);
    this.#passed = new Uint8Array(numberOf.size);
  }

  /** To call before the chunks of one cast. */
  begin(maxTests: number): void {
    this.#tests.fill(0);
    this.#passed.fill(0);
    this.#maxTests = maxTests;
  }

  /** The next entity with too many tests; rays pass it from now on. */
  findCrowder(): string | undefined {
    for (let i = 0; i < this.#tests.length; i++) {
      if (this.#tests[i] <= this.#maxTests || this.#passed[i] !== 0) continue;
      this.#passed[i] = 1;
      return this.#c.layout.entities[i].entity.name;
    }
    return undefined;
  }

  /** Finds the geoms that the cone around several chunks may hit. */
  select(from: Vec3, axis: Vec3, cone: Chunk, { excluded, maxDistance }: Limits): void {
    const { geom_xpos: at } = this.#c.refresh();
    this.#selected.length = 0;
    for (let g = 0; g < this.#groups.length; g++) {
      if (this.#groups[g] !== VISIBLE_GROUP || this.#bodies[g] === excluded) continue;
      if (this.#mayHit(g, at, from, axis, cone, maxDistance)) this.#selected.push(g);
    }
  }

  #mayHit(g: number, at: Float64Array, from: Vec3, axis: Vec3, { cos, sin }: Chunk, maxDistance: number): boolean {
    const r = this.#radius[g] * (1 + 1e-9) + 1e-9;
    const x = at[3 * g] - from[0];
    const y = at[3 * g + 1] - from[1];
    const z = at[3 * g + 2] - from[2];
    const square = x * x + y * y + z * z;
    if (this.#radius[g] === 0 || square <= r * r) return true;
    if (square > (maxDistance + r) * (maxDistance + r)) return false;
    const along = x * axis[0] + y * axis[1] + z * axis[2];
    const across = Math.sqrt(Math.max(0, square - along * along));
    return !(cos > 0 && (across * cos - along * sin > r || along < -r));
  }

  /** Tests so far in this cast, of all entities that joined. */
  get work(): number {
    return this.#tests.reduce((sum, tests) => sum + tests, 0);
  }

  /** Finds those of the selected geoms that the cone may hit. */
  look(from: Vec3, axis: Vec3, chunk: Chunk, { maxDistance }: Limits): void {
    const { geom_xpos: at } = this.#c.refresh();
    const { from: first, to } = chunk;
    this.#from = from;
    this.#primitives.length = 0;
    this.#meshes.length = 0;
    for (const g of this.#selected) {
      const owner = this.#owners[g];
      if (owner >= 0 && this.#passed[owner] !== 0) continue;
      if (!this.#mayHit(g, at, from, axis, chunk, maxDistance)) continue;
      const kind = this.#kinds[g];
      const isMesh = kind === MESH || kind === HEIGHTFIELD;
      (isMesh ? this.#meshes : this.#primitives).push(g);
      if (owner >= 0) this.#tests[owner] += (to - first) * (isMesh ? MESH_TESTS : 1);
    }
  }

  /** Writes distances to the found geoms where they are shorter than the present ones. */
  cast(rays: Float64Array, chunk: Chunk, into: Float64Array): void {
    for (const geom of this.#primitives) this.#castPrimitive(geom, rays, chunk, into);
    if (this.#meshes.length > 0) this.#castMeshes(rays, chunk, into);
  }

  #castPrimitive(g: number, rays: Float64Array, { from, to }: Chunk, into: Float64Array): void {
    const { x, y, z } = this.#enter(g);
    const square = x * x + y * y + z * z;
    const bound = this.#radius[g];
    const reach = bound > 0 ? bound * bound * (1 + 1e-9) + 1e-12 : Number.POSITIVE_INFINITY;
    const isSphere = this.#kinds[g] === SPHERE;
    for (let i = from; i < to; i++) {
      const dx = rays[3 * i];
      const dy = rays[3 * i + 1];
      const dz = rays[3 * i + 2];
      const along = x * dx + y * dy + z * dz;
      if (square - along * along > reach) continue;
      const t = isSphere ? meetSphere(along, square - bound * bound) : this.#meet(g, dx, dy, dz);
      if (t < into[i]) into[i] = t;
    }
  }

  /** Start of the rays relative to a geom: returned in the world's axes, kept in the geom's axes for `#meet`. */
  #enter(g: number): { readonly x: number; readonly y: number; readonly z: number } {
    const { geom_xpos: at, geom_xmat: m } = this.#c.views;
    const x = this.#from[0] - at[3 * g];
    const y = this.#from[1] - at[3 * g + 1];
    const z = this.#from[2] - at[3 * g + 2];
    const k = 9 * g;
    this.#ray.ox = m[k] * x + m[k + 3] * y + m[k + 6] * z;
    this.#ray.oy = m[k + 1] * x + m[k + 4] * y + m[k + 7] * z;
    this.#ray.oz = m[k + 2] * x + m[k + 5] * y + m[k + 8] * z;
    return { x, y, z };
  }

  #meet(g: number, dx: number, dy: number, dz: number): number {
    const { geom_xmat: m } = this.#c.views;
    const ray = this.#ray;
    const k = 9 * g;
    ray.dx = m[k] * dx + m[k + 3] * dy + m[k + 6] * dz;
    ray.dy = m[k + 1] * dx + m[k + 4] * dy + m[k + 7] * dz;
    ray.dz = m[k + 2] * dx + m[k + 5] * dy + m[k + 8] * dz;
    const size = this.#sizes[g];
    switch (this.#kinds[g]) {
      case PLANE:
        return meetPlane(ray.oz, ray.dz);
      case CAPSULE:
        return meetCapsule(ray, size);
      case ELLIPSOID:
        return meetEllipsoid(ray, size);
      case CYLINDER:
        return meetCylinder(ray, size);
      default:
        return meetBox(ray, size);
    }
  }

  /** Hides all other geoms from the engine by their group, and switches off its trees. */
  #castMeshes(rays: Float64Array, chunk: Chunk, into: Float64Array): void {
    const { model, data, engine } = this.#c;
    const count = chunk.to - chunk.from;
    const { geoms, distances } = this.#buffersOf(count);
    const own = rays.subarray(3 * chunk.from, 3 * chunk.to) as unknown as number[];
    const group = model.geom_group as Int32Array;
    (model.body_bvhadr as Int32Array).fill(-1);
    group.fill(OTHER_GROUP);
    for (const geom of this.#meshes) group[geom] = VISIBLE_GROUP;
    try {
      engine.mj.mj_multiRay(model, data, [...this.#from], own, SEEN, true, -1, geoms, distances, null, count, REACH);
    } finally {
      (model.body_bvhadr as Int32Array).set(this.#trees);
      (model.geom_group as Int32Array).set(this.#groups);
    }
    const found = distances.GetView() as Float64Array;
    for (let i = 0; i < count; i++)
      if (found[i] >= 0 && found[i] < into[chunk.from + i]) into[chunk.from + i] = found[i];
  }

  /** Buffers must have the exact size; they are deleted with the model. */
  #buffersOf(count: number): Buffers {
    let buffers = this.#buffers.get(count);
    if (!buffers) {
      const { mj } = this.#c.engine;
      buffers = { geoms: new mj.IntBuffer(count), distances: new mj.DoubleBuffer(count) };
      this.#c.owned.push(buffers.geoms, buffers.distances);
      this.#buffers.set(count, buffers);
    }
    return buffers;
  }
}
