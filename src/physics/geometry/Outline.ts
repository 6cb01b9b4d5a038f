// Outlines of standing solids seen from above: a disc, a disc with a flat front, a rectangle. The gap between two outlines
// (negative: overlap) is the maximum of
//   s(u) = min u · b - max u · a
// over all directions u. The maximum is at one of these directions: normal to a face, between the centres of two arcs, from a
// corner to the centre of an arc or to a corner. All are tried; the search ends at the first gap above the margin.

const MAX_CORNERS = 4;

export class Outline {
  /** Centre, and radius of the round part; 0: no round part. */
  x = 0;
  y = 0;
  radius = 0;
  /** Distance of the flat front from the centre. */
  front = 0;
  corners = 0;
  readonly px = new Float64Array(MAX_CORNERS);
  readonly py = new Float64Array(MAX_CORNERS);
  /** Face i goes from corner i to the next; its normal points outwards. */
  faces = 0;
  readonly nx = new Float64Array(MAX_CORNERS);
  readonly ny = new Float64Array(MAX_CORNERS);
  /** Result of `point`: the farthest point, and whether it is on the arc. */
  sx = 0;
  sy = 0;
  onArc = false;

  disc(x: number, y: number, radius: number): void {
    this.x = x;
    this.y = y;
    this.radius = radius;
    this.corners = this.faces = 0;
  }

  /** A disc with a flat front at distance `front` from the centre, with normal n. */
  cutDisc(x: number, y: number, radius: number, front: number, nx: number, ny: number): void {
    this.disc(x, y, radius);
    if (front >= radius) return;
    const half = Math.sqrt(radius * radius - front * front);
    this.front = front;
    this.corners = 2;
    this.faces = 1;
    this.#set(0, x + front * nx - half * -ny, y + front * ny - half * nx, nx, ny);
    this.#set(1, x + front * nx + half * -ny, y + front * ny + half * nx, 0, 0);
  }

  /** Half sizes a along the unit vector e and b across it. */
  rectangle(x: number, y: number, a: number, b: number, ex: number, ey: number): void {
    this.disc(x, y, 0);
    this.corners = this.faces = MAX_CORNERS;
    const [ax, ay, bx, by] = [a * ex, a * ey, -b * ey, b * ex];
    this.#set(0, x + ax - bx, y + ay - by, ex, ey);
    this.#set(1, x + ax + bx, y + ay + by, -ey, ex);
    this.#set(2, x - ax + bx, y - ay + by, -ex, -ey);
    this.#set(3, x - ax - bx, y - ay - by, ey, -ex);
  }

  #set(i: number, x: number, y: number, nx: number, ny: number): void {
    this.px[i] = x;
    this.py[i] = y;
    this.nx[i] = nx;
    this.ny[i] = ny;
  }

  /** Extent along the unit vector u. */
  reach(ux: number, uy: number): number {
    if (this.#isArc(ux, uy)) return this.x * ux + this.y * uy + this.radius;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.corners; i++) max = Math.max(max, this.px[i] * ux + this.py[i] * uy);
    return max;
  }

  /** Writes the farthest point along u to sx, sy; returns the index of its corner; -1: not a corner. */
  point(ux: number, uy: number): number {
    this.onArc = this.#isArc(ux, uy);
    let best = -1;
    this.sx = this.x + this.radius * ux;
    this.sy = this.y + this.radius * uy;
    if (this.onArc) return best;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.corners; i++) {
      const far = this.px[i] * ux + this.py[i] * uy;
      if (far <= max) continue;
      max = far;
      best = i;
    }
    this.sx = this.px[best];
    this.sy = this.py[best];
    return best;
  }

  #isArc(ux: number, uy: number): boolean {
    if (this.radius === 0) return false;
    return this.faces === 0 || this.radius * (ux * this.nx[0] + uy * this.ny[0]) <= this.front;
  }
}

/** Two points of a face closer than this are one point, m. */
const ONE_POINT = 0.005;

/** Gaps that differ by less are equal, m. */
const AS_FAR = 1e-9;

/** Gap and contact points of two outlines. */
export class Meeting {
  /** Unit vector from a to b. */
  ux = 0;
  uy = 0;
  gap = 0;
  /** One or two points midway between the surfaces, each with its gap. */
  points = 0;
  readonly x = new Float64Array(2);
  readonly y = new Float64Array(2);
  readonly gaps = new Float64Array(2);
  #maxGap = 0;
  #face = -1;
  #isOfA = true;

