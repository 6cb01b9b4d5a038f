// Where and when a sphere touches a solid within the step. Seen from the solid, the centre of the sphere moves along the line
// x + v t. The gap to a convex solid is a convex function of t, so Newton's method from t = 0,
//   t += gap / -(n · v),
// never passes the touch; if the gap grows, the sphere misses. Leaves out: turning of the solid within the step.

import { NearestPoint } from "../geometry/NearestPoint.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { TOUCHING } from "./PresentContact.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";

/** A gap below this is a touch, m. */
const TOUCH = 1e-9;
const MAX_ROUNDS = 30;
/** Slower solids that nearly touch are at rest, m/s. */
const SLOW = 0.1;

export const UNKNOWN = 0;
export const BOX = 1;
export const CYLINDER = 2;
export const CAPSULE = 3;
/** Static mesh or heightfield. */
export const SURFACE = 4;
export const PLANE = 5;

interface Velocity {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export class SweptSphere {
  readonly near = new NearestPoint();
  /** By geom. */
  readonly kind: Uint8Array;
  readonly surfaces: StaticSurfaces;
  /** Result: time of the touch, s, and gap that was left. */
  time = 0;
  gap = 0;
  readonly #size: Float64Array;
  readonly #c: CompiledModel;
  #geom = 0;
  #triangle = 0;
  #radius = 0;

  constructor(c: CompiledModel, surfaces: StaticSurfaces) {
    this.#c = c;
    this.surfaces = surfaces;
    const { geoms } = c.layout;
    this.kind = Uint8Array.from(geoms, ({ solid, bodyId }) => kindOf(solid.shape.kind, bodyId));
    this.#size = new Float64Array(3 * geoms.length);
    geoms.forEach(({ solid: { shape } }, g) => {
      if (shape.kind === "Box")
        this.#size.set(
          shape.size.map((s) => s / 2),
          3 * g,
        );
      else if (shape.kind === "Sphere") this.#size[3 * g] = shape.radius;
      else if ("radius" in shape) this.#size.set([shape.radius, shape.length / 2], 3 * g);
    });
  }

  radiusOf(sphere: number): number {
    return this.#size[3 * sphere];
  }

  // frame of the solid: rotation by rows, and origin
  readonly #m = new Float64Array(9);
  readonly #o = new Float64Array(3);
  // centre of the sphere and its velocity in that frame
  readonly #x = new Float64Array(3);
  readonly #v = new Float64Array(3);

  /** Chooses the sphere and the solid, for a surface its triangle; false: the centre of the sphere is inside the solid. */
  begin(sphere: number, geom: number, triangle: number): boolean {
    const { geom_xpos: p, geom_xmat } = this.#c.views;
    this.#geom = geom;
    this.#triangle = triangle;
    this.#radius = this.#size[3 * sphere];
    const frame = this.surfaces.frames[geom];
    const m = this.#m;
    for (let i = 0; i < 9; i++) m[i] = frame ? frame[i] : geom_xmat[9 * geom + i];
    for (let i = 0; i < 3; i++) this.#o[i] = frame ? frame[9 + i] : p[3 * geom + i];
    const dx = p[3 * sphere] - this.#o[0];
    const dy = p[3 * sphere + 1] - this.#o[1];
    const dz = p[3 * sphere + 2] - this.#o[2];
    for (let i = 0; i < 3; i++) this.#x[i] = m[i] * dx + m[3 + i] * dy + m[6 + i] * dz;
    this.time = 0;
    return this.#measure();
  }

  /** Moves the sphere, seen from the solid; false: its centre is inside. */
  move(dx: number, dy: number, dz: number): boolean {
    const m = this.#m;
    for (let i = 0; i < 3; i++) this.#x[i] += m[i] * dx + m[3 + i] * dy + m[6 + i] * dz;
    return this.#measure();
  }

  /**
   * Moves the sphere to its touch until `endSec`, if it comes that far along the present normal; else it stays. False: it passes
   * the solid. A slow sphere that nearly touches never passes.
   */
  reach(v: Velocity, endSec: number): boolean {
    const gap = this.gap;
    const closing = -(this.normal(0) * v.x + this.normal(1) * v.y + this.normal(2) * v.z);
    if (gap <= TOUCH || gap >= closing * endSec || this.sweep(v.x, v.y, v.z, endSec)) return true;
    if (gap > TOUCHING || closing > SLOW) return false;
    this.time = 0;
    return this.#measure();
  }

  /** Moves the sphere to its first touch; false: it does not touch until `endSec`. */
  sweep(vx: number, vy: number, vz: number, endSec: number): boolean {
    const { near } = this;
    const m = this.#m;
    const v = this.#v;
    for (let i = 0; i < 3; i++) v[i] = m[i] * vx + m[3 + i] * vy + m[6 + i] * vz;
    for (let round = 0; round < MAX_ROUNDS && this.gap > TOUCH; round++) {
      const rate = -(near.n.x * v[0] + near.n.y * v[1] + near.n.z * v[2]);
      if (rate <= 0) return false;
      const t = this.time + this.gap / rate;
      if (t > endSec) return false;
      this.time = t;
      if (!this.#measure()) return true;
    }
    return true;
  }

  /** At the present time of the sweep. */
  #measure(): boolean {
    const { near, time: t } = this;
    const s = 3 * this.#geom;
    const size = this.#size;
    const [x, v] = [this.#x, this.#v];
    const px = t > 0 ? x[0] + v[0] * t : x[0];
    const py = t > 0 ? x[1] + v[1] * t : x[1];
    const pz = t > 0 ? x[2] + v[2] * t : x[2];
    const outside = this.#toSolid(s, size, px, py, pz);
    this.gap = near.gap - this.#radius;
    return outside;
  }

  #toSolid(s: number, size: Float64Array, x: number, y: number, z: number): boolean {
    switch (this.kind[this.#geom]) {
      case BOX:
        return this.near.toBox(size[s], size[s + 1], size[s + 2], x, y, z);
      case CYLINDER:
        return this.near.toCylinder(size[s], size[s + 1], x, y, z);
      case CAPSULE:
        return this.near.toCapsule(size[s], size[s + 1], x, y, z);
      default:
        return this.near.toTriangle(this.surfaces.of[this.#geom]!, this.#triangle, x, y, z);
    }
  }

  /** Component k of the normal in the world. */
  normal(k: number): number {
    const m = this.#m;
    return m[3 * k] * this.near.n.x + m[3 * k + 1] * this.near.n.y + m[3 * k + 2] * this.near.n.z;
  }

  /** Component k of the nearest point in the world. */
  point(k: number): number {
    const m = this.#m;
    return m[3 * k] * this.near.q.x + m[3 * k + 1] * this.near.q.y + m[3 * k + 2] * this.near.q.z + this.#o[k];
  }
}

function kindOf(kind: string, bodyId: number): number {
  if (kind === "Box") return BOX;
  if (kind === "Cylinder") return CYLINDER;
  if (kind === "CappedCylinder" || kind === "Sphere") return CAPSULE;
  if (kind === "Plane") return PLANE;
  return bodyId === 0 && kind !== "Ellipsoid" ? SURFACE : UNKNOWN;
}
