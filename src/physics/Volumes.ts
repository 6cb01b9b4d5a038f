// Which entities are in a volume (E2): entities with a solid that collides and overlaps the volume. Static entities do not count.
// An exact test also gives a clearance: as long as nothing moves by more than that, its answer stays true. So an entity is tested
// again only when a point of it may have moved by its slack, the smallest clearance of its tests. What is skipped would have
// given the same answer, so the answers do not depend on which entities were tested when (M5).

import { cornersOfHulls, type HullCorners } from "./contact/HullCorners.js";
import { ConvexOverlap } from "./geometry/ConvexOverlap.js";
import {
  Convex,
  type Farthest,
  farthestOfBall,
  farthestOfBox,
  farthestOfCapsule,
  farthestOfCylinder,
  farthestOfEllipsoid,
  farthestOfHull,
} from "./geometry/ConvexSolids.js";
import { partsOf } from "./geometry/RigidParts.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import type { Volume } from "./VolumeShape.js";

/** Numbers of the bounds of one entity: smallest x y z, largest x y z. */
export const BOUNDS_SIZE = 6;
/** Rounding of clearances, m. */
const ROUNDING = 1e-7;
/** A larger clearance of what is in a volume is not looked for, m. */
const ENOUGH = 0.1;

/** Tries of a point of a solid on its way into the volume, as shares of the way. */
const TRIES = [1, 0.75, 0.5, 0.25];

/** Solids and rigid parts of one model, entity after entity. */
interface Solids {
  readonly model: CompiledModel;
  readonly names: readonly string[];
  /** First solid of each entity, and one past the last of all; the same for its parts. */
  readonly first: Int32Array;
  readonly firstPart: Int32Array;
  /** Engine geom of each solid, and the radius of a ball around it. */
  readonly geom: Int32Array;
  readonly radius: Float64Array;
  readonly shapes: readonly Farthest[];
  /** Body of each part, and the radius of a ball around its place. */
  readonly body: Int32Array;
  readonly reach: Float64Array;
  /** Place and turn of each part when its entity was tested. */
  readonly place: Float64Array;
  readonly turn: Float64Array;
  /** By entity, m. */
  readonly slack: Float64Array;
}

export class Volumes {
  readonly #physics: Physics;
  #solids: Solids | undefined;
  readonly #overlap = new ConvexOverlap();
  readonly #solid = new Convex();
  readonly #point = new Float64Array(3);
  #clearance = 0;

  constructor(physics: Physics) {
    this.#physics = physics;
  }

  /** Entities that can be in a volume, in name order. The same list as long as no entity joins or leaves. */
  get names(): readonly string[] {
    return this.#find().names;
  }

