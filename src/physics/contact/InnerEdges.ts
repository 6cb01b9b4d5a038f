// Inner edges under solids that are not spheres. The engine gives the contact of a box, cylinder or hull with each tile or
// triangle alone, so at a seam its normal may point along the floor.
// - Tiles: a normal that is not real (FlushBoxes.ts) is turned to the face if it is close to it; else the contact is dropped.
// - Triangles: over the face, and near its normal, a contact has the normal of the face and the distance of the solid's point
//   from it. Another normal must be real (TriangleSurface.ts); else the contact is dropped, because a neighbour has it.

import { FACE, NearestPoint } from "../geometry/NearestPoint.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { FlushBoxes } from "./FlushBoxes.js";
import type { FlushSurfaces } from "./FlushSurfaces.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";

/** Components of a normal below this may come from the tolerance of the engine's search. */
const CLOSE = 0.02;
/** Cosine of the angle within which a normal is that of the face. */
const CLOSE_COS = 0.99;
/** Components of a normal below this are zero. */
const FLAT = 1e-6;
/** m. */
const NEAR = 1e-3;

interface EdgeTools {
  readonly boxes: FlushBoxes;
  readonly surfaces: StaticSurfaces;
  readonly flush: FlushSurfaces;
}

export class InnerEdges {
  readonly #c: CompiledModel;
  readonly #boxes: FlushBoxes;
  readonly #surfaces: StaticSurfaces;
  readonly #flush: FlushSurfaces;
  readonly #near = new NearestPoint();
  readonly #q = { x: 0, y: 0, z: 0 };
  readonly #n = { x: 0, y: 0, z: 0 };
  /** Result: normal out of the solid in the world, and distance. */
  nx = 0;
  ny = 0;
  nz = 0;
  dist = 0;
  changed = false;
  /** False: the normal is used as it is. */
  mayTurn = true;

  constructor(c: CompiledModel, { boxes, surfaces, flush }: EdgeTools) {
    this.#c = c;
    this.#boxes = boxes;
    this.#surfaces = surfaces;
    this.#flush = flush;
  }

  /** The contact of a box at the point p of its surface, with the normal (nx, ny, nz); false: not real. */
  admitsBox(geom: number, px: number, py: number, pz: number): boolean {
    this.changed = false;
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const g = 3 * geom;
    const [q, n] = [this.#q, this.#n];
    const [x, y, z] = [px - p[g], py - p[g + 1], pz - p[g + 2]];
    const a = 9 * geom;
    n.x = m[a] * this.nx + m[a + 3] * this.ny + m[a + 6] * this.nz;
    n.y = m[a + 1] * this.nx + m[a + 4] * this.ny + m[a + 7] * this.nz;
    n.z = m[a + 2] * this.nx + m[a + 5] * this.ny + m[a + 8] * this.nz;
    q.x = toFace(m[a] * x + m[a + 3] * y + m[a + 6] * z, n.x, size[g]);
    q.y = toFace(m[a + 1] * x + m[a + 4] * y + m[a + 7] * z, n.y, size[g + 1]);
    q.z = toFace(m[a + 2] * x + m[a + 5] * y + m[a + 8] * z, n.z, size[g + 2]);
    if (this.#boxes.admits(geom, q, n)) return true;
    if (!this.mayTurn) return false;
    if (Math.abs(n.x) < CLOSE) n.x = 0;
    if (Math.abs(n.y) < CLOSE) n.y = 0;
    if (Math.abs(n.z) < CLOSE) n.z = 0;
    const length = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n.x /= length;
    n.y /= length;
    n.z /= length;
    if (!this.#boxes.admits(geom, q, n)) return false;
    this.nx = m[a] * n.x + m[a + 1] * n.y + m[a + 2] * n.z;
    this.ny = m[a + 3] * n.x + m[a + 4] * n.y + m[a + 5] * n.z;
    this.nz = m[a + 6] * n.x + m[a + 7] * n.y + m[a + 8] * n.z;
    this.changed = true;
    return true;
  }

  /** The contact of a surface at `pos`, the middle between the solids; `known`: triangle of a mesh. */
  admitsTriangle(geom: number, known: number, f: Float64Array, pos: number): boolean {
    this.changed = false;
    const surface = this.#surfaces.of[geom]!;
    const m = this.#surfaces.frames[geom]!;
    const [q, n, near] = [this.#q, this.#n, this.#near];
    const half = this.dist / 2;
    // the point of the other solid
    const x = f[pos] + half * this.nx - m[9];
    const y = f[pos + 1] + half * this.ny - m[10];
    const z = f[pos + 2] + half * this.nz - m[11];
    q.x = m[0] * x + m[3] * y + m[6] * z;
    q.y = m[1] * x + m[4] * y + m[7] * z;
    q.z = m[2] * x + m[5] * y + m[8] * z;
    n.x = m[0] * this.nx + m[3] * this.ny + m[6] * this.nz;
    n.y = m[1] * this.nx + m[4] * this.ny + m[7] * this.nz;
    n.z = m[2] * this.nx + m[5] * this.ny + m[8] * this.nz;
    const t = known >= 0 ? known : this.#surfaces.triangleAt(geom, q.x, q.y);
    near.toTriangle(surface, t, q.x, q.y, q.z);
    const w = surface.normals;
    const cos = n.x * w[3 * t] + n.y * w[3 * t + 1] + n.z * w[3 * t + 2];
    // from behind
    if (cos <= 0) return this.#flush.admitsTriangle(geom, surface, t, near.feature, near.q, n);
    if (near.feature !== FACE && cos < CLOSE_COS)
      return this.#flush.admitsTriangle(geom, surface, t, near.feature, near.q, n);
    this.dist = w[3 * t] * (q.x - near.q.x) + w[3 * t + 1] * (q.y - near.q.y) + w[3 * t + 2] * (q.z - near.q.z);
    this.nx = m[0] * w[3 * t] + m[1] * w[3 * t + 1] + m[2] * w[3 * t + 2];
    this.ny = m[3] * w[3 * t] + m[4] * w[3 * t + 1] + m[5] * w[3 * t + 2];
    this.nz = m[6] * w[3 * t] + m[7] * w[3 * t + 1] + m[8] * w[3 * t + 2];
    this.changed = true;
    return true;
  }
}

/** A normal that leans to a face belongs to a point of that face, if it is near. */
function toFace(x: number, n: number, half: number): number {
  if (n > FLAT && x > half - NEAR) return half;
  if (n < -FLAT && x < NEAR - half) return -half;
  return x > half ? half : Math.max(x, -half);
}
