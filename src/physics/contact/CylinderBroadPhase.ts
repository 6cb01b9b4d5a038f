// The solids whose meetings with each other are ours (CylinderContacts.ts), and which of them are near each other: all
// cylinders, and of an entity that has a cut cylinder (CutCylinder.ts) that one and its boxes. Where they are and how they
// stand is looked up once a step; pairs are found by sweep and prune along x.

import { rotate } from "../../math/Quat.js";
import { add, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import { cutCylinderOf, hasCutCylinder } from "../geometry/CutCylinder.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { GeomPlace } from "../model/Layout.js";
import { MIN_MARGIN } from "./ContactMargin.js";

export const CYLINDER = 0;
export const CUT_CYLINDER = 1;
export const BOX = 2;

/** Along gravity, across it, or neither. */
export const STANDS = 1;
export const LIES = 2;
const LEANS = 0;

/** cos of the angle to gravity from which on an axis stands, and below which it lies. */
const UPRIGHT_COS = 0.999;
const LYING_COS = 0.0447;
/** Geoms are packed in pairs, so there may be no more than this. */
export const PACK = 65536;

/** One of them as it is in this step. */
export interface ColliderSolid {
  /** Its place in the list, which is in the order of the geoms. */
  readonly index: number;
  readonly geom: number;
  readonly kind: number;
  /** The body it is a part of, that one or the one it is fixed to, and the first of its tree; 0: static. */
  readonly frame: number;
  readonly body: number;
  readonly root: number;
  /** Of the cylinder that it is, or that it fills. */
  readonly radius: number;
  readonly half: number;
  /** Of its bounding sphere. */
  readonly bound: number;
  /** Of a cut cylinder, in its body: its middle, its axis and the direction of its front; how far that is from the axis. */
  readonly center: Vec3;
  readonly axis: Vec3;
  readonly facing: Vec3;
  readonly front: number;
  /** Of a box: half sizes across its axis. */
  readonly halfX: number;
  readonly halfY: number;
  x: number;
  y: number;
  z: number;
  ux: number;
  uy: number;
  uz: number;
  stance: number;
  /** How far ahead it is looked for, and its lower end along x with that. */
  margin: number;
  low: number;
  /** Its outline belongs to this look. */
  look: number;
}

export class CylinderBroadPhase {
  readonly all: readonly ColliderSolid[];
  /** Pairs of them, packed, in the order of their geoms. */
  readonly pairs: number[] = [];
  /** Against gravity; zero: there is none. */
  readonly up: Vec3;
  readonly c: CompiledModel;
  /** Sorted along x; kept between steps because it hardly changes. */
  readonly #order: ColliderSolid[];
  /** Pairs of bodies that never touch, smaller first. */
  readonly #excluded: ReadonlySet<number>;
  looks = 0;

  constructor(c: CompiledModel, gravity: readonly number[]) {
    this.c = c;
    this.all = solidsOf(c);
    this.#order = [...this.all];
    // the engine keeps an exclusion as (body1 << 16) + body2
    this.#excluded = new Set(c.model.exclude_signature as Int32Array);
    const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    this.up = g > 0 ? [-gravity[0] / g, -gravity[1] / g, -gravity[2] / g] : ZERO;
  }

  /** Where all are, and who is near whom. */
  look(): void {
    const [gx, gy, gz] = this.up;
    const margin = this.c.views.geom_margin;
    this.looks++;
    for (const a of this.all) {
      if (a.kind === CUT_CYLINDER) this.#lookAtCut(a);
      else this.#lookAtGeom(a);
      const cos = Math.abs(a.ux * gx + a.uy * gy + a.uz * gz);
      a.stance = cos > UPRIGHT_COS ? STANDS : cos < LYING_COS ? LIES : LEANS;
      a.margin = margin[a.geom];
      a.low = a.x - a.bound - a.margin;
    }
    this.#sweep();
  }

  #lookAtGeom(a: ColliderSolid): void {
    const { geom_xpos: p, geom_xmat: m } = this.c.views;
    const g = a.geom;
    a.x = p[3 * g];
    a.y = p[3 * g + 1];
    a.z = p[3 * g + 2];
    a.ux = m[9 * g + 2];
    a.uy = m[9 * g + 5];
    a.uz = m[9 * g + 8];
  }

  /** The engine keeps meshes in frames of its own; the body's is ours. */
  #lookAtCut(a: ColliderSolid): void {
    const { xpos: p, xmat: m } = this.c.views;
    const b = a.frame;
    const [cx, cy, cz] = a.center;
    const [ax, ay, az] = a.axis;
    a.x = p[3 * b] + m[9 * b] * cx + m[9 * b + 1] * cy + m[9 * b + 2] * cz;
    a.y = p[3 * b + 1] + m[9 * b + 3] * cx + m[9 * b + 4] * cy + m[9 * b + 5] * cz;
    a.z = p[3 * b + 2] + m[9 * b + 6] * cx + m[9 * b + 7] * cy + m[9 * b + 8] * cz;
    a.ux = m[9 * b] * ax + m[9 * b + 1] * ay + m[9 * b + 2] * az;
    a.uy = m[9 * b + 3] * ax + m[9 * b + 4] * ay + m[9 * b + 5] * az;
    a.uz = m[9 * b + 6] * ax + m[9 * b + 7] * ay + m[9 * b + 8] * az;
  }

  /** Of its middle. */
  height({ x, y, z }: ColliderSolid): number {
    return x * this.up[0] + y * this.up[1] + z * this.up[2];
  }

  /** How much height its axis gains along itself. */
  rise({ ux, uy, uz }: ColliderSolid): number {
    return ux * this.up[0] + uy * this.up[1] + uz * this.up[2];
  }

  /** Mean height of the centres of mass of whom the two belong to. */
  centerHeight(a: ColliderSolid, b: ColliderSolid): number {
    if (a.root === 0) return this.#centerOf(b);
    return b.root === 0 ? this.#centerOf(a) : (this.#centerOf(a) + this.#centerOf(b)) / 2;
  }

  #centerOf({ root }: ColliderSolid): number {
    const p = this.c.views.subtree_com;
    return p[3 * root] * this.up[0] + p[3 * root + 1] * this.up[1] + p[3 * root + 2] * this.up[2];
  }

  /** Sweep and prune along x; the pairs come out in the order of their geoms, whatever the order along x. */
  #sweep(): void {
    const order = this.#order;
    const pairs = this.pairs;
    for (let i = 1; i < order.length; i++) {
      const moving = order[i];
      let k = i - 1;
      for (; k >= 0 && order[k].low > moving.low; k--) order[k + 1] = order[k];
      order[k + 1] = moving;
    }
    // cutting an empty list would cost its memory
    if (pairs.length > 0) pairs.length = 0;
    for (let i = 0; i < order.length; i++) {
      const a = order[i];
      const right = a.x + a.bound + a.margin;
      for (let k = i + 1; k < order.length && order[k].low <= right; k++) {
        const b = order[k];
        const reach = a.bound + b.bound + a.margin + b.margin - MIN_MARGIN;
        const x = a.x - b.x;
        const y = a.y - b.y;
        const z = a.z - b.z;
        if (x * x + y * y + z * z > reach * reach || a.body === b.body || this.#isExcluded(a.body, b.body)) continue;
        pairs.push(a.index < b.index ? a.index * PACK + b.index : b.index * PACK + a.index);
      }
    }
    if (pairs.length > 1) pairs.sort((x, y) => x - y);
  }

  #isExcluded(a: number, b: number): boolean {
    return this.#excluded.has(a < b ? a * PACK + b : b * PACK + a);
  }
}

