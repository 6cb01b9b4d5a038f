// A volume of a trigger at a place in the world (E2): a convex solid, its bounds, and the distance of points from it.

import type { TriggerShape } from "../describe/world/WorldTrigger.js";
import { fromQuat, type Mat3 } from "../math/Mat3.js";
import type { Pose } from "../math/Pose.js";
import { scale, type Vec3 } from "../math/Vec3.js";
import { Convex, type Farthest, farthestOfBall, farthestOfBox, farthestOfCylinder } from "./geometry/ConvexSolids.js";

/** Writes the unit vector out of a shape at the place nearest to a point, and returns the distance; below zero: inside. */
type Measure = (x: number, y: number, z: number, out: Float64Array) => number;

export class Volume {
  readonly solid = new Convex();
  /** Smallest x y z, largest x y z. */
  readonly bounds = new Float64Array(6);
  /** Result of `measure`: the way out of the volume at the point, a unit vector. */
  readonly normal = new Float64Array(3);
  readonly #farthest: Farthest;
  readonly #measure: Measure;
  #turn!: Mat3;
  #place!: Vec3;

  constructor(shape: TriggerShape, pose: Pose) {
    this.#farthest = farthestOf(shape);
    this.#measure = measureOf(shape);
    this.moveTo(pose);
  }

  moveTo({ position, orientation }: Pose): void {
    this.#turn = fromQuat(orientation);
    this.#place = position;
    this.solid.set(this.#farthest, position, 0, this.#turn, 0);
    const point = this.normal;
    for (let k = 0; k < 3; k++)
      for (const side of [-1, 1]) {
        this.solid.support(k === 0 ? side : 0, k === 1 ? side : 0, k === 2 ? side : 0, point);
        this.bounds[side < 0 ? k : 3 + k] = point[k];
      }
  }

  /** Distance of a point of the world, m; below zero: its depth inside. Sets `normal`. */
  measure(px: number, py: number, pz: number): number {
    const t = this.#turn;
    const x = px - this.#place[0];
    const y = py - this.#place[1];
    const z = pz - this.#place[2];
    const n = this.normal;
    const distance = this.#measure(
      t[0] * x + t[3] * y + t[6] * z,
      t[1] * x + t[4] * y + t[7] * z,
      t[2] * x + t[5] * y + t[8] * z,
      n,
    );
    const a = n[0];
    const b = n[1];
    const c = n[2];
    n[0] = t[0] * a + t[1] * b + t[2] * c;
    n[1] = t[3] * a + t[4] * b + t[5] * c;
    n[2] = t[6] * a + t[7] * b + t[8] * c;
    return distance;
  }
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

function measureOf(shape: TriggerShape): Measure {
  if (shape.kind === "Sphere") return measureOfSphere(shape.radius);
  return shape.kind === "Box"
    ? measureOfBox(scale(shape.size, 0.5))
    : measureOfCylinder(shape.radius, shape.length / 2);
}

function write(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

const measureOfSphere =
  (radius: number): Measure =>
  (x, y, z, out) => {
    const l = Math.sqrt(x * x + y * y + z * z);
    if (l === 0) write(out, 1, 0, 0);
    else write(out, x / l, y / l, z / l);
    return l - radius;
  };

const sign = (x: number): number => (x < 0 ? -1 : 1);

const measureOfBox =
  ([a, b, c]: Vec3): Measure =>
  (x, y, z, out) => {
    const dx = Math.abs(x) - a;
    const dy = Math.abs(y) - b;
    const dz = Math.abs(z) - c;
    if (dx <= 0 && dy <= 0 && dz <= 0) {
      // the nearest face
      if (dx >= dy && dx >= dz) write(out, sign(x), 0, 0);
      else if (dy >= dz) write(out, 0, sign(y), 0);
      else write(out, 0, 0, sign(z));
      return Math.max(dx, dy, dz);
    }
    const ox = Math.max(0, dx);
    const oy = Math.max(0, dy);
    const oz = Math.max(0, dz);
    const l = Math.sqrt(ox * ox + oy * oy + oz * oz);
    write(out, (sign(x) * ox) / l, (sign(y) * oy) / l, (sign(z) * oz) / l);
    return l;
  };

/** Along y. */
const measureOfCylinder =
  (radius: number, half: number): Measure =>
  (x, y, z, out) => {
    const l = Math.sqrt(x * x + z * z);
    const [ux, uz] = l === 0 ? [1, 0] : [x / l, z / l];
    const dr = l - radius;
    const dy = Math.abs(y) - half;
    if (dr <= 0 && dy <= 0) {
      if (dr >= dy) write(out, ux, 0, uz);
      else write(out, 0, sign(y), 0);
      return Math.max(dr, dy);
    }
    const or = Math.max(0, dr);
    const oy = Math.max(0, dy);
    const d = Math.sqrt(or * or + oy * oy);
    write(out, (ux * or) / d, (sign(y) * oy) / d, (uz * or) / d);
    return d;
  };
