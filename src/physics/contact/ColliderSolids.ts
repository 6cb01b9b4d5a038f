// Solids of our own collider (CylinderContacts.ts): all cylinders and, of an entity that has a cylinder with a flat front
// (CutCylinder.ts), that cylinder and the boxes. Position and attitude of a solid are read at most once per step.

import { rotate } from "../../math/Quat.js";
import { add, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import { cutCylinderOf, hasCutCylinder } from "../geometry/CutCylinder.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { GeomPlace } from "../model/Layout.js";

export const CYLINDER = 0;
export const CUT_CYLINDER = 1;
export const BOX = 2;

/** Axis along gravity, perpendicular to gravity, or neither. */
export const STANDS = 1;
export const LIES = 2;
const LEANS = 0;

/** cos of the angle to gravity above which an axis stands, and below which it lies. */
const UPRIGHT_COS = 0.999;
const LYING_COS = 0.0447;
/** The engine keeps an exclusion as (body1 << 16) + body2. */
const PACK = 65536;

/** A solid of the collider, as it is in this step. */
export interface ColliderSolid {
  /** Index in the list, which is in the order of the geoms. */
  readonly index: number;
  readonly geom: number;
  readonly kind: number;
  /** Body of the solid, body that it is rigidly fixed to (or itself), root of its tree; 0: static. */
  readonly frame: number;
  readonly body: number;
  readonly root: number;
  /** Of the cylinder, or of the cylinder around a box, m. */
  readonly radius: number;
  readonly half: number;
  /** Cylinder with a flat front, in the body's frame: centre, axis, normal and distance of the front. */
  readonly center: Vec3;
  readonly axis: Vec3;
  readonly facing: Vec3;
  readonly front: number;
  /** Box: half sizes perpendicular to its axis. */
  readonly halfX: number;
  readonly halfY: number;
  x: number;
  y: number;
  z: number;
  ux: number;
  uy: number;
  uz: number;
  stance: number;
  /** Contact margin, m. */
  margin: number;
  /** `looks` when it was read, and when its outline was made. */
  seen: number;
  look: number;
}

export class ColliderSolids {
  readonly all: readonly ColliderSolid[];
  /** By geom: its index; -1: the collider does not handle it. */
  readonly indexOf: Int32Array;
  /** Unit vector against gravity; zero without gravity. */
  readonly up: Vec3;
  readonly c: CompiledModel;
  /** Pairs of bodies that do not collide, lower number first. */
  readonly #excluded: ReadonlySet<number>;
  /** Counts the steps. */
  looks = 0;

  constructor(c: CompiledModel, gravity: readonly number[]) {
    this.c = c;
    this.all = solidsOf(c);
    this.indexOf = new Int32Array(c.layout.geoms.length).fill(-1);
    for (const { geom, index } of this.all) this.indexOf[geom] = index;
    this.#excluded = new Set(c.model.exclude_signature as Int32Array);
    const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    this.up = g > 0 ? [-gravity[0] / g, -gravity[1] / g, -gravity[2] / g] : ZERO;
  }

  /** A new step begins. */
  begin(): void {
    this.looks++;
  }

  /** Whether the bodies of two solids collide. */
  mayCollide({ body: a }: ColliderSolid, { body: b }: ColliderSolid): boolean {
    return a !== b && !this.#excluded.has(a < b ? a * PACK + b : b * PACK + a);
  }

  /** Reads where the solid is in this step. */
  read(a: ColliderSolid): ColliderSolid {
    if (a.seen === this.looks) return a;
    a.seen = this.looks;
    if (a.kind === CUT_CYLINDER) this.#lookAtCut(a);
    else this.#lookAtGeom(a);
    const cos = Math.abs(a.ux * this.up[0] + a.uy * this.up[1] + a.uz * this.up[2]);
    a.stance = cos > UPRIGHT_COS ? STANDS : cos < LYING_COS ? LIES : LEANS;
    a.margin = this.c.views.geom_margin[a.geom];
    return a;
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

  /** The engine changes the frames of meshes, so the pose follows from the frame of the body. */
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

  /** Height of the centre, m. */
  height({ x, y, z }: ColliderSolid): number {
    return x * this.up[0] + y * this.up[1] + z * this.up[2];
  }

  /** Vertical component of the unit axis. */
  rise({ ux, uy, uz }: ColliderSolid): number {
    return ux * this.up[0] + uy * this.up[1] + uz * this.up[2];
  }

  /** Mean height of the centres of mass of the two trees; static solids do not count. */
  centerHeight(a: ColliderSolid, b: ColliderSolid): number {
    if (a.root === 0) return this.#centerOf(b);
    return b.root === 0 ? this.#centerOf(a) : (this.#centerOf(a) + this.#centerOf(b)) / 2;
  }

  #centerOf({ root }: ColliderSolid): number {
    const p = this.c.views.subtree_com;
    return p[3 * root] * this.up[0] + p[3 * root + 1] * this.up[1] + p[3 * root + 2] * this.up[2];
  }
}

function solidsOf(c: CompiledModel): ColliderSolid[] {
  const out: ColliderSolid[] = [];
  const weld = c.model.body_weldid as Int32Array;
  const rootOf = c.model.body_rootid as Int32Array;
  c.layout.geoms.forEach((place, geom) => {
    const own = place.solid.collide ? formOf(c, place, geom) : undefined;
    if (!own) return;
    const { bodyId } = place;
    // spreading takes ten times as long
    out.push({
      index: out.length,
      geom,
      kind: own.kind,
      frame: bodyId,
      body: weld[bodyId],
      root: rootOf[bodyId],
      radius: own.radius,
      half: own.half,
      center: own.center,
      axis: own.axis,
      facing: own.facing,
      front: own.front,
      halfX: own.halfX,
      halfY: own.halfY,
      x: 0,
      y: 0,
      z: 0,
      ux: 0,
      uy: 0,
      uz: 1,
      stance: LEANS,
      margin: 0,
      seen: -1,
      look: -1,
    });
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
  if (shape.kind === "Cylinder") {
    const [center, axis, facing] = [ZERO, ZERO, ZERO];
    return { kind: CYLINDER, radius: a, half: b, center, axis, facing, front: 0, halfX: 0, halfY: 0 };
  }
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
