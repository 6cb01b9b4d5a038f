// Binds the kernel's collision code (assembly/kernel/BroadPhase.ts, PlaneContacts.ts) to one model: describes its solids to the
// kernel and calls it before and after the engine's own collision. Masks of the engine's geoms are the kernel's from then on.

import { MASK_BITS_FLEX } from "../model/CollisionMask.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { GeomPlace } from "../model/Layout.js";
import { isOmniWheel, type PairTable } from "../model/PairTable.js";
import { softnessFor } from "../rows/Softness.js";
import * as Layout from "./CollisionLayout.js";
import { KernelMemory } from "./KernelMemory.js";

/** Pairs of the collider that have memory at the start. */
const PAIRS = 256;
/** Pairs after which the search asks whether to go on. */
const MANY_PAIRS = 8192;
/** A static mesh collides with a skin, and its box has no thickness where it is flat, m. */
const SLACK = 2e-3;

const KINDS: Readonly<Record<string, number>> = {
  Sphere: Layout.SPHERE,
  CappedCylinder: Layout.CAPSULE,
  Cylinder: Layout.CYLINDER,
  Box: Layout.BOX,
  Plane: Layout.PLANE,
  Ellipsoid: Layout.ELLIPSOID,
};

interface Solid {
  readonly geom: number;
  readonly kind: number;
  readonly body: number;
  readonly group: number;
  readonly contype: number;
  readonly conaffinity: number;
}

/** The kernel's records of the bounded solids, then of the planes (CollisionLayout.ts). Valid until the memory grows. */
export interface SolidRecords {
  readonly ints: Int32Array;
  readonly floats: Float64Array;
  readonly count: number;
}

export class Collision {
  readonly #c: CompiledModel;
  /** Geoms, in the order of the kernel's solids. */
  readonly #bounded: readonly number[];
  readonly #planes: readonly number[];
  readonly #memory: KernelMemory;
  readonly #pairs: KernelMemory;
  readonly #start: number;
  #maxPairs = PAIRS;
  /** By number in the collider of cylinders. */
  readonly geomOfCollider: readonly number[];
  /** Numbers of close pairs of the collider, two each; the first `2 count`. */
  pairs = new Int32Array(2 * PAIRS);
  count = 0;

