// Points in which a box, capsule, cylinder or ellipsoid can touch a flat face, in closed form as on a plane: the corners of a
// box or hull, the ends of a capsule, the ends of the lowest line of a cylinder and, where it stands, three points of its rim, the
// lowest point of an ellipsoid. The lines are cut to the face. A point that reaches the plane within the step must lie over
// the face then: what flies past an edge does not touch the faces beside it.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { HullCorners } from "./HullCorners.js";
import { REACH, TOUCHING } from "./PresentContact.js";
import type { SurfaceMotion } from "./SurfaceMotion.js";
import { BOX, CAPSULE, CYLINDER } from "./SweptSphere.js";

const MAX_POINTS = 16;
/** Tolerance of the borders of a face, m. */
const BORDER = 1e-9;
const COS_120 = -0.5;
const SIN_120 = Math.sqrt(3) / 2;

/** A convex face with three or four corners, in the world; without corners: a plane. */
export class Face {
  nx = 0;
  ny = 0;
  nz = 0;
  corners = 0;
  readonly x = new Float64Array(4);
  readonly y = new Float64Array(4);
  readonly z = new Float64Array(4);

  /** Distance of a point from the plane of the face. */
  height(x: number, y: number, z: number): number {
    return this.nx * (x - this.x[0]) + this.ny * (y - this.y[0]) + this.nz * (z - this.z[0]);
  }

  /** How far a point lies inside of edge i, m. */
  inside(i: number, x: number, y: number, z: number): number {
    const k = i + 1 === this.corners ? 0 : i + 1;
    const [ex, ey, ez] = [this.x[k] - this.x[i], this.y[k] - this.y[i], this.z[k] - this.z[i]];
    const size = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // n x e points inwards
    const [ix, iy, iz] = [this.ny * ez - this.nz * ey, this.nz * ex - this.nx * ez, this.nx * ey - this.ny * ex];
    return (ix * (x - this.x[i]) + iy * (y - this.y[i]) + iz * (z - this.z[i])) / size;
  }

  contains(x: number, y: number, z: number): boolean {
    for (let i = 0; i < this.corners; i++) if (this.inside(i, x, y, z) < -BORDER) return false;
    return true;
  }
}

interface PointTools {
  /** By geom, of SweptSphere.ts. */
  readonly kind: Uint8Array;
  readonly motion: SurfaceMotion;
  readonly hulls: HullCorners;
}

export class FacePoints {
  count = 0;
  /** Some points were left out. */
  isFull = false;
  readonly x = new Float64Array(MAX_POINTS);
  readonly y = new Float64Array(MAX_POINTS);
  readonly z = new Float64Array(MAX_POINTS);
  /** Distance from the plane of the face. */
  readonly dist = new Float64Array(MAX_POINTS);
  /** Number and places of the points of the solid that are close to the plane, but beside the face. */
  beside = 0;
  readonly others = new Float64Array(3 * MAX_POINTS);
  /** Both ends of the lowest line of a cylinder or capsule, wherever they are. */
  readonly ends = new Float64Array(6);
  readonly #c: CompiledModel;
  readonly #kind: Uint8Array;
  readonly #isEllipsoid: Uint8Array;
  readonly #hulls: HullCorners;
  readonly #motion: SurfaceMotion;
  // the solid, and the solid that has the face
  #geom = 0;
  #base = 0;
  /** Way of a point until it reaches the plane of the face. */
  readonly #way = new Float64Array(3);

  constructor(c: CompiledModel, { kind, motion, hulls }: PointTools) {
    this.#c = c;
    this.#kind = kind;
    this.#hulls = hulls;
    this.#isEllipsoid = Uint8Array.from(c.layout.geoms, ({ solid }) => (solid.shape.kind === "Ellipsoid" ? 1 : 0));
    this.#motion = motion;
  }

  knows(geom: number): boolean {
    const kind = this.#kind[geom];
    return kind === BOX || kind === CYLINDER || kind === CAPSULE || this.#isEllipsoid[geom] === 1;
  }

