// Many rays from one point at once, for sensors (S1). Rays see what reflects: every solid that is visible, be it for
// show only, and none that is not; of a plane the upper side; of hollow things (static meshes, heightfields) the surface
// as it was given. One body may be left out. From within a solid a ray meets its far side. Asking changes no state.
//
// The engine casts them, a few dozen in one call. Its own way of leaving out what no ray of a call can meet forgets
// solids that do not collide, so it is switched off, and we leave out by bounding spheres: a sphere of radius r around c,
// seen from the rays' start, meets a cone of half angle h about the axis a unless
//   |c - (c·a) a| cos h - (c·a) sin h > r

import type { Pose } from "../math/Pose.js";
import { rotate } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import type { CompiledModel } from "./CompiledModel.js";
import type { Physics } from "./Physics.js";
import { VISIBLE_GROUP } from "./SolidText.js";

export interface RayOptions {
  /** Engine body that is not seen; -1: none. */
  readonly exclude: number;
  /** m; what is further away is not seen. */
  readonly maxDistance: number;
}

/** Rays that are cast in one call. */
const CHUNK = 32;
const OTHER_GROUP = 5;
const SEEN: number[] = [0, 1, 2, 3, 4, 5].map((group) => (group === VISIBLE_GROUP ? 1 : 0));

/** Neighbouring rays, and the cone that holds them. */
interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly axis: Vec3;
  readonly cos: number;
  readonly sin: number;
}

/** Directions that belong together, of length 1, in the frame that they are cast from; neighbours stand side by side. */
export class RayPattern {
  readonly count: number;
  readonly #local: Float64Array;
  readonly #world: Float64Array;
  readonly #chunks: readonly Chunk[];

  /** Three numbers a ray. */
  constructor(directions: Float64Array) {
    this.count = directions.length / 3;
    this.#local = directions;
    this.#world = new Float64Array(directions.length);
    const starts = Array.from({ length: Math.ceil(this.count / CHUNK) }, (_, i) => i * CHUNK);
    this.#chunks = starts.map((from) => chunkOf(directions, from, Math.min(from + CHUNK, this.count)));
  }

  /** Distances in m, one for each ray, into `into`; nothing seen: +infinity. */
  cast(physics: Physics, pose: Pose, { exclude, maxDistance }: RayOptions, into: Float64Array): void {
    const c = physics.compiled;
    const { mj } = c.engine;
    this.#turn(pose);
    const view = viewOf(c);
    view.open();
    try {
      for (const chunk of this.#chunks) {
        const { from, to, cos, sin } = chunk;
        view.look(pose.position, rotate(pose.orientation, chunk.axis), { cos, sin, maxDistance });
        const { geoms, distances } = view.buffers(to - from);
        const rays = this.#world.subarray(3 * from, 3 * to) as unknown as number[];
        const start = [...pose.position];
        mj.mj_multiRay(c.model, c.data, start, rays, SEEN, true, exclude, geoms, distances, null, to - from, REACH);
        const found = distances.GetView() as Float64Array;
        for (let i = from; i < to; i++) {
          const distance = found[i - from];
          into[i] = distance >= 0 && distance <= maxDistance ? distance : Number.POSITIVE_INFINITY;
        }
      }
    } finally {
      view.close();
    }
  }

  #turn({ orientation: [x, y, z, w] }: Pose): void {
    const [local, world] = [this.#local, this.#world];
    for (let i = 0; i < local.length; i += 3) {
      const [a, b, c] = [local[i], local[i + 1], local[i + 2]];
      const tx = 2 * (y * c - z * b);
      const ty = 2 * (z * a - x * c);
      const tz = 2 * (x * b - y * a);
      world[i] = a + w * tx + y * tz - z * ty;
      world[i + 1] = b + w * ty + z * tx - x * tz;
      world[i + 2] = c + w * tz + x * ty - y * tx;
    }
  }
}

/** Further than anything is. */
const REACH = 1e9;

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
  // a little wider than it is; from a right angle on there is no cone
  cos -= 1e-6;
  return { from, to, axis, cos, sin: Math.sqrt(Math.max(0, 1 - cos * cos)) };
}

interface Cone {
  /** 0 or less: no cone, everything within reach may be met. */
  readonly cos: number;
  readonly sin: number;
  readonly maxDistance: number;
}

interface Buffers {
  readonly geoms: { GetView(): unknown; delete(): void };
  readonly distances: { GetView(): unknown; delete(): void };
}

const views = new WeakMap<CompiledModel, RayView>();

function viewOf(c: CompiledModel): RayView {
  let view = views.get(c);
  if (!view) {
    view = new RayView(c);
    views.set(c, view);
  }
  return view;
}

/** What rays need to know of one compiled model. */
class RayView {
  readonly #c: CompiledModel;
  /** As compiled: groups of geoms, and where bodies have their trees of geoms. */
  readonly #groups: Int32Array;
  readonly #trees: Int32Array;
  /** Of the bounding spheres; 0: it has no end. */
  readonly #radius: Float64Array;
  readonly #buffers = new Map<number, Buffers>();
  #group: Int32Array = new Int32Array(0);

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#groups = (c.model.geom_group as Int32Array).slice();
    this.#trees = (c.model.body_bvhadr as Int32Array).slice();
    this.#radius = (c.model.geom_rbound as Float64Array).slice();
  }

  /** Keeps the engine from leaving out anything by itself. */
  open(): void {
    (this.#c.model.body_bvhadr as Int32Array).fill(-1);
    this.#group = this.#c.model.geom_group as Int32Array;
  }

  close(): void {
    (this.#c.model.body_bvhadr as Int32Array).set(this.#trees);
    (this.#c.model.geom_group as Int32Array).set(this.#groups);
  }

  /** Puts all that the cone cannot meet into a group that is not looked at. */
  look(from: Vec3, axis: Vec3, { cos, sin, maxDistance }: Cone): void {
    const { geom_xpos: at } = this.#c.refresh();
    if (this.#group.length === 0) this.#group = this.#c.model.geom_group as Int32Array;
    const [fx, fy, fz] = from;
    const [ax, ay, az] = axis;
    for (let g = 0; g < this.#groups.length; g++) {
      const r = this.#radius[g] * (1 + 1e-9) + 1e-9;
      const x = at[3 * g] - fx;
      const y = at[3 * g + 1] - fy;
      const z = at[3 * g + 2] - fz;
      const square = x * x + y * y + z * z;
      let isMet = this.#radius[g] === 0 || square <= r * r;
      if (!isMet && square <= (maxDistance + r) * (maxDistance + r)) {
        const along = x * ax + y * ay + z * az;
        const across = Math.sqrt(Math.max(0, square - along * along));
        isMet = cos <= 0 || !(across * cos - along * sin > r || along < -r);
      }
      this.#group[g] = isMet ? this.#groups[g] : OTHER_GROUP;
    }
  }

  /** The engine takes them only of the exact size; they go when the model goes. */
  buffers(count: number): Buffers {
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
