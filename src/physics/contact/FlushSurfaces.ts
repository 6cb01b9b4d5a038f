// Static meshes and heightfields whose border is flush with other static solids: a box, a plane, another mesh or heightfield.
// Together they have one surface. A contact with one of them at the point q with the outward normal n is real only if n is also
// a normal of each of the others that contains q, as for boxes alone (FlushBoxes.ts):
// - box or plane: n_k <= 0 along its faces that do not contain q
// - triangle at the border: n separates the surface around q from the other solid (TriangleSurface.ts)
// Leaves out: surfaces that touch others away from their border.

import { FACE, NearestPoint } from "../geometry/NearestPoint.js";
import type { Point, TriangleSurface } from "../geometry/TriangleSurface.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";

/** Faces that differ by less are flush, m. */
const FLUSH = 1e-4;
/** Components of a normal below this are zero. */
const FLAT = 1e-6;
/** Cosine of the angle within which a normal is that of a face. */
const SAME = 0.9999995;
/** Half sizes of the box that stands for a plane, m. */
const WIDE = 1e6;
const DEEP = 1e3;

/** Lowest and highest corner in the world. */
type Bounds = Float64Array;

interface Neighbour {
  /** Rotation by rows, and position. */
  readonly frame: Float64Array;
  /** Half sizes of a box or plane. */
  readonly half: Float64Array | undefined;
  readonly surface: TriangleSurface | undefined;
  /** Triangles of its border that are near. */
  readonly triangles: Int32Array;
}

export class FlushSurfaces {
  /** By geom. */
  readonly #neighbours: readonly (readonly Neighbour[])[];
  readonly #frames: readonly (Float64Array | undefined)[];
  readonly #near = new NearestPoint();
  readonly #q = { x: 0, y: 0, z: 0 };
  readonly #n = { x: 0, y: 0, z: 0 };

