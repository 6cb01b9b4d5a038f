// A convex solid that is not a sphere and a triangle of a static mesh or heightfield: the gap along a direction u is
//   min over the solid of u · x  -  max over the triangle of u · w.
// - Misses: the solid moves with the velocity v of its surface at the contact. Along a direction perpendicular to v the gap
//   stays as it is, so a gap along one proves a miss. Tried are the parts perpendicular to v of the contact normal, of the
//   normal of the triangle and of those beyond its edges. Leaves out: turning within the step; some misses remain contacts.
// - Ridges of heightfields: the engine finds contacts with the raised field (HeightfieldContacts.ts). Beyond a ridge their normal is
//   that of the face before it, and the distance that of its plane. The largest gap along that normal, the field's z
//   axis and the axes of the solid is nearer to the truth.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { HullCorners } from "./HullCorners.js";
import type { StaticSurfaces } from "./StaticSurfaces.js";

/** Gap that counts as a miss, m. */
const CLEAR = 1e-7;
/** Sine of the angle between normal and motion below which there is no direction u. */
const HEAD_ON = 0.02;
/** Cosine of the angle to the normal below which a direction is no normal. */
const SIDEWAYS = 0.1;

interface Velocity {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export class MissedTriangles {
  /** Result of `separate`: normal and gap. */
  readonly u = { x: 0, y: 0, z: 0 };
  gap = 0;
  readonly #face = { x: 0, y: 0, z: 0 };
  readonly #c: CompiledModel;
  readonly #surfaces: StaticSurfaces;
  /** By geom: corners of a hull in the frame of the geom. */
  readonly #hulls: HullCorners;

  constructor(c: CompiledModel, surfaces: StaticSurfaces, hulls: HullCorners) {
    this.#c = c;
    this.#surfaces = surfaces;
    this.#hulls = hulls;
  }

  /** `n`: unit normal from the triangle to the solid; `v`: velocity of the solid relative to the triangle. */
  misses(solid: number, base: number, triangle: number, n: Velocity, v: Velocity): boolean {
    if (this.#missesAlong(solid, base, triangle, n, v)) return true;
    const surface = this.#surfaces.of[base]!;
    const m = this.#surfaces.frames[base]!;
    const [w, face] = [surface.normals, this.#face];
    for (let edge = -1; edge < 3; edge++) {
      const t = edge < 0 ? triangle : surface.beyond(triangle, edge);
      if (t < 0) continue;
      const [x, y, z] = [w[3 * t], w[3 * t + 1], w[3 * t + 2]];
      face.x = m[0] * x + m[1] * y + m[2] * z;
      face.y = m[3] * x + m[4] * y + m[5] * z;
      face.z = m[6] * x + m[7] * y + m[8] * z;
      if (this.#missesAlong(solid, base, triangle, face, v)) return true;
    }
    return false;
  }

  #missesAlong(solid: number, base: number, triangle: number, n: Velocity, v: Velocity): boolean {
    const speed2 = v.x * v.x + v.y * v.y + v.z * v.z;
    const share = (n.x * v.x + n.y * v.y + n.z * v.z) / speed2;
    const [x, y, z] = [n.x - share * v.x, n.y - share * v.y, n.z - share * v.z];
    const size = Math.sqrt(x * x + y * y + z * z);
    return size > HEAD_ON && this.#gapAlong(solid, base, triangle, x / size, y / size, z / size) > CLEAR;
  }

  /** Finds a larger gap than `dist`, that of the contact with a field along the normal n; false: there is none. */
  separate(solid: number, field: number, triangle: number, n: Velocity, dist: number): boolean {
    const m = this.#c.views.geom_xmat;
    const frame = this.#surfaces.frames[field]!;
    this.gap = dist + CLEAR;
    this.#try(solid, field, triangle, n, frame[2], frame[5], frame[8]);
    for (let k = 9 * solid; k < 9 * solid + 3; k++) this.#try(solid, field, triangle, n, m[k], m[k + 3], m[k + 6]);
    return this.gap > dist + CLEAR;
  }

  /** Takes the direction, towards the side of n, if its gap is the largest so far. */
  #try(solid: number, field: number, triangle: number, n: Velocity, x: number, y: number, z: number): void {
    const cos = x * n.x + y * n.y + z * n.z;
    if (Math.abs(cos) < SIDEWAYS) return;
    const sign = cos < 0 ? -1 : 1;
    const gap = this.#gapAlong(solid, field, triangle, sign * x, sign * y, sign * z);
    if (gap <= this.gap) return;
    this.gap = gap;
    this.u.x = sign * x;
    this.u.y = sign * y;
    this.u.z = sign * z;
  }

  #gapAlong(solid: number, base: number, triangle: number, ux: number, uy: number, uz: number): number {
    const low = this.#lowest(solid, ux, uy, uz);
    if (!this.#surfaces.isField(base)) return low - this.#highest(base, triangle, ux, uy, uz);
    // the engine does not say which of the two triangles of a cell it has found
    const cell = triangle & ~1;
    return low - Math.max(this.#highest(base, cell, ux, uy, uz), this.#highest(base, cell + 1, ux, uy, uz));
  }

  #highest(base: number, t: number, ux: number, uy: number, uz: number): number {
    const { vertices: v, triangles } = this.#surfaces.of[base]!;
    const m = this.#surfaces.frames[base]!;
    const x = m[0] * ux + m[3] * uy + m[6] * uz;
    const y = m[1] * ux + m[4] * uy + m[7] * uz;
    const z = m[2] * ux + m[5] * uy + m[8] * uz;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const w = 3 * triangles[k];
      high = Math.max(high, x * v[w] + y * v[w + 1] + z * v[w + 2]);
    }
    return high + ux * m[9] + uy * m[10] + uz * m[11];
  }

  /** min u · x of the solid; minus infinity: not known. */
  #lowest(geom: number, ux: number, uy: number, uz: number): number {
    const { geom_xpos: p, geom_xmat: m, geom_size: size } = this.#c.views;
    const [g, a] = [3 * geom, 9 * geom];
    const centre = ux * p[g] + uy * p[g + 1] + uz * p[g + 2];
    const x = ux * m[a] + uy * m[a + 3] + uz * m[a + 6];
    const y = ux * m[a + 1] + uy * m[a + 4] + uz * m[a + 7];
    const z = ux * m[a + 2] + uy * m[a + 5] + uz * m[a + 8];
    const [sx, sy, sz] = [size[g], size[g + 1], size[g + 2]];
    switch (this.#c.layout.geoms[geom].solid.shape.kind) {
      case "Box":
        return centre - sx * Math.abs(x) - sy * Math.abs(y) - sz * Math.abs(z);
      case "CappedCylinder":
        return centre - sy * Math.abs(z) - sx;
      case "Cylinder":
        return centre - sy * Math.abs(z) - sx * Math.sqrt(Math.max(1 - z * z, 0));
      case "Ellipsoid":
        return centre - Math.sqrt(sx * sx * x * x + sy * sy * y * y + sz * sz * z * z);
      default:
        return centre + this.#lowestCorner(geom, x, y, z);
    }
  }

  #lowestCorner(geom: number, x: number, y: number, z: number): number {
    const corners = this.#hulls[geom];
    if (!corners) return Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let i = 0; i < corners.length; i += 3)
      low = Math.min(low, x * corners[i] + y * corners[i + 1] + z * corners[i + 2]);
    return low;
  }
}
