// Work of the narrow phase, estimated before it is done: for every pair of solids that the engine will compare, by the kinds of
// the two. Pairs whose bounding spheres are apart cost nothing, pairs whose boxes are apart little. Heightfields and static
// meshes cost by the cells and triangles in the other's box (Terrain.ts).

import type { Collision, SolidRecords } from "../kernel/Collision.js";
import { SOLID_BYTES, SOLID_GEOM, SOLID_GROUP, SOLID_HIGH, SOLID_LOW, SOLID_NEAR } from "../kernel/CollisionLayout.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { PairBound } from "./PairBound.js";
import { type Terrain, terrainOf } from "./Terrain.js";

/** Work of one solid of a pair, in units of about a nanosecond; a pair costs the sum of its two. */
const WORK: Readonly<Record<string, number>> = {
  Sphere: 300,
  CappedCylinder: 600,
  Box: 2500,
  Cylinder: 6000,
  Ellipsoid: 6000,
  Mesh: 30_000,
};
/** Share of its work that a pair costs whose boxes are apart. */
const APART = 0.2;
/** Of one triangle of a static surface that is close, and of one that is far. */
const CLOSE_TRIANGLE = 3000;
const FAR_TRIANGLE = 10;
/** The pairs of an entity with this many times the work that it may ask for are not counted further. */
const FAR_ABOVE = 4;
/** Distance that margins may add to that of two solids, m. */
const MARGIN = 1;

// indices into the records
const [INTS, FLOATS] = [SOLID_BYTES >> 2, SOLID_BYTES >> 3];
const [GEOM, GROUP, NEAR] = [SOLID_GEOM >> 2, SOLID_GROUP >> 2, SOLID_NEAR >> 2];
const [LOW, HIGH] = [SOLID_LOW >> 3, SOLID_HIGH >> 3];

export class PairWork {
  readonly #c: CompiledModel;
  /** By geom: number of its entity; -1: static. */
  readonly #ownerOf: Int32Array;
  readonly #factors: readonly number[];
  /** By geom. */
  readonly #work: Float64Array;
  /** What an entity can cause at most, over its factor, for each solid of the world that is close to another one. */
  readonly #mostPerSolid: number;
  /** Static surfaces, by geom. */
  readonly #terrains: ReadonlyMap<number, Terrain>;
  /** By entity: its work, and what of it no other entity that moves has a part in. */
  readonly #counts: Float64Array;
  readonly own: Float64Array;
  readonly #bound: PairBound;
  /** Records of the solids that the engine may collide. */
  #near = new Int32Array(64);

  /** `factors`: by entity, how many times the limit it may reach. */
  constructor(c: CompiledModel, ownerOf: Int32Array, factors: readonly number[]) {
    this.#c = c;
    this.#ownerOf = ownerOf;
    this.#factors = factors;
    this.#work = Float64Array.from(c.layout.geoms, ({ solid }) => WORK[solid.shape.kind] ?? 0);
    this.#counts = new Float64Array(c.layout.entities.length);
    this.own = new Float64Array(c.layout.entities.length);
    this.#bound = new PairBound(c.layout.entities.length);
    const solids = new Int32Array(c.layout.entities.length);
    for (const owner of ownerOf) if (owner >= 0) solids[owner]++;
    const dearest = this.#work.reduce((most, work) => Math.max(most, work), 0);
    this.#mostPerSolid = 4 * dearest * solids.reduce((most, count, i) => Math.max(most, count / factors[i]), 0);
    const terrains = new Map<number, Terrain>();
    c.layout.geoms.forEach((place, geom) => {
      const terrain = place.bodyId === 0 && place.solid.collide ? terrainOf(c, geom) : undefined;
      if (terrain) terrains.set(geom, terrain);
    });
    this.#terrains = terrains;
  }

