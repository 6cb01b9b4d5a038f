// An upper bound of the work on pairs of solids (M8), entity by entity, without looking at every pair. Two entities whose spheres are
// apart cost nothing, two whose boxes are apart a share. With n solids and the sum of work W of each:
//   work of e  <=  2 (n_e - 1) W_e + sum over others o of (n_o W_e + n_e W_o)
// Static solids count one by one.

import type { SolidRecords } from "../kernel/Collision.js";
import { SOLID_BYTES, SOLID_GEOM, SOLID_HIGH, SOLID_LOW } from "../kernel/CollisionLayout.js";

const [INTS, FLOATS, GEOM] = [SOLID_BYTES >> 2, SOLID_BYTES >> 3, SOLID_GEOM >> 2];
const [LOW, HIGH] = [SOLID_LOW >> 3, SOLID_HIGH >> 3];
/** Numbers of a group: solids, work, boxes of spheres (low, high), boxes of solids (low, high). */
const [COUNT, WORK, SPHERE_LOW, SPHERE_HIGH, BOX_LOW, BOX_HIGH, SIZE] = [0, 1, 2, 5, 8, 11, 14];

export interface BoundInput {
  readonly solids: SolidRecords;
  /** Records of the solids that the engine may collide, and how many there are. */
  readonly near: Int32Array;
  readonly n: number;
  /** By geom: entity or -1 (static), work, centre, radius (0: a plane). */
  readonly ownerOf: Int32Array;
  readonly work: Float64Array;
  readonly centers: Float64Array;
  readonly reach: Float64Array;
  /** Distance that margins may add, m; share of the work of a pair whose boxes are apart. */
  readonly margin: number;
  readonly apartShare: number;
}

export class PairBound {
  readonly #entities: number;
  /** Groups one after the other: first the entities, then the static solids. */
  #groups: Float64Array;

  constructor(entities: number) {
    this.#entities = entities;
    this.#groups = new Float64Array(SIZE * (entities + 32));
  }

  /** True: no entity can have this much work. */
  isBelow(limit: number, input: BoundInput): boolean {
    const groups = this.#gather(input);
    for (let e = 0; e < this.#entities; e++) if (this.#boundOf(e, groups, input) > limit) return false;
    return true;
  }

  /** Returns the number of groups. */
  #gather(input: BoundInput): number {
    const { solids, near, n, ownerOf, reach } = input;
    let count = this.#entities;
    if (this.#groups.length < SIZE * (count + n)) this.#groups = new Float64Array(2 * SIZE * (count + n));
    for (let e = 0; e < count; e++) this.#clear(e);
    for (let i = 0; i < n; i++) {
      const geom = solids.ints[near[i] * INTS + GEOM];
      if (reach[geom] === 0) continue;
      const owner = ownerOf[geom];
      if (owner < 0) this.#clear(count);
      this.#put(owner < 0 ? count++ : owner, near[i], geom, input);
    }
    return count;
  }

  #clear(group: number): void {
    const g = this.#groups;
    const at = SIZE * group;
    g[at + COUNT] = 0;
    g[at + WORK] = 0;
    for (let k = 0; k < 3; k++) {
      g[at + SPHERE_LOW + k] = g[at + BOX_LOW + k] = Number.POSITIVE_INFINITY;
      g[at + SPHERE_HIGH + k] = g[at + BOX_HIGH + k] = Number.NEGATIVE_INFINITY;
    }
  }

  #put(group: number, record: number, geom: number, { solids: { floats }, work, centers, reach }: BoundInput): void {
    const g = this.#groups;
    const at = SIZE * group;
    const box = record * FLOATS;
    const radius = reach[geom];
    g[at + COUNT]++;
    g[at + WORK] += work[geom];
    for (let k = 0; k < 3; k++) {
      const center = centers[3 * geom + k];
      g[at + SPHERE_LOW + k] = Math.min(g[at + SPHERE_LOW + k], center - radius);
      g[at + SPHERE_HIGH + k] = Math.max(g[at + SPHERE_HIGH + k], center + radius);
      g[at + BOX_LOW + k] = Math.min(g[at + BOX_LOW + k], floats[box + LOW + k]);
      g[at + BOX_HIGH + k] = Math.max(g[at + BOX_HIGH + k], floats[box + HIGH + k]);
    }
  }

  #boundOf(entity: number, groups: number, { margin, apartShare }: BoundInput): number {
    const g = this.#groups;
    const a = SIZE * entity;
    if (g[a + COUNT] === 0) return 0;
    let sum = 2 * (g[a + COUNT] - 1) * g[a + WORK];
    for (let other = 0; other < groups; other++) {
      const b = SIZE * other;
      if (other === entity || g[b + COUNT] === 0) continue;
      if (this.#gap(a + SPHERE_LOW, a + SPHERE_HIGH, b + SPHERE_LOW, b + SPHERE_HIGH) > margin) continue;
      const isApart = this.#gap(a + BOX_LOW, a + BOX_HIGH, b + BOX_LOW, b + BOX_HIGH) > 0;
      const pairs = g[b + COUNT] * g[a + WORK] + g[a + COUNT] * g[b + WORK];
      sum += isApart ? apartShare * pairs : pairs;
    }
    return sum;
  }

  /** Largest gap of two boxes along an axis, m; not above 0: they overlap. */
  #gap(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
    const g = this.#groups;
    let gap = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 3; k++) gap = Math.max(gap, g[aLow + k] - g[bHigh + k], g[bLow + k] - g[aHigh + k]);
    return gap;
  }
}