  isHull(geom: number): boolean {
    return this.#hulls[geom] !== undefined;
  }

  /** Finds the points of the geom that are closer than `margin` to the face, which is one of `base`. */
  find(geom: number, base: number, face: Face, margin: number): void {
    this.count = 0;
    this.beside = 0;
    this.isFull = false;
    this.#geom = geom;
    this.#base = base;
    const kind = this.#kind[geom];
    if (kind === BOX) this.#findCorners(geom, face, margin);
    else if (kind === CAPSULE) this.#findCapsule(geom, face, margin);
    else if (kind === CYLINDER) this.#findCylinder(geom, face, margin);
    else if (this.#isEllipsoid[geom]) this.#findEllipsoid(geom, face, margin);
    else this.#findHull(geom, face, margin);
  }

  /** Sets the way of a point; none if it touches, or does not reach the plane within the step. */
  #follow(face: Face, x: number, y: number, z: number): void {
    const [v, way] = [this.#motion, this.#way];
    const dist = face.height(x, y, z);
    way[0] = way[1] = way[2] = 0;
    if (dist <= TOUCHING) return;
    v.measure(this.#geom, this.#base, x, y, z);
    const rate = -(face.nx * v.x + face.ny * v.y + face.nz * v.z);
    if (dist >= rate * this.#c.stepSec * REACH) return;
    const time = dist / rate;
    way[0] = time * v.x;
    way[1] = time * v.y;
    way[2] = time * v.z;
  }

  #add(face: Face, margin: number, x: number, y: number, z: number): void {
    const dist = face.height(x, y, z);
    if (dist > margin) return;
    if (this.count + this.beside === MAX_POINTS) {
      this.isFull = true;
      return;
    }
    this.#follow(face, x, y, z);
    const way = this.#way;
    if (!face.contains(x + way[0], y + way[1], z + way[2])) {
      const to = 3 * this.beside++;
      this.others[to] = x + way[0];
      this.others[to + 1] = y + way[1];
      this.others[to + 2] = z + way[2];
      return;
    }
    const i = this.count++;
    this.x[i] = x;
    this.y[i] = y;
    this.z[i] = z;
    this.dist[i] = dist;
  }

  #findCorners(geom: number, face: Face, margin: number): void {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    for (let i = 0; i < 8; i++) {
      const sx = i & 1 ? size[g] : -size[g];
      const sy = i & 2 ? size[g + 1] : -size[g + 1];
      const sz = i & 4 ? size[g + 2] : -size[g + 2];
      const x = m[a] * sx + m[a + 1] * sy + m[a + 2] * sz;
      const y = m[a + 3] * sx + m[a + 4] * sy + m[a + 5] * sz;
      const z = m[a + 6] * sx + m[a + 7] * sy + m[a + 8] * sz;
      this.#add(face, margin, p[g] + x, p[g + 1] + y, p[g + 2] + z);
    }
  }

