// Boxes that are rigidly fixed to each other (static, or of one body) and touch or overlap: together they have one surface. A
// contact with one of them at the point q with the outward normal n is real only if n is also a normal of each neighbour
// that contains q:
//   n_k <= 0 along the faces of the neighbour that do not contain q,
// so a ball does not feel the seam of two tiles, nor a sliding box the side of the next tile. A face that a neighbour covers
// in part is real beside it: q may move along the face or edge by a small distance. A plane is a very large box.

import type { Point } from "../geometry/TriangleSurface.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { GeomPlace } from "../model/Layout.js";

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

  constructor(c: CompiledModel) {
    const { geoms } = c.layout;
    this.#from = new Int32Array(geoms.length);
    this.#to = new Int32Array(geoms.length);
    this.#half = Float64Array.from(geoms.flatMap((place, g) => halfOf(c, place, g)));
    const numbers: number[] = [];
    for (const [a, close] of neighboursOf(c, this.#half)) {
      this.#from[a] = numbers.length / WIDTH;
      for (const b of close) numbers.push(...this.#relate(c, a, b));
      this.#to[a] = numbers.length / WIDTH;
    }
    this.#numbers = Float64Array.from(numbers);
  }

  hasNeighbours(geom: number): boolean {
    return this.#to[geom] > this.#from[geom];
  }

  /** The neighbour's numbers, or none if b is not close to a. */
  #relate(c: CompiledModel, a: number, b: number): readonly number[] {
    const [ma, pa] = frameOf(c, a);
    const [mb, pb] = frameOf(c, b);
    const [ha, hb] = [this.#half.subarray(3 * a, 3 * a + 3), this.#half.subarray(3 * b, 3 * b + 3)];
    const turn: number[] = [];
    const shift: number[] = [];
    // y = turn x + shift, from the frame of a to that of b
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) turn.push(mb[i] * ma[k] + mb[3 + i] * ma[3 + k] + mb[6 + i] * ma[6 + k]);
      shift.push(mb[i] * (pa[0] - pb[0]) + mb[3 + i] * (pa[1] - pb[1]) + mb[6 + i] * (pa[2] - pb[2]));
    }
    if (c.layout.geoms[b].solid.shape.kind === "Plane") shift[2] += DEEP;
    const apart = [0, 1, 2].some((i) => {
      const reach =
        Math.abs(turn[3 * i]) * ha[0] + Math.abs(turn[3 * i + 1]) * ha[1] + Math.abs(turn[3 * i + 2]) * ha[2];
      return Math.abs(shift[i]) > reach + hb[i] + FLUSH;
    });
    return apart ? [] : [...turn, ...shift, ...hb];
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
    return false;
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
    return true;
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

/** Rotation (rows) and position of a geom; a mesh is not asked for. */
function frameOf({ views }: CompiledModel, geom: number): [Float64Array, Float64Array] {
  return [views.geom_xmat.slice(9 * geom, 9 * geom + 9), views.geom_xpos.slice(3 * geom, 3 * geom + 3)];
}
