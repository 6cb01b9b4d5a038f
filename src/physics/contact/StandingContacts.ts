// Contacts of solids that stand upright, as outlines seen from above (Outline.ts): cylinders with a flat front and boxes. The
// outline of a standing solid is its cross-section; the outline of a lying cylinder is a rectangle at the height of its axis.
// Two vertical walls touch along a line. The whole force acts at the height of the centres of mass, limited to that line, so
// that neither side tips. Two flat fronts touch in two points, all other pairs in one.

import type { Vec3 } from "../../math/Vec3.js";
import { Meeting, Outline } from "../geometry/Outline.js";
import { BOX, type ColliderSolid, type ColliderSolids, CUT_CYLINDER, LIES, STANDS } from "./ColliderSolids.js";

export class StandingContacts {
  readonly #near: ColliderSolids;
  readonly #outlines: readonly Outline[];
  readonly #meeting = new Meeting();
  /** Two horizontal unit vectors: the axes of the outlines. */
  readonly #east: Vec3;
  readonly #north: Vec3;
  #height = 0;
  /** The last pair overlaps less vertically than horizontally: one solid lies on the other. */
  isOnTop = false;

  constructor(near: ColliderSolids) {
    this.#near = near;
    this.#outlines = near.all.map(() => new Outline());
    const [x, y, z] = near.up;
    // x and y where gravity points along -z
    const size = Math.sqrt(x * x + z * z);
    this.#east = size > 1e-3 ? [z / size, 0, -x / size] : [1, 0, 0];
    const [a, b, c] = this.#east;
    this.#north = [y * c - z * b, z * a - x * c, x * b - y * a];
  }

  /** Whether one solid stands, and the other stands too or lies at a height within the first. */
  isApplicable(a: ColliderSolid, b: ColliderSolid): boolean {
    if (a.stance === STANDS) return b.stance === STANDS || this.#liesBeside(b, a);
    return b.stance === STANDS && this.#liesBeside(a, b);
  }

  #liesBeside(lying: ColliderSolid, standing: ColliderSolid): boolean {
    if (lying.stance !== LIES || lying.kind === BOX || lying.kind === CUT_CYLINDER) return false;
    return Math.abs(this.#near.height(lying) - this.#near.height(standing)) < standing.half;
  }

  /** Measures a pair; false: farther apart than `maxGap`, m. */
  meet(a: ColliderSolid, b: ColliderSolid, maxGap: number): boolean {
    const near = this.#near;
    const [ha, hb] = [near.height(a), near.height(b)];
    const [ea, eb] = [a.stance === STANDS ? a.half : a.radius, b.stance === STANDS ? b.half : b.radius];
    const low = Math.max(ha - ea, hb - eb);
    const high = Math.min(ha + ea, hb + eb);
    if (low - high > maxGap || !this.#meeting.measure(this.#outline(a), this.#outline(b), maxGap)) return false;
    this.isOnTop = this.#meeting.gap < low - high;
    if (a.stance !== STANDS) this.#height = ha;
    else if (b.stance !== STANDS) this.#height = hb;
    else this.#height = Math.min(high, Math.max(low, near.centerHeight(a, b)));
    return true;
  }

  get points(): number {
    return this.#meeting.points;
  }

  gap(i: number): number {
    return this.#meeting.gaps[i];
  }

  /** Unit vector from a to b. */
  get normal(): [number, number, number] {
    return this.#inSpace(this.#meeting.ux, this.#meeting.uy, 0);
  }

  point(i: number): [number, number, number] {
    return this.#inSpace(this.#meeting.x[i], this.#meeting.y[i], this.#height);
  }

  #inSpace(x: number, y: number, h: number): [number, number, number] {
    const [e, n, up] = [this.#east, this.#north, this.#near.up];
    return [e[0] * x + n[0] * y + up[0] * h, e[1] * x + n[1] * y + up[1] * h, e[2] * x + n[2] * y + up[2] * h];
  }

  /** Computed at most once per step; for a standing solid at the height of the centre of mass of its tree. */
  #outline(a: ColliderSolid): Outline {
    const outline = this.#outlines[a.index];
    if (a.look === this.#near.looks) return outline;
    a.look = this.#near.looks;
    const near = this.#near;
    const [e, n] = [this.#east, this.#north];
    const stands = a.stance === STANDS;
    const off = stands ? (near.centerHeight(a, a) - near.height(a)) / near.rise(a) : 0;
    const s = Math.min(a.half, Math.max(-a.half, off));
    const [px, py, pz] = [a.x + s * a.ux, a.y + s * a.uy, a.z + s * a.uz];
    const x = px * e[0] + py * e[1] + pz * e[2];
    const y = px * n[0] + py * n[1] + pz * n[2];
    const [dx, dy, dz] = this.#direction(a);
    const [u, v] = [dx * e[0] + dy * e[1] + dz * e[2], dx * n[0] + dy * n[1] + dz * n[2]];
    const size = Math.sqrt(u * u + v * v);
    const [ex, ey] = size > 0 ? [u / size, v / size] : [1, 0];
    if (a.kind === CUT_CYLINDER) outline.cutDisc(x, y, a.radius, a.front, ex, ey);
    else if (a.kind === BOX) outline.rectangle(x, y, a.halfX, a.halfY, ex, ey);
    else if (stands) outline.disc(x, y, a.radius);
    else outline.rectangle(x, y, a.half, a.radius, ex, ey);
    return outline;
  }

  /** Direction of the outline: the flat front, the x axis of a box, the axis of a lying cylinder. */
  #direction(a: ColliderSolid): Vec3 {
    const { xmat: m, geom_xmat: g } = this.#near.c.views;
    if (a.kind === BOX) return [g[9 * a.geom], g[9 * a.geom + 3], g[9 * a.geom + 6]];
    if (a.kind !== CUT_CYLINDER) return [a.ux, a.uy, a.uz];
    const [x, y, z] = a.facing;
    const b = 9 * a.frame;
    return [
      m[b] * x + m[b + 1] * y + m[b + 2] * z,
      m[b + 3] * x + m[b + 4] * y + m[b + 5] * z,
      m[b + 6] * x + m[b + 7] * y + m[b + 8] * z,
    ];
  }
}