  #findCapsule(geom: number, face: Face, margin: number): void {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    const [r, half] = [size[g], size[g + 1]];
    const [x, y, z] = [p[g] - r * face.nx, p[g + 1] - r * face.ny, p[g + 2] - r * face.nz];
    this.#addLine(face, margin, [x, y, z], [half * m[a + 2], half * m[a + 5], half * m[a + 8]]);
  }

  #findCylinder(geom: number, face: Face, margin: number): void {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    const [r, half] = [size[g], size[g + 1]];
    const [ux, uy, uz] = [m[a + 2], m[a + 5], m[a + 8]];
    const cos = face.nx * ux + face.ny * uy + face.nz * uz;
    // d: down along the end faces
    let [dx, dy, dz] = [cos * ux - face.nx, cos * uy - face.ny, cos * uz - face.nz];
    const size2 = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (size2 > 1e-6) [dx, dy, dz] = [(r * dx) / size2, (r * dy) / size2, (r * dz) / size2];
    else [dx, dy, dz] = [r * m[a], r * m[a + 3], r * m[a + 6]];
    this.#addLine(face, margin, [p[g] + dx, p[g + 1] + dy, p[g + 2] + dz], [half * ux, half * uy, half * uz]);
    // the other two points of the lower rim
    const low = cos > 0 ? -half : half;
    const [ex, ey, ez] = [uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx];
    const [ox, oy, oz] = [
      p[g] + low * ux + COS_120 * dx,
      p[g + 1] + low * uy + COS_120 * dy,
      p[g + 2] + low * uz + COS_120 * dz,
    ];
    if (face.height(ox, oy, oz) > margin) return;
    this.#add(face, margin, ox + SIN_120 * ex, oy + SIN_120 * ey, oz + SIN_120 * ez);
    this.#add(face, margin, ox - SIN_120 * ex, oy - SIN_120 * ey, oz - SIN_120 * ez);
  }

  /** The corners of a hull. Its `ends` are its centre, which lies over no neighbour that the hull does not touch. */
  #findHull(geom: number, face: Face, margin: number): void {
    const { geom_xpos: p, geom_xmat: m } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    const v = this.#hulls[geom]!;
    this.ends.set([p[g], p[g + 1], p[g + 2], p[g], p[g + 1], p[g + 2]]);
    for (let i = 0; i < v.length; i += 3)
      this.#add(
        face,
        margin,
        p[g] + m[a] * v[i] + m[a + 1] * v[i + 1] + m[a + 2] * v[i + 2],
        p[g + 1] + m[a + 3] * v[i] + m[a + 4] * v[i + 1] + m[a + 5] * v[i + 2],
        p[g + 2] + m[a + 6] * v[i] + m[a + 7] * v[i + 1] + m[a + 8] * v[i + 2],
      );
  }

  /** min n · x of an ellipsoid with the half axes s is at  c - A n / sqrt(n · A n),  A = sum of s² a aᵀ over its axes a. */
  #findEllipsoid(geom: number, face: Face, margin: number): void {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    let [x, y, z, square] = [0, 0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const [ax, ay, az] = [m[a + k], m[a + 3 + k], m[a + 6 + k]];
      const along = (face.nx * ax + face.ny * ay + face.nz * az) * size[g + k];
      x += along * size[g + k] * ax;
      y += along * size[g + k] * ay;
      z += along * size[g + k] * az;
      square += along * along;
    }
    const root = Math.sqrt(square);
    const [px, py, pz] = [p[g] - x / root, p[g + 1] - y / root, p[g + 2] - z / root];
    this.ends.set([px, py, pz, px, py, pz]);
    this.#add(face, margin, px, py, pz);
  }

  /** Both ends of the line from c - u to c + u, cut to the face where the lower end reaches its plane. */
  #addLine(face: Face, margin: number, c: Triple, u: Triple): void {
    for (let k = 0; k < 3; k++) {
      this.ends[k] = c[k] - u[k];
      this.ends[3 + k] = c[k] + u[k];
    }
    const lower = face.nx * u[0] + face.ny * u[1] + face.nz * u[2] > 0 ? -1 : 1;
    this.#follow(face, c[0] + lower * u[0], c[1] + lower * u[1], c[2] + lower * u[2]);
    const [x, y, z] = [c[0] + this.#way[0], c[1] + this.#way[1], c[2] + this.#way[2]];
    let [from, to] = [-1, 1];
    for (let i = 0; i < face.corners; i++) {
      const mid = face.inside(i, x, y, z);
      const rise = face.inside(i, x + u[0], y + u[1], z + u[2]) - mid;
      // mid + rise s >= 0
      if (Math.abs(rise) < BORDER) {
        if (mid < -BORDER) to = from - 1;
      } else if (rise > 0) from = Math.max(from, -mid / rise);
      else to = Math.min(to, -mid / rise);
    }
    if (to < from) return;
    this.#add(face, margin, c[0] + from * u[0], c[1] + from * u[1], c[2] + from * u[2]);
    if (to > from + BORDER) this.#add(face, margin, c[0] + to * u[0], c[1] + to * u[1], c[2] + to * u[2]);
  }
}

type Triple = readonly [number, number, number];