function solidsOf(c: CompiledModel): ColliderSolid[] {
  const out: ColliderSolid[] = [];
  c.layout.geoms.forEach((place, geom) => {
    const own = place.solid.collide ? formOf(c, place, geom) : undefined;
    if (!own) return;
    const weld = c.model.body_weldid as Int32Array;
    const rootOf = c.model.body_rootid as Int32Array;
    const { bodyId } = place;
    const bound = Math.sqrt(own.radius * own.radius + own.half * own.half);
    const places = { x: 0, y: 0, z: 0, ux: 0, uy: 0, uz: 1, stance: LEANS, margin: 0, low: 0, look: -1 };
    const whose = { frame: bodyId, body: weld[bodyId], root: rootOf[bodyId] };
    out.push({ index: out.length, geom, ...whose, ...own, bound, ...places });
  });
  return out;
}

type Form = Pick<
  ColliderSolid,
  "kind" | "radius" | "half" | "center" | "axis" | "facing" | "front" | "halfX" | "halfY"
>;

const PLAIN = { center: ZERO, axis: ZERO, facing: ZERO, front: 0, halfX: 0, halfY: 0 } as const;

function formOf(c: CompiledModel, { entity, body, solid }: GeomPlace, geom: number): Form | undefined {
  const size = c.views.geom_size;
  const [a, b, h] = [size[3 * geom], size[3 * geom + 1], size[3 * geom + 2]];
  const { shape, pose } = solid;
  if (shape.kind === "Cylinder") return { ...PLAIN, kind: CYLINDER, radius: a, half: b };
  if (!hasCutCylinder(entity)) return undefined;
  if (shape.kind === "Box")
    return { ...PLAIN, kind: BOX, radius: Math.sqrt(a * a + b * b), half: h, halfX: a, halfY: b };
  const cut = shape.kind === "Mesh" ? cutCylinderOf(shape) : undefined;
  if (!cut) return undefined;
  const tree = c.layout.entities.find((one) => one.entity === entity)?.tree;
  const mass = tree?.bodies.find(({ name }) => name === body.name)?.mass.center ?? ZERO;
  return {
    ...PLAIN,
    kind: CUT_CYLINDER,
    radius: cut.radius,
    half: cut.half,
    center: sub(add(pose.position, rotate(pose.orientation, cut.center)), mass),
    axis: rotate(pose.orientation, [0, 0, 1]),
    facing: rotate(pose.orientation, cut.facing),
    front: cut.front,
  };
}
