// Contacts of boxes, capsules, cylinders and ellipsoids with the faces of static meshes and heightfields, and of capsules,
// cylinders, ellipsoids and hulls with the faces of boxes, and of hulls that lie flat on planes, in closed form (FacePoints.ts). The engine's search gives the normal of such a contact only to some digits and
// another point in every step, so carts would shake. Its contacts are kept at ridges and borders only.

import { FACE, NearestPoint } from "../geometry/NearestPoint.js";
import type { Point } from "../geometry/TriangleSurface.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { type ContactList, writeNormal } from "./ContactList.js";
import { Face, FacePoints } from "./FacePoints.js";
import type { FlushBoxes } from "./FlushBoxes.js";
import type { FlushSurfaces } from "./FlushSurfaces.js";
import type { HullCorners } from "./HullCorners.js";
import { TOUCHING } from "./PresentContact.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";
import type { SurfaceMotion } from "./SurfaceMotion.js";
import { BOX, PLANE } from "./SweptSphere.js";

/** The engine finds so many corners of a hull on a plane. */
const ENGINE_CORNERS = 4;
/** Cosine of the angle within which a normal is that of a face. */
const CLOSE_COS = 0.99;
/** The same where the closed form decides. Farther off, the engine's normal is that of an edge, to which the face would give no force. */
const ROUGH_COS = 0.98;

/** The engine finds the contact of a ridge or border up to this distance inside of it, m (MeshSkin.ts). */
const ROUNDING = 3e-3;

/** Distance beyond a border within which the surface must go on, m. */
const BESIDE = 5e-4;

interface FaceTools {
  readonly list: ContactList;
  readonly surfaces: StaticSurfaces;
  readonly boxes: FlushBoxes;
  readonly flush: FlushSurfaces;
  /** By geom, of SweptSphere.ts. */
  readonly kind: Uint8Array;
  readonly motion: SurfaceMotion;
  readonly hulls: HullCorners;
}

export class FaceContacts {
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  readonly #surfaces: StaticSurfaces;
  readonly #boxes: FlushBoxes;
  readonly #flush: FlushSurfaces;
  readonly #kind: Uint8Array;
  readonly #points: FacePoints;
  readonly #face = new Face();
  readonly #near = new NearestPoint();
  readonly #bound: Float64Array;
  // the last pair, and its triangle or the face of its box
  #solid = -1;
  #base = -1;
  #part = -1;
  #isWhole = true;
  /** Keys of hulls and boxes whose contacts are all found here. */
  readonly #whole = new Set<number>();
  /** Whether contact points lie on the solid; else on the base. */
  onSolid = true;

  constructor(c: CompiledModel, { list, surfaces, boxes, flush, kind, motion, hulls }: FaceTools) {
    this.#c = c;
    this.#boxes = boxes;
    this.#flush = flush;
    this.#list = list;
    this.#surfaces = surfaces;
    this.#kind = kind;
    this.#points = new FacePoints(c, { kind, motion, hulls });
    this.#bound = Float64Array.from(c.model.geom_rbound as Float64Array);
  }

  begin(): void {
    this.#solid = this.#base = -1;
    this.#whole.clear();
  }

  /** Whether one of two geoms is a hull that touches a face of the other with all its close corners. */
  isWhole(g1: number, g2: number): boolean {
    return this.#whole.size > 0 && (this.#whole.has(this.#keyOf(g1, g2)) || this.#whole.has(this.#keyOf(g2, g1)));
  }

