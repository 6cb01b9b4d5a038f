// Convex solids by their farthest point along a direction: balls, boxes, cylinders and capsules along z, ellipsoids, and hulls of
// points. A solid is a shape in its own frame, moved by a place and a rotation. Points are written into arrays, so that nothing is
// allocated.

import type { Vec3 } from "../../math/Vec3.js";

/** Writes the farthest point of a shape along a direction to `out`, both in its own frame. */
export type Farthest = (x: number, y: number, z: number, out: Float64Array) => void;

const side = (x: number, half: number): number => (x < 0 ? -half : half);

function write(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

export const farthestOfBall =
  (radius: number): Farthest =>
  (x, y, z, out) => {
    const s = radius / Math.sqrt(x * x + y * y + z * z);
    write(out, s * x, s * y, s * z);
  };

/** Half lengths along x, y, z. */
export const farthestOfBox =
  ([a, b, c]: Vec3): Farthest =>
  (x, y, z, out) =>
    write(out, side(x, a), side(y, b), side(z, c));

/** Half diameters along x, y, z. */
export const farthestOfEllipsoid =
  ([a, b, c]: Vec3): Farthest =>
  (x, y, z, out) => {
    const s = 1 / Math.sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
    write(out, s * a * a * x, s * b * b * y, s * c * c * z);
  };

/** Along z. */
export const farthestOfCylinder =
  (radius: number, half: number): Farthest =>
  (x, y, z, out) => {
    const l = Math.sqrt(x * x + y * y);
    const s = l === 0 ? 0 : radius / l;
    write(out, s * x, s * y, side(z, half));
  };

/** Along z; `half`: of the straight part. */
export const farthestOfCapsule = (radius: number, half: number): Farthest => {
  const ball = farthestOfBall(radius);
  return (x, y, z, out) => {
    ball(x, y, z, out);
    out[2] += side(z, half);
  };
};

/** x y z of each point; at least one. */
export const farthestOfHull =
  (points: Float64Array): Farthest =>
  (x, y, z, out) => {
    let best = 0;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i += 3) {
      const far = points[i] * x + points[i + 1] * y + points[i + 2] * z;
      if (far <= max) continue;
      best = i;
      max = far;
    }
    write(out, points[best], points[best + 1], points[best + 2]);
  };

/** A shape at a place in the world. */
export class Convex {
  /** A point inside. */
  readonly center = new Float64Array(3);
  /** Row by row. */
  readonly #turn = new Float64Array(9);
  #farthest: Farthest = farthestOfBall(0);

  /** `center` and `turn` are read from these indices. */
  set(farthest: Farthest, center: ArrayLike<number>, c: number, turn: ArrayLike<number>, t: number): this {
    this.#farthest = farthest;
    for (let k = 0; k < 3; k++) this.center[k] = center[c + k];
    for (let k = 0; k < 9; k++) this.#turn[k] = turn[t + k];
    return this;
  }

  /** Writes the farthest point along a direction to `out`. The direction is not 0. */
  support(x: number, y: number, z: number, out: Float64Array): void {
    const r = this.#turn;
    this.#farthest(r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z, out);
    const a = out[0];
    const b = out[1];
    const c = out[2];
    out[0] = this.center[0] + r[0] * a + r[1] * b + r[2] * c;
    out[1] = this.center[1] + r[3] * a + r[4] * b + r[5] * c;
    out[2] = this.center[2] + r[6] * a + r[7] * b + r[8] * c;
  }
}