  /** By entity; undefined: none can have reached `limit`, and all together not `sumLimit`. */
  count(collision: Collision, limit: number, sumLimit: number): Float64Array | undefined {
    const { nearCount: n, count } = collision;
    const isMany = n * this.#mostPerSolid > limit;
    const isRound = 2 * count * WORK.Cylinder > limit / 2;
    if (!isMany && !isRound && this.#terrains.size === 0) return undefined;
    const counts = this.#counts.fill(0);
    this.own.fill(0);
    const solids = collision.readSolids();
    this.#findNear(solids, n);
    const each = Math.min(limit, sumLimit / this.#counts.length);
    if (!isRound && this.#terrains.size === 0 && this.#isBelow(solids, n, each)) return undefined;
    this.#addTerrains(solids, n);
    if (isMany) this.#addPairs(solids, n, limit);
    if (isRound)
      for (let i = 0; i < 2 * count; i += 2) {
        const [a, b] = [collision.pairs[i], collision.pairs[i + 1]].map((at) => collision.geomOfCollider[at]);
        this.#addPair(a, b, 2 * WORK.Cylinder);
      }
    return counts;
  }

  #isBelow(solids: SolidRecords, n: number, limit: number): boolean {
    return this.#bound.isBelow(limit, {
      solids,
      near: this.#near,
      n,
      ownerOf: this.#ownerOf,
      work: this.#work,
      centers: this.#c.views.geom_xpos,
      reach: this.#c.model.geom_rbound as Float64Array,
      margin: MARGIN,
      apartShare: APART,
    });
  }

  /** A pair counts for both of its solids: twice for an entity that collides with itself. */
  #addPair(a: number, b: number, work: number): void {
    const [first, second] = [this.#ownerOf[a], this.#ownerOf[b]];
    if (first >= 0) this.#counts[first] += work;
    if (second >= 0) this.#counts[second] += work;
    if (first === second && first >= 0) this.own[first] += 2 * work;
  }

  #addOwn(geom: number, work: number): void {
    const owner = this.#ownerOf[geom];
    if (owner < 0) return;
    this.#counts[owner] += work;
    this.own[owner] += work;
  }

  #isFarAbove(geom: number, limit: number): boolean {
    const owner = this.#ownerOf[geom];
    return owner >= 0 && this.#counts[owner] > FAR_ABOVE * limit * this.#factors[owner];
  }

  #findNear({ ints, count }: SolidRecords, n: number): void {
    if (this.#near.length < n) this.#near = new Int32Array(2 * n);
    let found = 0;
    for (let i = 0; i < count && found < n; i++) if (ints[i * INTS + NEAR] !== 0) this.#near[found++] = i;
  }

  #addPairs(solids: SolidRecords, n: number, limit: number): void {
    const { ints } = solids;
    const { geom_xpos: at } = this.#c.views;
    const reach = this.#c.model.geom_rbound as Float64Array;
    for (let i = 0; i < n; i++) {
      const a = this.#near[i];
      const geom = ints[a * INTS + GEOM];
      if (reach[geom] === 0 || this.#terrains.has(geom)) continue;
      // enough is known of its entity
      if (this.#isFarAbove(geom, limit)) continue;
      for (let k = i + 1; k < n; k++) {
        const b = this.#near[k];
        const other = ints[b * INTS + GEOM];
        if (ints[a * INTS + GROUP] === ints[b * INTS + GROUP] || reach[other] === 0) continue;
        const x = at[3 * geom] - at[3 * other];
        const y = at[3 * geom + 1] - at[3 * other + 1];
        const z = at[3 * geom + 2] - at[3 * other + 2];
        const far = reach[geom] + reach[other] + MARGIN;
        if (x * x + y * y + z * z > far * far || this.#terrains.has(other)) continue;
        const work = (this.#work[geom] + this.#work[other]) * (areApart(solids, a, b) ? APART : 1);
        this.#addPair(geom, other, work);
      }
    }
  }

  #addTerrains(solids: SolidRecords, n: number): void {
    const { ints, floats } = solids;
    if (this.#terrains.size === 0) return;
    for (let i = 0; i < n; i++) {
      const terrain = this.#terrains.get(ints[this.#near[i] * INTS + GEOM]);
      if (!terrain) continue;
      for (let k = 0; k < n; k++) {
        const other = this.#near[k];
        if (areApart(solids, this.#near[i], other)) continue;
        const box = floats.subarray(other * FLOATS + LOW, other * FLOATS + LOW + 6);
        this.#addOwn(ints[other * INTS + GEOM], CLOSE_TRIANGLE * terrain.countIn(box) + FAR_TRIANGLE * terrain.far);
      }
    }
  }
}

/** Whether the boxes along the axes of the world are apart. */
function areApart({ floats }: SolidRecords, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++)
    if (
      floats[a * FLOATS + LOW + k] > floats[b * FLOATS + HIGH + k] ||
      floats[b * FLOATS + LOW + k] > floats[a * FLOATS + HIGH + k]
    )
      return true;
  return false;
}