  #keyOf(solid: number, base: number): number {
    return solid * this.#bound.length + base;
  }

  /** Whether contacts of the solid with this base are found here. */
  isOurs(solid: number, base: number): boolean {
    if (this.#surfaces.of[base]) return this.#points.knows(solid);
    if (this.#kind[base] === PLANE) return this.#points.isHull(solid);
    if (this.#kind[base] !== BOX || this.#kind[solid] === BOX) return false;
    return this.#points.knows(solid) || this.#points.isHull(solid);
  }

  /** `out`: +1 when the normal of contact k points out of the base. Adds contacts; true: the engine's contact k stays too. */
  replace(k: number, solid: number, base: number, out: number): boolean {
    if (this.#kind[base] === PLANE) return this.#replacePlane(k, solid, base, out);
    return this.#surfaces.of[base] ? this.#replaceTriangle(k, solid, base, out) : this.#replaceBox(k, solid, base, out);
  }

  /** A hull that lies flat touches with all its corners. */
  #replacePlane(k: number, solid: number, base: number, out: number): boolean {
    if (!this.#isNew(solid, base, 0)) return !this.#isWhole;
    const { geom_xpos: p, geom_xmat: m } = this.#c.views;
    const [face, points] = [this.#face, this.#points];
    [face.nx, face.ny, face.nz] = [m[9 * base + 2], m[9 * base + 5], m[9 * base + 8]];
    [face.x[0], face.y[0], face.z[0]] = [p[3 * base], p[3 * base + 1], p[3 * base + 2]];
    face.corners = 0;
    points.find(solid, base, face, this.#list.f[k * this.#list.wide + this.#c.contactFields.includemargin]);
    let touching = 0;
    for (let i = 0; i < points.count; i++) if (points.dist[i] <= TOUCHING) touching++;
    this.#isWhole = touching > ENGINE_CORNERS && !points.isFull;
    if (this.#isWhole) this.#add(k, out);
    return !this.#isWhole;
  }

  #isNew(solid: number, base: number, part: number): boolean {
    if (this.#solid === solid && this.#base === base && this.#part === part) return false;
    this.#solid = solid;
    this.#base = base;
    this.#part = part;
    return true;
  }

  #replaceBox(k: number, solid: number, base: number, out: number): boolean {
    const { contactFields: at, views } = this.#c;
    const { f } = this.#list;
    const m = views.geom_xmat;
    const n = k * this.#list.wide + at.frame;
    let part = -1;
    for (let axis = 0; axis < 3; axis++) {
      const a = 9 * base + axis;
      const cos = out * (f[n] * m[a] + f[n + 1] * m[a + 3] + f[n + 2] * m[a + 6]);
      if (Math.abs(cos) > ROUGH_COS) part = 2 * axis + (cos > 0 ? 0 : 1);
    }
    if (part < 0) return true;
    if (!this.#isNew(solid, base, part)) return !this.#isWhole;
    this.#setBoxFace(base, part >> 1, part & 1 ? -1 : 1);
    this.#points.find(solid, base, this.#face, f[k * this.#list.wide + at.includemargin]);
    // an edge, or a solid that reaches over an outer border of the box, is left to the engine
    this.#isWhole = this.#isWholeOn(base);
    if (this.#isWhole) {
      if (this.#boxes.hasNeighbours(base)) this.#dropInner(base);
      this.#add(k, out);
      if (this.#points.isHull(solid)) this.#whole.add(this.#keyOf(solid, base));
    }
    return !this.#isWhole;
  }

  /** Drops the points where a flush neighbour covers the face: a standing cylinder does not run against the next tile. */
  #dropInner(base: number): void {
    const points = this.#points;
    const { x, y, z, dist } = points;
    let kept = 0;
    for (let i = 0; i < points.count; i++) {
      this.#look(base, x[i], y[i], z[i]);
      if (!this.#boxes.admits(base, this.#near.q, this.#near.n)) continue;
      x[kept] = x[i];
      y[kept] = y[i];
      z[kept] = z[i];
      dist[kept++] = dist[i];
    }
    points.count = kept;
  }

  /** Sets `near` to the foot of a point on the plane of the face, and the normal of the face, in the frame of the base. */
  #look(base: number, x: number, y: number, z: number): void {
    const { geom_xpos: p, geom_xmat: m } = this.#c.views;
    const face = this.#face;
    const height = face.height(x, y, z);
    toFrame(m, 9 * base, face.nx, face.ny, face.nz, this.#near.n);
    toFrame(
      m,
      9 * base,
      x - height * face.nx - p[3 * base],
      y - height * face.ny - p[3 * base + 1],
      z - height * face.nz - p[3 * base + 2],
      this.#near.q,
    );
  }

  /** Whether the solid touches the face, or flush neighbours of it, only. */
  #isWholeOn(base: number): boolean {
    const { count, beside, ends, others, isFull } = this.#points;
    if (isFull) return false;
    for (let i = 0; i < beside; i++) if (!this.#goesOn(base, others, 3 * i)) return false;
    return count > 0 || beside > 0 || this.#goesOn(base, ends, 0) || this.#goesOn(base, ends, 3);
  }

  /** Whether a point of the solid lies beside the face over a flush neighbour, which has the contact then. */
  #goesOn(base: number, ends: Float64Array, end: number): boolean {
    this.#look(base, ends[end], ends[end + 1], ends[end + 2]);
    const { q, n } = this.#near;
    return this.#boxes.continues(base, q, n) || this.#boxes.continues(base, this.#besideFace(base), n);
  }

  /** The point just beyond the border of the box on the way to q: a tile farther away is the neighbour's neighbour. */
  #besideFace(base: number): Point {
    const { geom_size: size } = this.#c.views;
    const { q } = this.#near;
    const [x, y, z] = [clamp(q.x, size[3 * base]), clamp(q.y, size[3 * base + 1]), clamp(q.z, size[3 * base + 2])];
    const far = Math.sqrt((q.x - x) * (q.x - x) + (q.y - y) * (q.y - y) + (q.z - z) * (q.z - z));
    const share = far > BESIDE ? BESIDE / far : 1;
    q.x = x + share * (q.x - x);
    q.y = y + share * (q.y - y);
    q.z = z + share * (q.z - z);
    return q;
  }

  #setBoxFace(base: number, axis: number, sign: number): void {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const face = this.#face;
    const [g, a] = [3 * base, 9 * base];
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    face.nx = sign * m[a + axis];
    face.ny = sign * m[a + 3 + axis];
    face.nz = sign * m[a + 6 + axis];
    face.corners = 4;
    const h = size[g + axis];
    for (let i = 0; i < 4; i++) {
      // counter-clockwise seen from outside
      const su = (i === 0 || i === 3 ? -1 : 1) * size[g + u];
      const sv = (i < 2 ? -1 : 1) * sign * size[g + v];
      face.x[i] = p[g] + face.nx * h + m[a + u] * su + m[a + v] * sv;
      face.y[i] = p[g + 1] + face.ny * h + m[a + 3 + u] * su + m[a + 3 + v] * sv;
      face.z[i] = p[g + 2] + face.nz * h + m[a + 6 + u] * su + m[a + 6 + v] * sv;
    }
  }

  #replaceTriangle(k: number, solid: number, base: number, out: number): boolean {
    const { contactFields: at } = this.#c;
    const triangle = this.#list.i[k * this.#list.narrow + at.elem + (out > 0 ? 0 : 1)];
    const margin = this.#list.f[k * this.#list.wide + at.includemargin];
    if (this.#surfaces.isField(base)) {
      if (this.#isNew(solid, base, 0)) this.#addCells(k, solid, base, margin, out);
    } else if (this.#isNew(solid, base, triangle)) this.#addTriangle(k, solid, base, triangle, margin, out);
    return this.#isRidge(k, solid, base, triangle, out);
  }

  /** All triangles of a heightfield below the bounding sphere of the solid. */
  #addCells(k: number, solid: number, base: number, margin: number, out: number): void {
    const surfaces = this.#surfaces;
    const p = this.#c.views.geom_xpos;
    const m = surfaces.frames[base]!;
    const reach = this.#bound[solid] + margin;
    const [x, y, z] = [p[3 * solid] - m[9], p[3 * solid + 1] - m[10], p[3 * solid + 2] - m[11]];
    const [u, v] = [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z];
    const [left, right] = [surfaces.cell(base, 0, u - reach), surfaces.cell(base, 0, u + reach)];
    const [low, high] = [surfaces.cell(base, 1, v - reach), surfaces.cell(base, 1, v + reach)];
    for (let row = low; row <= high; row++)
      for (let column = left; column <= right; column++) {
        const t = 2 * (row * surfaces.columns(base) + column);
        this.#addTriangle(k, solid, base, t, margin, out);
        this.#addTriangle(k, solid, base, t + 1, margin, out);
      }
  }

  #addTriangle(k: number, solid: number, base: number, t: number, margin: number, out: number): void {
    const surface = this.#surfaces.of[base]!;
    const m = this.#surfaces.frames[base]!;
    const { vertices: v, triangles, normals } = surface;
    const face = this.#face;
    const p = this.#c.views.geom_xpos;
    const [nx, ny, nz] = [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]];
    face.nx = m[0] * nx + m[1] * ny + m[2] * nz;
    face.ny = m[3] * nx + m[4] * ny + m[5] * nz;
    face.nz = m[6] * nx + m[7] * ny + m[8] * nz;
    face.corners = 3;
    for (let i = 0; i < 3; i++) {
      const w = 3 * triangles[3 * t + i];
      face.x[i] = m[0] * v[w] + m[1] * v[w + 1] + m[2] * v[w + 2] + m[9];
      face.y[i] = m[3] * v[w] + m[4] * v[w + 1] + m[5] * v[w + 2] + m[10];
      face.z[i] = m[6] * v[w] + m[7] * v[w + 1] + m[8] * v[w + 2] + m[11];
    }
    const height = face.height(p[3 * solid], p[3 * solid + 1], p[3 * solid + 2]);
    // too far, or on the other side
    if (height > this.#bound[solid] + margin || height < 0) return;
    this.#points.find(solid, base, face, margin);
    this.#add(k, out);
  }

  #add(k: number, out: number): void {
    const { contactFields: at } = this.#c;
    const { nx, ny, nz } = this.#face;
    const points = this.#points;
    for (let i = 0; i < points.count; i++) {
      const to = this.#list.add(k);
      if (to < 0) return;
      const { f } = this.#list;
      const half = this.onSolid ? 0 : points.dist[i];
      f[to + at.dist] = points.dist[i];
      f[to + at.pos] = points.x[i] - half * nx;
      f[to + at.pos + 1] = points.y[i] - half * ny;
      f[to + at.pos + 2] = points.z[i] - half * nz;
      writeNormal(f, to + at.frame, out * nx, out * ny, out * nz);
    }
  }

  /** Whether the engine's contact touches a ridge or border of the surface, with a normal that is real there. */
  #isRidge(k: number, solid: number, base: number, known: number, out: number): boolean {
    const { contactFields: at } = this.#c;
    const { f } = this.#list;
    const surface = this.#surfaces.of[base]!;
    const m = this.#surfaces.frames[base]!;
    const near = this.#near;
    const [n, pos] = [k * this.#list.wide + at.frame, k * this.#list.wide + at.pos];
    const half = (out * f[k * this.#list.wide + at.dist]) / 2;
    // HeightfieldContacts.ts
    if (!Number.isFinite(half)) return false;
    const [x, y, z] = [
      f[pos] + half * f[n] - m[9],
      f[pos + 1] + half * f[n + 1] - m[10],
      f[pos + 2] + half * f[n + 2] - m[11],
    ];
    const [px, py, pz] = [
      m[0] * x + m[3] * y + m[6] * z,
      m[1] * x + m[4] * y + m[7] * z,
      m[2] * x + m[5] * y + m[8] * z,
    ];
    const t = known >= 0 ? known : this.#surfaces.triangleAt(base, px, py);
    near.toTriangle(surface, t, px, py, pz);
    if (near.feature === FACE) near.feature = surface.ridgeNear(t, near.q, ROUNDING);
    if (!surface.isSharp(t, near.feature)) return false;
    const q = near.n;
    q.x = out * (m[0] * f[n] + m[3] * f[n + 1] + m[6] * f[n + 2]);
    q.y = out * (m[1] * f[n] + m[4] * f[n + 1] + m[7] * f[n + 2]);
    q.z = out * (m[2] * f[n] + m[5] * f[n + 1] + m[8] * f[n + 2]);
    const w = surface.normals;
    const cos = q.x * w[3 * t] + q.y * w[3 * t + 1] + q.z * w[3 * t + 2];
    // lines were cut at the border
    if (this.#kind[solid] !== BOX && cos > CLOSE_COS) return false;
    return this.#flush.admitsTriangle(base, surface, t, near.feature, near.q, q);
  }
}

const clamp = (x: number, half: number): number => (x > half ? half : Math.max(x, -half));

/** Turns a vector of the world into a frame, whose matrix begins at `a`. */
function toFrame(
  m: Float64Array,
  a: number,
  x: number,
  y: number,
  z: number,
  out: { x: number; y: number; z: number },
): void {
  out.x = m[a] * x + m[a + 3] * y + m[a + 6] * z;
  out.y = m[a + 1] * x + m[a + 4] * y + m[a + 7] * z;
  out.z = m[a + 2] * x + m[a + 5] * y + m[a + 8] * z;
}