  /** `colliderOf`: by geom, its number in the collider of cylinders; -1: not in it. */
  constructor(c: CompiledModel, colliderOf: Int32Array) {
    const { heap, contact } = c.engine;
    const { code } = c.kernel;
    const solids = solidsOf(c);
    const bounded = solids.filter(({ kind }) => kind !== Layout.PLANE);
    const planes = solids.filter(({ kind }) => kind === Layout.PLANE);
    const scratch = code.broadPhaseBytes(bounded.length, planes.length);
    const records = Layout.SOLID_BYTES * solids.length;
    this.#c = c;
    this.#bounded = bounded.map(({ geom }) => geom);
    this.#planes = planes.map(({ geom }) => geom);
    const excluded = (c.model.exclude_signature as Int32Array).slice().sort();
    const extra = scratch + 4 * excluded.length;
    this.#memory = new KernelMemory(heap, 4 * Layout.TABLE_SLOTS + 80 + contact.bytes + records + extra);
    this.#pairs = new KernelMemory(heap, 16 * PAIRS);
    c.owned.push(this.#memory, this.#pairs);
    if (this.#memory.bytes === 0 || this.#pairs.bytes === 0) throw new Error("no memory for the broad phase");
    c.refresh();
    const table = this.#memory.address;
    const template = align(table + 4 * Layout.TABLE_SLOTS);
    const start = align(template + contact.bytes);
    const { buffer } = heap.memory;
    this.#start = start;
    const known: number[] = [];
    colliderOf.forEach((place, geom) => {
      if (place >= 0) known[place] = geom;
    });
    this.geomOfCollider = known;
    new Uint8Array(buffer, template, contact.bytes).set(templateOf(c));
    const boxes = c.model.geom_aabb as Float64Array;
    [...bounded, ...planes].forEach((solid, i) => {
      writeSolid(boxes, new DataView(buffer, start + i * Layout.SOLID_BYTES, Layout.SOLID_BYTES), solid, colliderOf);
    });
    const slots = tableOf(c, template);
    slots[Layout.SOLIDS] = start;
    slots[Layout.SOLID_COUNT] = solids.length;
    slots[Layout.BOUNDED_COUNT] = bounded.length;
    slots[Layout.EXCLUDED] = align(start + records);
    slots[Layout.EXCLUDED_COUNT] = excluded.length;
    slots[Layout.SCRATCH] = align(slots[Layout.EXCLUDED] + 4 * excluded.length);
    new Int32Array(buffer, slots[Layout.EXCLUDED], excluded.length).set(excluded);
    new Int32Array(buffer, table, Layout.TABLE_SLOTS).set(slots);
    code.openCollision(table);
    code.usePairMemory(this.#pairs.address, PAIRS);
  }

  /** Marks the omni wheels on planes by the present materials. */
  markWheels(table: PairTable): void {
    const { memory } = this.#c.engine.heap;
    const marks = new Uint8Array(memory.buffer, this.#c.kernel.code.wheelMarks());
    let at = 0;
    for (const plane of this.#planes)
      for (const geom of this.#bounded) marks[at++] = isOmniWheel(table, plane, geom) ? 1 : 0;
  }

  /**
   * Before the engine's collision: masks off what is far from everything, and finds the pairs of the collider. `onMany` is
   * called with the pairs so far when there are many, and may throw. `aheadSec`: leaves out solids close
   * to a plane that cannot get there in this time; default: leaves out none.
   */
  look(onMany: () => void, aheadSec = -1): void {
    this.#c.kernel.code.lookAhead(aheadSec);
    for (let limit = MANY_PAIRS; ; limit *= 4) {
      this.#lookFor(limit);
      if (this.count < limit) return;
      onMany();
    }
  }

  #lookFor(limit: number): void {
    const { code } = this.#c.kernel;
    this.count = code.lookAround(limit);
    if (this.count > this.#maxPairs) this.#lookAgain(limit);
    if (this.count === 0) return;
    const found = new Int32Array(this.#c.engine.heap.memory.buffer, code.closePairs(), 2 * this.count);
    for (let i = 0; i < found.length; i++) this.pairs[i] = found[i];
  }

  /** Solids that the engine may collide, as the last look has found. */
  get nearCount(): number {
    return Math.max(0, this.#c.kernel.code.onCount.value);
  }

  readSolids(): SolidRecords {
    const { buffer } = this.#c.engine.heap.memory;
    const count = this.#bounded.length + this.#planes.length;
    return {
      ints: new Int32Array(buffer, this.#start, (count * Layout.SOLID_BYTES) >> 2),
      floats: new Float64Array(buffer, this.#start, (count * Layout.SOLID_BYTES) >> 3),
      count,
    };
  }

  /** With memory for all pairs. */
  #lookAgain(limit: number): void {
    const { code } = this.#c.kernel;
    const wanted = 2 * this.count;
    if (!this.#pairs.grow(16 * wanted)) throw new Error("no memory for pairs of solids");
    this.#maxPairs = wanted;
    this.pairs = new Int32Array(2 * wanted);
    code.usePairMemory(this.#pairs.address, wanted);
    this.count = code.lookAround(limit);
  }

  /** After it: appends the contacts with planes to the first `count`; returns the new number. */
  append(count: number): number {
    return this.#c.kernel.code.appendPlaneContacts(count);
  }
}

const align = (address: number): number => (address + 15) & ~15;

/** In the order of the geoms; static meshes collide as flexes, whose masks stay. */
function solidsOf(c: CompiledModel): Solid[] {
  const contype = c.model.geom_contype as Int32Array;
  const conaffinity = c.model.geom_conaffinity as Int32Array;
  const out: Solid[] = [];
  const flexes = new Set(c.layout.flexGeoms);
  const groupOf = groupsOf(c);
  c.layout.geoms.forEach((place, geom) => {
    const [kind, group] = [KINDS[place.solid.shape.kind] ?? Layout.OTHER, groupOf(place)];
    if (flexes.has(geom)) out.push({ geom, kind, group, body: -1, ...MASK_BITS_FLEX });
    else if (contype[geom] !== 0 || conaffinity[geom] !== 0)
      out.push({
        geom,
        kind,
        group,
        body: place.bodyId,
        contype: contype[geom],
        conaffinity: conaffinity[geom],
      });
  });
  return out;
}

/** One group for all static solids and movers, one for each entity whose bodies pass through each other, else one for each body. */
function groupsOf(c: CompiledModel): (place: GeomPlace) => number {
  const { entities } = c.layout;
  const weldOf = c.model.body_weldid as Int32Array;
  const numberOf = new Map(entities.map(({ entity }, i) => [entity, i]));
  const collides = entities.map(({ entity: { selfCollide, joints } }) => selfCollide || joints.some((j) => j.collide));
  return ({ entity, bodyId, driven }) => {
    if (bodyId === 0 || driven) return 0;
    const number = numberOf.get(entity) ?? -1;
    return collides[number] ? entities.length + weldOf[bodyId] : 1 + number;
  };
}

function writeSolid(boxes: Float64Array, to: DataView, solid: Solid, colliderOf: Int32Array): void {
  const { geom, kind, body, group, contype, conaffinity } = solid;
  const box = boxes.subarray(6 * geom, 6 * geom + 6);
  to.setInt32(Layout.SOLID_GEOM, geom, true);
  to.setInt32(Layout.SOLID_KIND, kind, true);
  to.setInt32(Layout.SOLID_BODY, body, true);
  to.setInt32(Layout.SOLID_GROUP, group, true);
  to.setInt32(Layout.SOLID_CONTYPE, contype, true);
  to.setInt32(Layout.SOLID_CONAFFINITY, conaffinity, true);
  to.setInt32(Layout.SOLID_COLLIDER, colliderOf[geom], true);
  for (let k = 0; k < 6; k++)
    to.setFloat64(Layout.SOLID_BOX + 8 * k, box[k] + (k > 2 && kind === Layout.OTHER ? SLACK : 0), true);
}

/** A contact with the defaults of the engine and the softness of this world. */
function templateOf({ engine, stepSec }: CompiledModel): Uint8Array {
  const { contact } = engine;
  const record = contact.template.slice();
  const impedance = 1 / (1 + softnessFor(stepSec));
  new Float64Array(record.buffer).set([impedance, impedance], contact.solimp);
  return record;
}

function tableOf(c: CompiledModel, template: number): Int32Array {
  const { contactFields: at, model: m, data: d } = c;
  const address = (view: unknown): number => (view as ArrayBufferView).byteOffset;
  const table = new Int32Array(Layout.TABLE_SLOTS);
  table[Layout.AT_GEOM_POS] = address(d.geom_xpos);
  table[Layout.AT_GEOM_MAT] = address(d.geom_xmat);
  table[Layout.AT_GEOM_MARGIN] = address(m.geom_margin);
  table[Layout.AT_GEOM_CONTYPE] = address(m.geom_contype);
  table[Layout.AT_GEOM_CONAFFINITY] = address(m.geom_conaffinity);
  table[Layout.AT_BODY_CONTYPE] = address(m.body_contype);
  table[Layout.AT_BODY_CONAFFINITY] = address(m.body_conaffinity);
  table[Layout.AT_CONTACTS] = c.contactBytes.byteOffset;
  table[Layout.MAX_CONTACTS] = Math.floor(c.contactBytes.length / at.bytes);
  table[Layout.CONTACT_BYTES] = at.bytes;
  table[Layout.CONTACT_TEMPLATE] = template;
  table[Layout.CONTACT_DIST] = 8 * at.dist;
  table[Layout.CONTACT_POS] = 8 * at.pos;
  table[Layout.CONTACT_FRAME] = 8 * at.frame;
  table[Layout.CONTACT_MARGIN] = 8 * at.includemargin;
  table[Layout.CONTACT_GEOM] = 4 * at.geom;
  return table;
}