  /** Writes the bounds of an entity, with a margin on all sides. */
  writeBounds(entity: number, margin: number, out: Float64Array, at: number): void {
    const { model, first, geom, radius } = this.#find();
    const { geom_xpos: place } = model.views;
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let s = first[entity]; s < first[entity + 1]; s++) {
        const x = place[3 * geom[s] + k];
        const r = radius[s] + margin;
        if (x - r < low) low = x - r;
        if (x + r > high) high = x + r;
      }
      out[at + k] = low;
      out[at + 3 + k] = high;
    }
  }

  /** Whether a point of the entity may have moved by its slack since `settle`. */
  hasMoved(entity: number): boolean {
    const { model, firstPart, body, reach, place, turn, slack } = this.#find();
    const { xpos, xmat } = model.views;
    const most = slack[entity];
    for (let p = firstPart[entity]; p < firstPart[entity + 1]; p++) {
      const id = body[p];
      const x = xpos[3 * id] - place[3 * p];
      const y = xpos[3 * id + 1] - place[3 * p + 1];
      const z = xpos[3 * id + 2] - place[3 * p + 2];
      let sum = 0;
      for (let k = 0; k < 9; k++) {
        const d = xmat[9 * id + k] - turn[9 * p + k];
        sum += d * d;
      }
      // true also if it is not a number
      if (!(Math.sqrt(x * x + y * y + z * z) + reach[p] * Math.sqrt(sum) < most)) return true;
    }
    return false;
  }

  /** The entity has been tested in its present place, with this smallest clearance, m. */
  settle(entity: number, clearance: number): void {
    const { model, firstPart, body, place, turn, slack } = this.#find();
    const { xpos, xmat } = model.views;
    slack[entity] = clearance - ROUNDING;
    for (let p = firstPart[entity]; p < firstPart[entity + 1]; p++) {
      for (let k = 0; k < 3; k++) place[3 * p + k] = xpos[3 * body[p] + k];
      for (let k = 0; k < 9; k++) turn[9 * p + k] = xmat[9 * body[p] + k];
    }
  }

  /** Clearance of the last test, m. */
  get clearance(): number {
    return this.#clearance;
  }

  /** Whether a solid of the entity with this index overlaps the volume. */
  isIn(entity: number, volume: Volume): boolean {
    const { first } = this.#find();
    this.#clearance = Number.POSITIVE_INFINITY;
    for (let s = first[entity]; s < first[entity + 1]; s++) if (this.#isSolidIn(s, volume)) return true;
    return false;
  }

  /** Sets the clearance; if the solid is not in the volume, only to a smaller value. */
  #isSolidIn(s: number, volume: Volume): boolean {
    const { model, geom, radius, shapes } = this.#find();
    const { geom_xpos: at, geom_xmat: turn } = model.views;
    const p = 3 * geom[s];
    const [x, y, z] = [at[p], at[p + 1], at[p + 2]];
    const distance = volume.measure(x, y, z);
    if (distance >= radius[s]) return this.#isOut(distance - radius[s]);
    const solid = this.#solid.set(shapes[s], at, p, turn, 3 * p);
    // the point of the solid that is farthest on the way into the volume
    const point = this.#point;
    const { normal: n } = volume;
    const [nx, ny, nz] = [n[0], n[1], n[2]];
    solid.support(-nx, -ny, -nz, point);
    const [wx, wy, wz] = [point[0] - x, point[1] - y, point[2] - z];
    const gap = distance + nx * wx + ny * wy + nz * wz;
    // a plane is between the solid and the volume
    if (gap > 0 && distance > 0) return this.#isOut(gap);
    let depth = -distance;
    if (depth < ENOUGH)
      for (const share of TRIES)
        depth = Math.max(depth, -volume.measure(x + share * wx, y + share * wy, z + share * wz));
    if (depth > 0 || this.#overlap.test(solid, volume.solid)) {
      this.#clearance = Math.max(0, depth);
      return true;
    }
    return this.#isOut(this.#overlap.gap);
  }

  #isOut(gap: number): false {
    if (gap < this.#clearance) this.#clearance = gap;
    return false;
  }

  #find(): Solids {
    const model = this.#physics[INTERNALS].compiled;
    if (model !== this.#solids?.model) this.#solids = solidsOf(model);
    return this.#solids;
  }
}

function solidsOf(model: CompiledModel): Solids {
  const hulls = cornersOfHulls(model);
  const radius = model.model.geom_rbound as Float64Array;
  const byName = new Map<string, number[]>();
  model.layout.geoms.forEach(({ bodyId, solid, entity: { name, isStatic } }, geom) => {
    if (bodyId === 0 || isStatic || !solid.collide) return;
    const others = byName.get(name);
    if (others) others.push(geom);
    else byName.set(name, [geom]);
  });
  const names = [...byName.keys()].sort();
  // the largest solids first: they are the likeliest to be in a volume
  const own = names.map((name) => (byName.get(name) as number[]).sort((a, b) => radius[b] - radius[a] || a - b));
  const parts = own.map((geoms) => partsOf(model, geoms));
  const all = parts.flat();
  const geom = Int32Array.from(own.flat());
  return {
    model,
    names,
    first: startsOf(own),
    firstPart: startsOf(parts),
    geom,
    radius: Float64Array.from(geom, (g) => radius[g]),
    shapes: [...geom].map((g) => shapeOf(model, hulls, g)),
    body: Int32Array.from(all, ({ bodyId }) => bodyId),
    // of the norm below, a turn by a small angle has the angle times the root of two
    reach: Float64Array.from(all, ({ reach }) => reach * Math.SQRT1_2),
    place: new Float64Array(3 * all.length),
    turn: new Float64Array(9 * all.length),
    slack: new Float64Array(names.length).fill(-1),
  };
}

/** First index of each list, and one past the last of all. */
function startsOf(lists: readonly (readonly unknown[])[]): Int32Array {
  const first = new Int32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) first[i + 1] = first[i] + lists[i].length;
  return first;
}

/** The convex piece as which a moving solid collides, in the frame of its geom. */
function shapeOf({ model, layout }: CompiledModel, hulls: HullCorners, geom: number): Farthest {
  const [x, y, z] = (model.geom_size as Float64Array).subarray(3 * geom, 3 * geom + 3);
  const { kind } = layout.geoms[geom].solid.shape;
  switch (kind) {
    case "Box":
      return farthestOfBox([x, y, z]);
    case "Ellipsoid":
      return farthestOfEllipsoid([x, y, z]);
    case "Cylinder":
      return farthestOfCylinder(x, y);
    case "CappedCylinder":
      return farthestOfCapsule(x, y);
    case "Mesh":
      return farthestOfHull(hulls[geom] ?? new Float64Array(3));
    default:
      return farthestOfBall(x);
  }
}
