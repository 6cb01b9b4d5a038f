// Which entities are in a volume (E2): entities with a solid that collides and overlaps the volume. Static entities do not
// count. Bounds of all entities are found once per step; the exact test is for pairs whose bounds overlap.

import type { TriggerShape } from "../describe/world/WorldTrigger.js";
import { fromQuat, mulVec, transpose } from "../math/Mat3.js";
import type { Pose } from "../math/Pose.js";
import { scale, sub, type Vec3 } from "../math/Vec3.js";
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
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** Numbers of the bounds of one entity: smallest x y z, largest x y z. */
export const BOUNDS_SIZE = 6;

/** A volume at a place in the world. */
export interface Volume {
  readonly solid: Convex;
  readonly bounds: Float64Array;
  readonly contains: (point: Vec3) => boolean;
}

/** Solids of one model, entity after entity. */
interface Solids {
  readonly model: CompiledModel;
  readonly names: readonly string[];
  /** First solid of each entity, and one past the last of all. */
  readonly first: Int32Array;
  /** Engine geom of each solid, and the radius of a ball around it. */
  readonly geom: Int32Array;
  readonly radius: Float64Array;
  readonly shapes: readonly Farthest[];
}

export class Volumes {
  readonly #physics: Physics;
  #solids: Solids | undefined;
  #bounds = new Float64Array(0);
  readonly #overlap = new ConvexOverlap();
  readonly #solid = new Convex();

  constructor(physics: Physics) {
    this.#physics = physics;
  }

  /** Entities that can be in a volume, in name order. The same list as long as no entity joins or leaves. */
  get names(): readonly string[] {
    return this.#find().names;
  }

  /** Bounds of these entities now, in their order; the next call overwrites them. */
  readBounds(): Float64Array {
    const { model, names, first, geom, radius } = this.#find();
    const { geom_xpos: at } = model.views;
    const all = this.#bounds;
    for (let i = 0; i < names.length; i++)
      for (let k = 0; k < 3; k++) {
        let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (let s = first[i]; s < first[i + 1]; s++) {
          const x = at[3 * geom[s] + k];
          low = Math.min(low, x - radius[s]);
          high = Math.max(high, x + radius[s]);
        }
        all[BOUNDS_SIZE * i + k] = low;
        all[BOUNDS_SIZE * i + 3 + k] = high;
      }
    return all;
  }

  /** Whether a solid of the entity with this index overlaps the volume. */
  isIn(entity: number, volume: Volume): boolean {
    const { model, first, geom, radius, shapes } = this.#find();
    const { geom_xpos: at, geom_xmat: turn } = model.views;
    const { bounds } = volume;
    for (let s = first[entity]; s < first[entity + 1]; s++) {
      const p = 3 * geom[s];
      const center: Vec3 = [at[p], at[p + 1], at[p + 2]];
      if (isFar(bounds, center, radius[s])) continue;
      if (volume.contains(center)) return true;
      if (this.#overlap.test(this.#solid.set(shapes[s], at, p, turn, 3 * p), volume.solid)) return true;
    }
    return false;
  }

  #find(): Solids {
    const model = this.#physics[INTERNALS].compiled;
    if (model === this.#solids?.model) return this.#solids;
    const hulls = cornersOfHulls(model);
    const radius = model.model.geom_rbound as Float64Array;
    const byName = new Map<string, number[]>();
    model.layout.geoms.forEach(({ bodyId, solid, entity: { name } }, geom) => {
      if (bodyId === 0 || !solid.collide) return;
      const others = byName.get(name);
      if (others) others.push(geom);
      else byName.set(name, [geom]);
    });
    const names = [...byName.keys()].sort();
    // the largest solids first: they are the likeliest to be in a volume
    const geoms = names.map((name) => (byName.get(name) as number[]).sort((a, b) => radius[b] - radius[a] || a - b));
    const first = new Int32Array(names.length + 1);
    for (let i = 0; i < names.length; i++) first[i + 1] = first[i] + geoms[i].length;
    const geom = Int32Array.from(geoms.flat());
    this.#bounds = new Float64Array(BOUNDS_SIZE * names.length);
    this.#solids = {
      model,
      names,
      first,
      geom,
      radius: Float64Array.from(geom, (g) => radius[g]),
      shapes: [...geom].map((g) => shapeOf(model, hulls, g)),
    };
    return this.#solids;
  }
}

/** Whether a ball does not reach into bounds. */
function isFar(bounds: Float64Array, center: Vec3, radius: number): boolean {
  for (let k = 0; k < 3; k++) if (center[k] + radius < bounds[k] || center[k] - radius > bounds[3 + k]) return true;
  return false;
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

export function volumeAt(shape: TriggerShape, { position, orientation }: Pose): Volume {
  const turn = fromQuat(orientation);
  const back = transpose(turn);
  const solid = new Convex().set(farthestOf(shape), position, 0, turn, 0);
  return {
    solid,
    bounds: boundsOf(solid),
    contains: (point) => isInside(shape, mulVec(back, sub(point, position))),
  };
}

function farthestOf(shape: TriggerShape): Farthest {
  if (shape.kind === "Sphere") return farthestOfBall(shape.radius);
  if (shape.kind === "Box") return farthestOfBox(scale(shape.size, 0.5));
  // a cylinder of a document lies along y
  const standing = farthestOfCylinder(shape.radius, shape.length / 2);
  return (x, y, z, out) => {
    standing(x, -z, y, out);
    const height = out[2];
    out[2] = -out[1];
    out[1] = height;
  };
}

/** `point` in the frame of the shape. */
function isInside(shape: TriggerShape, [x, y, z]: Vec3): boolean {
  if (shape.kind === "Sphere") return x * x + y * y + z * z < shape.radius * shape.radius;
  if (shape.kind === "Cylinder") return x * x + z * z < shape.radius * shape.radius && 2 * Math.abs(y) < shape.length;
  const [a, b, c] = shape.size;
  return 2 * Math.abs(x) < a && 2 * Math.abs(y) < b && 2 * Math.abs(z) < c;
}

/** Smallest and largest x y z of a convex solid. */
function boundsOf(solid: Convex): Float64Array {
  const point = new Float64Array(3);
  const far = (x: number, y: number, z: number, k: number): number => {
    solid.support(x, y, z, point);
    return point[k];
  };
  return Float64Array.of(
    far(-1, 0, 0, 0),
    far(0, -1, 0, 1),
    far(0, 0, -1, 2),
    far(1, 0, 0, 0),
    far(0, 1, 0, 1),
    far(0, 0, 1, 2),
  );
}
