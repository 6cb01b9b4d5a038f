// Boxes that are rigidly fixed to each other (static, or of one body) and touch or overlap: together they have one surface. A
// contact with one of them at the point q with the outward normal n is real only if n is also a normal of each neighbour
// that contains q:
//   n_k <= 0 along the faces of the neighbour that do not contain q,
// so a ball does not feel the seam of two tiles, nor a sliding box the side of the next tile. A face that a neighbour covers
// in part is real beside it: q may move along the face or edge by a small distance. A plane is a very large box. Meshes and
// heightfields beside a box: FlushSurfaces.ts.

import type { Entity } from "../../describe/entity/Entity.js";
import { SimError } from "../../describe/SimError.js";
import { length } from "../../math/Vec3.js";
import type { Point } from "../geometry/TriangleSurface.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { GeomPlace } from "../model/Layout.js";
import type { FlushSurfaces } from "./FlushSurfaces.js";

/** Faces that differ by less are flush, m. */
const FLUSH = 1e-4;
/** Distance within which a face or edge must be free, m. */
const BESIDE = 5e-4;
/** Components of a normal below this are zero. */
const FLAT = 1e-6;
/** Half sizes of the box that stands for a plane, m. */
const WIDE = 1e6;
const DEEP = 1e3;
/** Numbers of a neighbour: 3 x 3 rotation into its frame, 3 of its translation, 3 half sizes. */
const WIDTH = 15;