  constructor(c: CompiledModel, surfaces: StaticSurfaces) {
    const { geoms } = c.layout;
    const ids = geoms.flatMap(({ solid, bodyId }, g) => {
      const { kind } = solid.shape;
      return bodyId === 0 && solid.collide && (surfaces.of[g] || kind === "Box" || kind === "Plane") ? [g] : [];
    });
    const meshes = ids.filter((g) => surfaces.of[g] !== undefined);
    const bounds = new Map<number, Bounds>();
    const borders = new Map(meshes.map((g) => [g, borderOf(surfaces.of[g]!)] as const));
    const frames: (Float64Array | undefined)[] = geoms.map(() => undefined);
    for (const g of meshes.length > 0 ? ids : []) {
      const frame = frameOf(c, surfaces, g);
      frames[g] = frame;
      bounds.set(g, boundsOf(c, surfaces, g, frame));
    }
    this.#frames = frames;
    this.#neighbours = geoms.map((_, a) => {
      const box = bounds.get(a);
      if (!box) return NONE;
      // boxes among each other: FlushBoxes.ts
      return (surfaces.of[a] ? ids : meshes).flatMap((b) => {
        const surface = surfaces.of[b];
        if (a === b || !overlap(box, bounds.get(b)!)) return [];
        const frame = this.#frames[b]!;
        const triangles = surface ? nearOnes(surface, frame, borders.get(b)!, box) : EMPTY;
        if (surface && triangles.length === 0) return [];
        return [{ frame, half: surface ? undefined : halfOf(c, b), surface, triangles }];
      });
    });
  }

  hasNeighbours(geom: number): boolean {
    return this.#neighbours[geom].length > 0;
  }

  /** Whether the normal n at the point q of the geom's surface, both in its frame, is real. */
  admits(geom: number, x: number, y: number, z: number, n: Point): boolean {
    for (const other of this.#neighbours[geom]) {
      this.#turn(geom, x, y, z, n, other.frame);
      if (this.#contains(other, true) && !this.#isNormal) return false;
    }
    return true;
  }

  /** The same where n touches the feature of triangle t of the geom (NearestPoint.ts). */
  admitsTriangle(geom: number, surface: TriangleSurface, t: number, feature: number, q: Point, n: Point): boolean {
    if (!surface.admits(t, feature, q, n)) return false;
    if (feature === FACE || this.#neighbours[geom].length === 0) return true;
    const w = surface.normals;
    const isFace = n.x * w[3 * t] + n.y * w[3 * t + 1] + n.z * w[3 * t + 2] > SAME;
    return isFace || this.admits(geom, q.x, q.y, q.z, n);
  }

  /** Whether a neighbour has the point and its normal too: the surface goes on there. */
  continues(geom: number, x: number, y: number, z: number, n: Point): boolean {
    for (const other of this.#neighbours[geom]) {
      this.#turn(geom, x, y, z, n, other.frame);
      if (this.#contains(other, false) && this.#isNormal) return true;
    }
    return false;
  }

  /** Result of #contains: n is a normal of the neighbour at q. */
  #isNormal = true;

  /** From the frame of the geom to that of a neighbour. */
  #turn(geom: number, x: number, y: number, z: number, n: Point, to: Float64Array): void {
    const m = this.#frames[geom]!;
    const px = m[0] * x + m[1] * y + m[2] * z + m[9] - to[9];
    const py = m[3] * x + m[4] * y + m[5] * z + m[10] - to[10];
    const pz = m[6] * x + m[7] * y + m[8] * z + m[11] - to[11];
    const wx = m[0] * n.x + m[1] * n.y + m[2] * n.z;
    const wy = m[3] * n.x + m[4] * n.y + m[5] * n.z;
    const wz = m[6] * n.x + m[7] * n.y + m[8] * n.z;
    set(this.#q, to, px, py, pz);
    set(this.#n, to, wx, wy, wz);
  }

  /** Whether a neighbour contains q. `everywhere`: its triangles must all have the normal; else one of them. */
  #contains({ half, surface, triangles }: Neighbour, everywhere: boolean): boolean {
    if (half) return this.#isInBox(half);
    let found = false;
    const [q, n, near] = [this.#q, this.#n, this.#near];
    for (const t of triangles) {
      near.toTriangle(surface!, t, q.x, q.y, q.z);
      const { x, y, z } = near.q;
      const far2 = (x - q.x) * (x - q.x) + (y - q.y) * (y - q.y) + (z - q.z) * (z - q.z);
      if (far2 > FLUSH * FLUSH) continue;
      found = true;
      const w = surface!.normals;
      const isFace = n.x * w[3 * t] + n.y * w[3 * t + 1] + n.z * w[3 * t + 2] > SAME;
      this.#isNormal = isFace || (near.feature !== FACE && surface!.admits(t, near.feature, near.q, n));
      if (this.#isNormal !== everywhere) return true;
    }
    return found;
  }

  #isInBox(half: Float64Array): boolean {
    const [q, n] = [this.#q, this.#n];
    this.#isNormal = agrees(q.x, n.x, half[0]) && agrees(q.y, n.y, half[1]) && agrees(q.z, n.z, half[2]);
    return Math.abs(q.x) <= half[0] + FLUSH && Math.abs(q.y) <= half[1] + FLUSH && Math.abs(q.z) <= half[2] + FLUSH;
  }
}

const NONE: readonly Neighbour[] = [];
const EMPTY = new Int32Array(0);

/** Whether the component n of a normal belongs to the face at x, which may be one of a box with this half size. */
function agrees(x: number, n: number, half: number): boolean {
  return Math.abs(n) <= FLAT || (Math.abs(x) - half >= -FLUSH && n * x >= 0);
}

function set(out: { x: number; y: number; z: number }, m: Float64Array, x: number, y: number, z: number): void {
  out.x = m[0] * x + m[3] * y + m[6] * z;
  out.y = m[1] * x + m[4] * y + m[7] * z;
  out.z = m[2] * x + m[5] * y + m[8] * z;
}

/** A plane is the top of a very large box. */
function frameOf({ views, layout }: CompiledModel, surfaces: StaticSurfaces, g: number): Float64Array {
  const own = surfaces.frames[g];
  if (own) return own;
  const out = new Float64Array(12);
  out.set(views.geom_xmat.subarray(9 * g, 9 * g + 9));
  out.set(views.geom_xpos.subarray(3 * g, 3 * g + 3), 9);
  if (layout.geoms[g].solid.shape.kind === "Plane") for (let k = 0; k < 3; k++) out[9 + k] -= DEEP * out[3 * k + 2];
  return out;
}

function halfOf({ views, layout }: CompiledModel, g: number): Float64Array {
  if (layout.geoms[g].solid.shape.kind === "Plane") return Float64Array.of(WIDE, WIDE, DEEP);
  return views.geom_size.slice(3 * g, 3 * g + 3);
}

function boundsOf(c: CompiledModel, surfaces: StaticSurfaces, g: number, m: Float64Array): Bounds {
  const surface = surfaces.of[g];
  const out = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  const points = surface ? surface.vertices : cornersOf(halfOf(c, g));
  for (let i = 0; i < points.length; i += 3)
    for (let k = 0; k < 3; k++) {
      const x = m[3 * k] * points[i] + m[3 * k + 1] * points[i + 1] + m[3 * k + 2] * points[i + 2] + m[9 + k];
      out[k] = Math.min(out[k], x - FLUSH);
      out[3 + k] = Math.max(out[3 + k], x + FLUSH);
    }
  return out;
}

function cornersOf([x, y, z]: Float64Array): Float64Array {
  const out = new Float64Array(24);
  for (let i = 0; i < 8; i++) out.set([i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z], 3 * i);
  return out;
}

function overlap(a: Bounds, b: Bounds): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[3 + k] || b[k] > a[3 + k]) return false;
  return true;
}

/** Triangles that have an edge without a neighbour. */
function borderOf(surface: TriangleSurface): Int32Array {
  const out: number[] = [];
  for (let t = 0; 3 * t < surface.triangles.length; t++)
    if ([0, 1, 2].some((edge) => surface.beyond(t, edge) < 0)) out.push(t);
  return Int32Array.from(out);
}

function nearOnes(
  { vertices: v, triangles }: TriangleSurface,
  m: Float64Array,
  border: Int32Array,
  box: Bounds,
): Int32Array {
  return border.filter((t) => {
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = 3 * t; i < 3 * t + 3; i++) {
        const w = 3 * triangles[i];
        const x = m[3 * k] * v[w] + m[3 * k + 1] * v[w + 1] + m[3 * k + 2] * v[w + 2] + m[9 + k];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      if (low > box[3 + k] || high < box[k]) return false;
    }
    return true;
  });
}
