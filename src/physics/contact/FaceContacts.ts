// Contacts of boxes, capsules and cylinders with the faces of static meshes and heightfields, and of capsules and
// cylinders with the faces of boxes, in closed form (FacePoints.ts). The engine's search gives the normal of such a contact only to some digits and
// another point in every step, so carts would shake. Its contacts are kept at ridges and borders only.

import { FACE, NearestPoint } from "../geometry/NearestPoint.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { type ContactList, writeNormal } from "./ContactList.js";
import { Face, FacePoints } from "./FacePoints.js";
import type { FlushBoxes } from "./FlushBoxes.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";
import { BOX, CAPSULE, CYLINDER } from "./SweptSphere.js";

/** Cosine of the angle within which a normal is that of a face. */
const CLOSE_COS = 0.99;
/** The same where the closed form decides. */
const ROUGH_COS = 0.9;

/** The engine finds the contact of a ridge or border up to this distance inside of it, m (MeshSkin.ts). */
const ROUNDING = 3e-3;

interface FaceTools {
  readonly list: ContactList;
  readonly surfaces: StaticSurfaces;
  readonly boxes: FlushBoxes;
  /** By geom, of SweptSphere.ts. */
  readonly kind: Uint8Array;
}

export class FaceContacts {
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  readonly #surfaces: StaticSurfaces;
  readonly #boxes: FlushBoxes;
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
  /** Whether contact points lie on the solid; else on the base. */
  onSolid = true;

  constructor(c: CompiledModel, { list, surfaces, boxes, kind }: FaceTools) {
    this.#c = c;
    this.#boxes = boxes;
    this.#list = list;
    this.#surfaces = surfaces;
    this.#kind = kind;
    this.#points = new FacePoints(c, kind);
    this.#bound = Float64Array.from(c.model.geom_rbound as Float64Array);
  }

  begin(): void {
    this.#solid = this.#base = -1;
  }

  /** Whether contacts of the solid with this base are found here. */
  isOurs(solid: number, base: number): boolean {
    if (this.#surfaces.of[base]) return this.#points.knows(solid);
    return this.#kind[base] === BOX && (this.#kind[solid] === CYLINDER || this.#kind[solid] === CAPSULE);
  }

  /** `out`: +1 when the normal of contact k points out of the base. Adds contacts; true: the engine's contact k stays too. */
  replace(k: number, solid: number, base: number, out: number): boolean {
    return this.#surfaces.of[base] ? this.#replaceTriangle(k, solid, base, out) : this.#replaceBox(k, solid, base, out);
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
    this.#points.find(solid, this.#face, f[k * this.#list.wide + at.includemargin]);
    // an edge, or a cylinder that stands over the border of the box, is left to the engine
    this.#isWhole = this.#points.count > 0 && this.#points.beside === 0;
    if (this.#isWhole) this.#add(k, out);
    else if (this.#points.count === 0) this.#isWhole = this.#goesOn(base, 0) || this.#goesOn(base, 3);
    return !this.#isWhole;
  }

  /** Whether an end of the solid's lowest line lies beside the face over a flush neighbour, which has the contact then. */
  #goesOn(base: number, end: number): boolean {
    const { geom_xpos: p, geom_xmat: m } = this.#c.views;
    const face = this.#face;
    const { ends } = this.#points;
    const height = face.height(ends[end], ends[end + 1], ends[end + 2]);
    const [q, n] = [this.#near.q, this.#near.n];
    toFrame(m, 9 * base, face.nx, face.ny, face.nz, n);
    toFrame(
      m,
      9 * base,
      ends[end] - height * face.nx - p[3 * base],
      ends[end + 1] - height * face.ny - p[3 * base + 1],
      ends[end + 2] - height * face.nz - p[3 * base + 2],
      q,
    );
    return this.#boxes.continues(base, q, n);
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
    this.#points.find(solid, face, margin);
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
    return surface.admits(t, near.feature, near.q, q);
  }
}

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
