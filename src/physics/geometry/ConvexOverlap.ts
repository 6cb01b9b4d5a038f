// Whether two convex solids overlap: the method of Gilbert, Johnson and Keerthi. The difference of the two solids contains the
// origin if they overlap. A simplex of up to four of its points moves towards the origin until it contains it, or until no
// point of the difference lies beyond the origin. Solids that only touch may count as either.

import type { Convex } from "./ConvexSolids.js";

/** Round solids need a few more iterations than solids with corners. */
const MAX_ITERATIONS = 64;
/** Closer to the origin than this is at the origin, m. */
const AT_ORIGIN = 1e-9;

type Point = Float64Array;
const point = (): Point => new Float64Array(3);

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** b - a */
function way(a: Point, b: Point, out: Point): Point {
  for (let k = 0; k < 3; k++) out[k] = b[k] - a[k];
  return out;
}

function cross(a: Point, b: Point, out: Point): Point {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** The work space of one test after the other. */
export class ConvexOverlap {
  /** After a test that has found no overlap: the solids are at least this far apart, m. */
  gap = 0;
  /** The simplex, its newest point first. */
  readonly #points = [point(), point(), point(), point()];
  #count = 0;
  /** Unit vector from the simplex to the origin. */
  readonly #direction = point();
  readonly #other = point();
  // edges and normals of the simplex
  readonly #ab = point();
  readonly #ac = point();
  readonly #normal = point();
  readonly #across = point();

  test(a: Convex, b: Convex): boolean {
    const d = this.#direction;
    this.#count = 0;
    way(a.center, b.center, d);
    if (!this.#normalise()) return true;
    for (let i = 0; i < MAX_ITERATIONS; i++) {
      const newest = this.#push();
      a.support(d[0], d[1], d[2], newest);
      b.support(-d[0], -d[1], -d[2], this.#other);
      for (let k = 0; k < 3; k++) newest[k] -= this.#other[k];
      // no point of the difference is beyond the origin
      const beyond = dot(newest, d);
      if (beyond <= 0) {
        this.gap = -beyond;
        return false;
      }
      if (!this.#approach()) return true;
    }
    return true;
  }

  /** Makes room for a new first point. */
  #push(): Point {
    const p = this.#points;
    const last = p[this.#count];
    for (let i = this.#count; i > 0; i--) p[i] = p[i - 1];
    p[0] = last;
    this.#count++;
    return last;
  }

  /** Keeps these points of the simplex, by index. */
  #keep(count: number, i = 0, k = 0, l = 0): void {
    const p = this.#points;
    const [a, b, c] = [p[i], p[k], p[l]];
    if (count > 0) this.#swap(0, a);
    if (count > 1) this.#swap(1, b);
    if (count > 2) this.#swap(2, c);
    this.#count = count;
  }

  #swap(to: number, one: Point): void {
    const p = this.#points;
    const from = p.indexOf(one);
    p[from] = p[to];
    p[to] = one;
  }

  /** False: the direction is 0. */
  #normalise(): boolean {
    const d = this.#direction;
    const l = Math.sqrt(dot(d, d));
    for (let k = 0; k < 3; k++) d[k] /= l;
    return l >= AT_ORIGIN;
  }

  /** Reduces the simplex to its part nearest to the origin, and turns the direction. False: the simplex contains the origin. */
  #approach(): boolean {
    if (this.#count === 4) return this.#approachTetrahedron();
    if (this.#count === 3) return this.#approachTriangle(1, 2);
    return this.#count === 2 ? this.#approachLine(1) : this.#approachPoint();
  }

  #approachPoint(): boolean {
    const [a] = this.#points;
    for (let k = 0; k < 3; k++) this.#direction[k] = -a[k];
    return this.#normalise();
  }

  /** From the first point to point b. */
  #approachLine(b: number): boolean {
    const p = this.#points;
    const ab = way(p[0], p[b], this.#ab);
    const along = -dot(ab, p[0]) / dot(ab, ab);
    this.#keep(along > 0 ? 2 : 1, 0, b);
    if (!(along > 0)) return this.#approachPoint();
    for (let k = 0; k < 3; k++) this.#direction[k] = -p[0][k] - along * ab[k];
    return this.#normalise();
  }

  /** Of the first point, b and c. */
  #approachTriangle(b: number, c: number): boolean {
    const p = this.#points;
    const a = p[0];
    const ab = way(a, p[b], this.#ab);
    const ac = way(a, p[c], this.#ac);
    const normal = cross(ab, ac, this.#normal);
    if (dot(cross(normal, ac, this.#across), a) < 0) return this.#approachLine(dot(ac, a) < 0 ? c : b);
    if (dot(cross(ab, normal, this.#across), a) < 0) return this.#approachLine(b);
    const height = -dot(normal, a) / dot(normal, normal);
    for (let k = 0; k < 3; k++) this.#direction[k] = height * normal[k];
    // the corners turn so that their normal points to the origin
    if (height > 0) this.#keep(3, 0, b, c);
    else this.#keep(3, 0, c, b);
    return this.#normalise();
  }

  #approachTetrahedron(): boolean {
    if (this.#isOutside(1, 2)) return this.#approachTriangle(1, 2);
    if (this.#isOutside(2, 3)) return this.#approachTriangle(2, 3);
    return this.#isOutside(3, 1) && this.#approachTriangle(3, 1);
  }

  /** Whether the origin is outside of the face of the first point, b and c. */
  #isOutside(b: number, c: number): boolean {
    const p = this.#points;
    const normal = cross(way(p[0], p[b], this.#ab), way(p[0], p[c], this.#ac), this.#normal);
    return dot(normal, p[0]) < 0;
  }
}