  /** False: the gap is larger than `maxGap`. */
  measure(a: Outline, b: Outline, maxGap: number): boolean {
    this.#maxGap = maxGap;
    this.gap = Number.NEGATIVE_INFINITY;
    this.#face = -1;
    if (this.#isApartAlong(a, b, b.x - a.x, b.y - a.y)) return false;
    for (let i = 0; i < a.faces; i++) if (this.#tryFace(a, b, i, true)) return false;
    for (let i = 0; i < b.faces; i++) if (this.#tryFace(a, b, i, false)) return false;
    for (let i = 0; i < a.corners; i++) {
      if (b.radius > 0 && this.#isApartAlong(a, b, b.x - a.px[i], b.y - a.py[i])) return false;
      for (let k = 0; k < b.corners; k++)
        if (this.#isApartAlong(a, b, b.px[k] - a.px[i], b.py[k] - a.py[i])) return false;
    }
    if (a.radius > 0)
      for (let k = 0; k < b.corners; k++) if (this.#isApartAlong(a, b, b.px[k] - a.x, b.py[k] - a.y)) return false;
    this.#findPoints(a, b);
    return true;
  }

  /** A face is preferred to a direction with the same gap. */
  #tryFace(a: Outline, b: Outline, i: number, isOfA: boolean): boolean {
    const [ux, uy] = isOfA ? [a.nx[i], a.ny[i]] : [-b.nx[i], -b.ny[i]];
    const gap = -b.reach(-ux, -uy) - a.reach(ux, uy);
    if (gap < this.gap - AS_FAR) return false;
    this.gap = Math.max(gap, this.gap);
    this.ux = ux;
    this.uy = uy;
    this.#face = i;
    this.#isOfA = isOfA;
    return gap > this.#maxGap;
  }

  #isApartAlong(a: Outline, b: Outline, dx: number, dy: number): boolean {
    const size = Math.sqrt(dx * dx + dy * dy);
    if (size < 1e-9) return false;
    const [ux, uy] = [dx / size, dy / size];
    const gap = -b.reach(-ux, -uy) - a.reach(ux, uy);
    if (gap <= this.gap + AS_FAR) return false;
    this.gap = gap;
    this.ux = ux;
    this.uy = uy;
    this.#face = -1;
    return gap > this.#maxGap;
  }

  #findPoints(a: Outline, b: Outline): void {
    const { ux, uy } = this;
    if (this.#face >= 0 && this.#findOnFace(this.#isOfA ? a : b, this.#isOfA ? b : a)) return;
    a.point(ux, uy);
    b.point(-ux, -uy);
    this.points = 1;
    this.x[0] = (a.sx + b.sx) / 2;
    this.y[0] = (a.sy + b.sy) / 2;
    this.gaps[0] = this.gap;
  }

  /** Contact of a face: one point of an arc or up to two corners, within the width of the face. False: none. */
  #findOnFace(face: Outline, other: Outline): boolean {
    const [nx, ny] = [face.nx[this.#face], face.ny[this.#face]];
    const first = other.point(-nx, -ny);
    const next = (this.#face + 1) % face.corners;
    const [ox, oy] = [face.px[this.#face], face.py[this.#face]];
    const [tx, ty] = [face.px[next] - ox, face.py[next] - oy];
    const wide = Math.sqrt(tx * tx + ty * ty);
    const along = (x: number, y: number): number => ((x - ox) * tx + (y - oy) * ty) / wide;
    const above = (x: number, y: number): number => (x - ox) * nx + (y - oy) * ny;
    this.points = 0;
    const put = (t: number, gap: number): void => {
      this.x[this.points] = ox + (tx * t) / wide + (nx * gap) / 2;
      this.y[this.points] = oy + (ty * t) / wide + (ny * gap) / 2;
      this.gaps[this.points++] = gap;
    };
    const [t1, g1] = [along(other.sx, other.sy), above(other.sx, other.sy)];
    const second = first < 0 ? -1 : nextLowest(other, first, nx, ny);
    if (second < 0) {
      if (t1 < 0 || t1 > wide) return false;
      put(t1, g1);
      return true;
    }
    const [t2, g2] = [along(other.px[second], other.py[second]), above(other.px[second], other.py[second])];
    // the edge between the two corners, clipped to the width of the face
    const slope = Math.abs(t2 - t1) > 1e-9 ? (g2 - g1) / (t2 - t1) : 0;
    const [c1, c2] = [Math.min(wide, Math.max(0, t1)), Math.min(wide, Math.max(0, t2))];
    put(c1, g1 + slope * (c1 - t1));
    const h2 = g1 + slope * (c2 - t1);
    if (Math.abs(c2 - c1) > ONE_POINT && h2 <= this.#maxGap) put(c2, h2);
    return true;
  }
}

/** The corner nearest to a face, except the corner `exception`. */
function nextLowest({ px, py, corners }: Outline, exception: number, nx: number, ny: number): number {
  let best = -1;
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < corners; i++) {
    const above = px[i] * nx + py[i] * ny;
    if (i === exception || above >= min) continue;
    min = above;
    best = i;
  }
  return best;
}
