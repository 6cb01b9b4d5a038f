// The patch in which two flat faces touch: the convex hull of their contact points. Under uniform pressure, friction resists a
// spin with the torque  mu N r,  r the mean distance of its points from its centroid. For the triangle between the centroid and
// an edge at the distance p, from t = a to b along the edge,
//   integral of |x| = F(b) - F(a),   F(t) = (p t sqrt(p² + t²) + p³ asinh(t / p)) / 6.
// A face that slides and spins turns about a point c. Its friction is then given by the means of  |x - c|  and of its gradient
// (x - c) / |x - c|.  That of the gradient is a sum over the edges, with n the normal of an edge out of the patch:
//   integral of the gradient = sum of n (G(b) - G(a)),   G(t) = (t sqrt(p² + t²) + p² asinh(t / p)) / 2.

import { cos, log, PI, sin } from "../../math/Trigonometry.js";

const MAX_POINTS = 64;
/** Corners of the polygon that stands for a disc; its area is that of the disc. */
const DISC_CORNERS = 24;
const DISC_SCALE = Math.sqrt((2 * PI) / (DISC_CORNERS * sin((2 * PI) / DISC_CORNERS)));
const DISC = Array.from({ length: DISC_CORNERS }, (_, i) =>
  [cos, sin].map((f) => DISC_SCALE * f((2 * PI * i) / DISC_CORNERS)),
);

export class ContactPatch {
  /** Points in the plane of the patch. */
  readonly x = new Float64Array(MAX_POINTS);
  readonly y = new Float64Array(MAX_POINTS);
  count = 0;
  /** Result: centroid, area and mean radius. */
  cx = 0;
  cy = 0;
  area = 0;
  radius = 0;
  /** Result of `turnAbout`: means of |x - c| and of its gradient. */
  reach = 0;
  gx = 0;
  gy = 0;
  readonly #order = new Int32Array(MAX_POINTS);
  readonly #hull = new Int32Array(2 * MAX_POINTS);
  #corners = 0;

  add(x: number, y: number): void {
    if (this.count === MAX_POINTS) return;
    this.x[this.count] = x;
    this.y[this.count++] = y;
  }

  /** False: the points lie on a line. */
  measure(): boolean {
    this.#wrap();
    if (!this.#findCentroid()) return false;
    let sum = 0;
    for (let i = 0; i < this.#corners; i++) {
      const a = this.#hull[i];
      const b = this.#hull[i + 1 === this.#corners ? 0 : i + 1];
      sum += momentOf(this.x[a] - this.cx, this.y[a] - this.cy, this.x[b] - this.cx, this.y[b] - this.cy);
    }
    this.radius = sum / this.area;
    return true;
  }

  /** Makes the patch a disc about the origin. */
  setDisc(radius: number): void {
    this.count = this.#corners = DISC_CORNERS;
    DISC.forEach(([x, y], i) => {
      this.x[i] = radius * x;
      this.y[i] = radius * y;
      this.#hull[i] = i;
    });
    this.cx = this.cy = 0;
    this.area = PI * radius * radius;
    this.radius = (2 / 3) * radius;
  }

  /** To call after `measure` or `setDisc`: reach, gx and gy about the point. */
  turnAbout(x: number, y: number): void {
    this.reach = this.gx = this.gy = 0;
    for (let i = 0; i < this.#corners; i++) {
      const a = this.#hull[i];
      const b = this.#hull[i + 1 === this.#corners ? 0 : i + 1];
      const [ax, ay, bx, by] = [this.x[a] - x, this.y[a] - y, this.x[b] - x, this.y[b] - y];
      this.reach += momentOf(ax, ay, bx, by) / this.area;
      const [ex, ey] = [bx - ax, by - ay];
      const length = Math.sqrt(ex * ex + ey * ey);
      if (length < MIN_LENGTH) continue;
      const p = Math.max(Math.abs(ax * ey - ay * ex) / length, MIN_LENGTH);
      const sum = edgeOf(p, (bx * ex + by * ey) / length) - edgeOf(p, (ax * ex + ay * ey) / length);
      this.gx += (ey / length / this.area) * sum;
      this.gy -= (ex / length / this.area) * sum;
    }
  }

  /** Mean distance of the points themselves from (cx, cy). */
  pointRadius(): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const [dx, dy] = [this.x[i] - this.cx, this.y[i] - this.cy];
      sum += Math.sqrt(dx * dx + dy * dy);
    }
    return sum / this.count;
  }

  /** Convex hull, counter-clockwise: lower chain, then upper chain of the points sorted along x. */
  #wrap(): void {
    const { x, y, count } = this;
    const [order, hull] = [this.#order, this.#hull];
    for (let i = 0; i < count; i++) {
      let k = i;
      for (; k > 0; k--) {
        const before = order[k - 1];
        if (x[before] < x[i] || (x[before] === x[i] && y[before] <= y[i])) break;
        order[k] = before;
      }
      order[k] = i;
    }
    let size = 0;
    for (let i = 0; i < count; i++) size = this.#push(hull, size, 0, order[i]);
    const lower = size - 1;
    for (let i = count - 2; i >= 0; i--) size = this.#push(hull, size, lower, order[i]);
    this.#corners = size - 1;
  }

  /** Adds a point to a chain that starts at `from`, without the points that it makes inner. */
  #push(hull: Int32Array, size: number, from: number, point: number): number {
    const { x, y } = this;
    let end = size;
    while (end - from >= 2) {
      const [a, b] = [hull[end - 2], hull[end - 1]];
      if ((x[b] - x[a]) * (y[point] - y[a]) - (y[b] - y[a]) * (x[point] - x[a]) > 0) break;
      end--;
    }
    hull[end] = point;
    return end + 1;
  }

  #findCentroid(): boolean {
    const { x, y } = this;
    const o = this.#hull[0];
    let [area, sx, sy] = [0, 0, 0];
    for (let i = 1; i + 1 < this.#corners; i++) {
      const [a, b] = [this.#hull[i], this.#hull[i + 1]];
      const twice = (x[a] - x[o]) * (y[b] - y[o]) - (y[a] - y[o]) * (x[b] - x[o]);
      area += twice / 2;
      sx += (twice / 6) * (x[o] + x[a] + x[b]);
      sy += (twice / 6) * (y[o] + y[a] + y[b]);
    }
    this.area = area;
    if (area < 1e-10) return false;
    this.cx = sx / area;
    this.cy = sy / area;
    return true;
  }
}

/** Shorter edges and distances count as none, m. */
const MIN_LENGTH = 1e-12;

/** Integral of the distance from the origin over the triangle of the origin, a and b; negative if it is clockwise. */
function momentOf(ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const length = Math.sqrt(ex * ex + ey * ey);
  if (length < MIN_LENGTH) return 0;
  const side = (ax * ey - ay * ex) / length;
  const p = Math.abs(side);
  if (p < MIN_LENGTH) return 0;
  const sum = primitive(p, (bx * ex + by * ey) / length) - primitive(p, (ax * ex + ay * ey) / length);
  return side < 0 ? -sum : sum;
}

/** F(t) of the header. */
function primitive(p: number, t: number): number {
  return (p * t * Math.sqrt(p * p + t * t) + p * p * p * asinh(t / p)) / 6;
}

/** G(t) of the header. */
function edgeOf(p: number, t: number): number {
  return (t * Math.sqrt(p * p + t * t) + p * p * asinh(t / p)) / 2;
}

function asinh(x: number): number {
  const size = Math.abs(x);
  const y = log(size + Math.sqrt(1 + size * size));
  return x < 0 ? -y : y;
}