export class FlushBoxes {
  /** By geom: first and one past the last of its neighbours. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #numbers: Float64Array;
  readonly #half: Float64Array;
  readonly #surfaces: FlushSurfaces;

  constructor(c: CompiledModel, surfaces: FlushSurfaces) {
    const { geoms } = c.layout;
    this.#surfaces = surfaces;
    this.#from = new Int32Array(geoms.length);
    this.#to = new Int32Array(geoms.length);
    this.#half = Float64Array.from(geoms.flatMap((place, g) => halfOf(c, place, g)));
    const close = neighboursOf(c, this.#half);
    let most = 0;
    for (const list of close.values()) most += list.length;
    const numbers = new Float64Array(WIDTH * most);
    let count = 0;
    for (const [a, list] of close) {
      this.#from[a] = count;
      for (const b of list) if (this.#relate(c, a, b, numbers, WIDTH * count)) count++;
      this.#to[a] = count;
    }
    this.#numbers = numbers.slice(0, WIDTH * count);
  }

  hasNeighbours(geom: number): boolean {
    return this.#to[geom] > this.#from[geom] || this.#surfaces.hasNeighbours(geom);
  }

  /** Writes the neighbour's numbers to `out` from `at` on; false: b is not close to a. */
  #relate({ views, layout }: CompiledModel, a: number, b: number, out: Float64Array, at: number): boolean {
    const { geom_xmat: m, geom_xpos: p } = views;
    const h = this.#half;
    const [ra, rb] = [9 * a, 9 * b];
    const x = p[3 * a] - p[3 * b];
    const y = p[3 * a + 1] - p[3 * b + 1];
    const z = p[3 * a + 2] - p[3 * b + 2];
    const isPlane = layout.geoms[b].solid.shape.kind === "Plane";
    // y = turn x + shift, from the frame of a to that of b
    for (let i = 0; i < 3; i++) {
      const [b0, b1, b2] = [m[rb + i], m[rb + 3 + i], m[rb + 6 + i]];
      let reach = 0;
      for (let k = 0; k < 3; k++) {
        const turn = b0 * m[ra + k] + b1 * m[ra + 3 + k] + b2 * m[ra + 6 + k];
        out[at + 3 * i + k] = turn;
        reach += Math.abs(turn) * h[3 * a + k];
      }
      const shift = b0 * x + b1 * y + b2 * z + (isPlane && i === 2 ? DEEP : 0);
      if (Math.abs(shift) > reach + h[3 * b + i] + FLUSH) return false;
      out[at + 9 + i] = shift;
      out[at + 12 + i] = h[3 * b + i];
    }
    return true;
  }

  /** `q` on the surface of box a and `n` in its frame. */
  admits(a: number, q: Point, n: Point): boolean {
    if (this.#isFree(a, q.x, q.y, q.z, n)) return true;
    const h = this.#half;
    const [hx, hy, hz] = [h[3 * a], h[3 * a + 1], h[3 * a + 2]];
    // along the axes of the face or edge
    if (Math.abs(n.x) < FLAT) {
      if (q.x + BESIDE < hx && this.#isFree(a, q.x + BESIDE, q.y, q.z, n)) return true;
      if (q.x - BESIDE > -hx && this.#isFree(a, q.x - BESIDE, q.y, q.z, n)) return true;
    }
    if (Math.abs(n.y) < FLAT) {
      if (q.y + BESIDE < hy && this.#isFree(a, q.x, q.y + BESIDE, q.z, n)) return true;
      if (q.y - BESIDE > -hy && this.#isFree(a, q.x, q.y - BESIDE, q.z, n)) return true;
    }
    if (Math.abs(n.z) < FLAT) {
      if (q.z + BESIDE < hz && this.#isFree(a, q.x, q.y, q.z + BESIDE, n)) return true;
      if (q.z - BESIDE > -hz && this.#isFree(a, q.x, q.y, q.z - BESIDE, n)) return true;
    }
    return false;
  }

  /** Whether a neighbour has the point and its normal too: the surface goes on there. */
  continues(a: number, q: Point, n: Point): boolean {
    for (let i = this.#from[a]; i < this.#to[a]; i++)
      if (this.#contains(WIDTH * i, q.x, q.y, q.z) && this.#allows(WIDTH * i, q.x, q.y, q.z, n)) return true;
    return this.#surfaces.continues(a, q.x, q.y, q.z, n);
  }

  #contains(i: number, x: number, y: number, z: number): boolean {
    const r = this.#numbers;
    for (let k = 0; k < 3; k++) {
      const at = i + 3 * k;
      if (Math.abs(r[at] * x + r[at + 1] * y + r[at + 2] * z + r[i + 9 + k]) > r[i + 12 + k] + FLUSH) return false;
    }
    return true;
  }

  #isFree(a: number, x: number, y: number, z: number, n: Point): boolean {
    for (let i = this.#from[a]; i < this.#to[a]; i++) if (!this.#allows(WIDTH * i, x, y, z, n)) return false;
    return this.#surfaces.admits(a, x, y, z, n);
  }

  /** Whether the neighbour does not contain the point, or has the normal there too. */
  #allows(i: number, x: number, y: number, z: number, n: Point): boolean {
    const r = this.#numbers;
    let allowed = true;
    for (let k = 0; k < 3; k++) {
      const at = i + 3 * k;
      const y1 = r[at] * x + r[at + 1] * y + r[at + 2] * z + r[i + 9 + k];
      const over = Math.abs(y1) - r[i + 12 + k];
      if (over > FLUSH) return true;
      const nk = r[at] * n.x + r[at + 1] * n.y + r[at + 2] * n.z;
      if (Math.abs(nk) > FLAT && (over < -FLUSH || nk * y1 < 0)) allowed = false;
    }
    return allowed;
  }
}

/** Pairs of close boxes of one body, summed over the bodies of an entity that joins. */
const MAX_PAIRS = 12_000;

/** Throws OVERCROWDED if the boxes of an entity are close to each other so often that the tables take long to make (M8). */
export function checkFlushBoxes({ name, bodies, isStatic }: Entity): void {
  let count = 0;
  for (const { solids } of isStatic ? [] : bodies) {
    const boxes = solids.flatMap(({ collide, shape, pose: { position } }) =>
      collide && shape.kind === "Box" ? [{ position, reach: 0.5 * length(shape.size) + FLUSH }] : [],
    );
    for (let i = 0; i < boxes.length; i++)
      for (let k = i + 1; k < boxes.length; k++) {
        const [a, b] = [boxes[i], boxes[k]];
        const x = a.position[0] - b.position[0];
        const y = a.position[1] - b.position[1];
        const z = a.position[2] - b.position[2];
        if (x * x + y * y + z * z <= (a.reach + b.reach) * (a.reach + b.reach)) count++;
      }
  }
  if (count > MAX_PAIRS)
    throw new SimError("OVERCROWDED", {
      where: name,
      found: `${count} pairs of boxes of one body that touch`,
      allowed: `at most ${MAX_PAIRS}`,
    });
}

/** By box, in the order of the geoms: boxes and planes that do not move against it and whose bounding spheres overlap. */
function neighboursOf(c: CompiledModel, half: Float64Array): Map<number, number[]> {
  const { geoms } = c.layout;
  const p = c.views.geom_xpos;
  const close = new Map<number, number[]>();
  const bodies = new Map<number, number[]>();
  geoms.forEach(({ solid, bodyId }, g) => {
    if (!solid.collide || (solid.shape.kind !== "Box" && solid.shape.kind !== "Plane")) return;
    if (solid.shape.kind === "Box") close.set(g, []);
    const group = bodies.get(bodyId);
    if (group) group.push(g);
    else bodies.set(bodyId, [g]);
  });
  const bound = (g: number) => {
    const [x, y, z] = half.subarray(3 * g, 3 * g + 3);
    return Math.sqrt(x * x + y * y + z * z) + FLUSH;
  };
  for (const group of bodies.values()) {
    // sweep along x
    const order = group.map((g) => ({ g, r: bound(g), low: p[3 * g] - bound(g) })).sort((a, b) => a.low - b.low);
    order.forEach((a, i) => {
      for (let k = i + 1; k < order.length && order[k].low <= p[3 * a.g] + a.r; k++) {
        const b = order[k];
        const [dy, dz] = [p[3 * a.g + 1] - p[3 * b.g + 1], p[3 * a.g + 2] - p[3 * b.g + 2]];
        if (dy * dy + dz * dz > (a.r + b.r) * (a.r + b.r)) continue;
        close.get(a.g)?.push(b.g);
        close.get(b.g)?.push(a.g);
      }
    });
  }
  for (const list of close.values()) list.sort((a, b) => a - b);
  return close;
}

function halfOf({ views }: CompiledModel, { solid }: GeomPlace, geom: number): readonly number[] {
  if (solid.shape.kind === "Plane") return [WIDE, WIDE, DEEP];
  return [views.geom_size[3 * geom], views.geom_size[3 * geom + 1], views.geom_size[3 * geom + 2]];
}
