// The patch in which two flat faces touch: the convex hull of their contact points. Under uniform pressure, friction resists a
// spin with the torque  mu N r,  r the mean distance of its points from its centroid. For the triangle between the centroid and
// an edge at the distance p, from t = a to b along the edge,
//   integral of |x| = F(b) - F(a),   F(t) = (p t sqrt(p² + t²) + p³ asinh(t / p)) / 6.

import { log } from "../../math/Trigonometry.js";

const MAX_POINTS = 64;

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

/** Integral of the distance from the origin over the triangle of the origin, a and b. */
function momentOf(ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const length = Math.sqrt(ex * ex + ey * ey);
  if (length < 1e-12) return 0;
  const p = (ax * ey - ay * ex) / length;
  if (p < 1e-12) return 0;
  return primitive(p, (bx * ex + by * ey) / length) - primitive(p, (ax * ex + ay * ey) / length);
}

function primitive(p: number, t: number): number {
  const s = Math.sqrt(p * p + t * t);
  // asinh of |t| / p, with the sign of t
  const arc = log((Math.abs(t) + s) / p);
  return (p * t * s + p * p * p * (t < 0 ? -arc : arc)) / 6;
}
