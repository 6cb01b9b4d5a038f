// Contacts between cylinders. The engine searches these pairs iteratively, which is slow and, for parallel axes, returns a
// different point of the contact line in every step; for a crowd of round robots that is most of the cost and all of the
// jitter. Parallel axes have a closed form: a line (its two ends, or one point of it when both stand upright, because the
// ground already keeps them from tipping) or two faces (four points). Cylinders with a flat front, and boxes of the same
// entity, collide as outlines (StandingContacts.ts). For all other attitudes a separating axis is tried first, then the
// engine's distance function gives one point.

import type { Vec3 } from "../../math/Vec3.js";
import type { Collision } from "../kernel/Collision.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { softnessFor } from "../rows/Softness.js";
import { type ColliderSolid, ColliderSolids, CYLINDER, STANDS } from "./ColliderSolids.js";
import { writeNormal } from "./ContactList.js";
import { MIN_MARGIN } from "./ContactMargin.js";
import { StandingContacts } from "./StandingContacts.js";

/** Axes are parallel if they diverge by less than this share of the smaller radius, and by less than 3°. */
const PARALLEL_SHARE = 0.2;
const PARALLEL_SIN = 0.05;

/** Sine of the angle between two axes above which one is seen from its side along the other. */
const ACROSS_SIN = 0.1;

export class CylinderContacts {
  readonly #c: CompiledModel;
  readonly solids: ColliderSolids;
  readonly #standing: StandingContacts;
  readonly #fromTo: { GetView(): Float64Array; delete(): void };
  readonly #impedance: number;
  /** Index of the next contact. */
  #next = 0;
  /** By contact: 1 for two vertical walls, whose force acts at a height that was chosen (StandingContacts.ts). */
  #isWall = new Uint8Array(256);
  #margin = 0;

  constructor(c: CompiledModel, gravity: readonly number[]) {
    this.#c = c;
    this.solids = new ColliderSolids(c, gravity);
    this.#standing = new StandingContacts(this.solids);
    this.#fromTo = new c.engine.mj.DoubleBuffer(6);
    c.owned.push(this.#fromTo);
    this.#impedance = 1 / (1 + softnessFor(c.stepSec));
  }

  /** Appends the contacts of the close pairs to the first `count`; returns the new count. */
  append(count: number, { pairs, count: close }: Collision): number {
    const { solids } = this;
    this.#isWall.fill(0);
    if (close === 0) return count;
    this.#next = count;
    solids.begin();
    for (let i = 0; i < close; i++) {
      const a = solids.all[pairs[2 * i]];
      const b = solids.all[pairs[2 * i + 1]];
      if (solids.mayCollide(a, b)) this.#collide(solids.read(a), solids.read(b));
    }
    return this.#next;
  }

  /** Moves the point at index `pos` of `f` to the height of `from`, if contact k is between two vertical walls. */
  keepHeight(k: number, f: Float64Array, pos: number, from: Vec3): void {
    if (k >= this.#isWall.length || this.#isWall[k] === 0) return;
    const { up } = this.solids;
    const [x, y, z] = [from[0] - f[pos], from[1] - f[pos + 1], from[2] - f[pos + 2]];
    const rise = x * up[0] + y * up[1] + z * up[2];
    for (let i = 0; i < 3; i++) f[pos + i] += rise * up[i];
  }

  /** One pair; a has the lower geom number, normals point from a to b. */
  #collide(a: ColliderSolid, b: ColliderSolid): void {
    // each margin covers the motion of its own solid
    this.#margin = a.margin + b.margin - MIN_MARGIN;
    if (a.kind === CYLINDER && b.kind === CYLINDER) this.#collideCylinders(a, b);
    else if (this.#standing.isApplicable(a, b)) this.#collideOutlines(a, b);
    else if (!this.#separated(a, b)) this.#collideGeneral(a, b);
  }

  /** As outlines seen from above. */
  #collideOutlines(a: ColliderSolid, b: ColliderSolid): void {
    const standing = this.#standing;
    if (!standing.meet(a, b, this.#margin)) return;
    if (standing.isOnTop) {
      this.#collideGeneral(a, b);
      return;
    }
    const isWall = a.stance === STANDS && b.stance === STANDS;
    for (let i = 0; i < standing.points; i++) {
      if (isWall) this.#noteWall(this.#next);
      this.#write(a, b, standing.gap(i), standing.point(i), standing.normal);
    }
  }

  #noteWall(k: number): void {
    if (k >= this.#isWall.length) {
      const more = new Uint8Array(2 * k);
      more.set(this.#isWall);
      this.#isWall = more;
    }
    this.#isWall[k] = 1;
  }

  #collideCylinders(a: ColliderSolid, b: ColliderSolid): void {
    const cx = a.uy * b.uz - a.uz * b.uy;
    const cy = a.uz * b.ux - a.ux * b.uz;
    const cz = a.ux * b.uy - a.uy * b.ux;
    const apart = PARALLEL_SHARE * Math.min(a.radius, b.radius);
    const sin = Math.min(PARALLEL_SIN, apart / (2 * Math.min(a.half, b.half)));
    if (cx * cx + cy * cy + cz * cz > sin * sin) {
      if (!this.#separated(a, b)) this.#collideGeneral(a, b);
      return;
    }
    const [dx, dy, dz] = [b.x - a.x, b.y - a.y, b.z - a.z];
    const axial = dx * a.ux + dy * a.uy + dz * a.uz;
    const [rx, ry, rz] = [dx - axial * a.ux, dy - axial * a.uy, dz - axial * a.uz];
    const radial = Math.sqrt(rx * rx + ry * ry + rz * rz);
    const sideGap = radial - a.radius - b.radius;
    const faceGap = Math.abs(axial) - a.half - b.half;
    if (sideGap > this.#margin || faceGap > this.#margin) return;
    // end faces separate them, or overlap less than the sides
    if (faceGap > sideGap) {
      this.#collideFaces(a, b, axial, [rx, ry, rz]);
      return;
    }
    const low = Math.max(-a.half, axial - b.half);
    const high = Math.min(a.half, axial + b.half);
    // an impact at the height of their centres of mass tips neither
    const up = this.solids.rise(a);
    if (a.stance === STANDS) {
      const s = (this.solids.centerHeight(a, b) - this.solids.height(a)) / up;
      this.#collideSide(a, b, Math.min(high, Math.max(low, s)));
    } else {
      this.#collideSide(a, b, low);
      this.#collideSide(a, b, high);
    }
  }

  /** Whether there is a gap along the line of centres, across an axis, along an axis, or seen along an axis: no contact. */
  #separated(a: ColliderSolid, b: ColliderSolid): boolean {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const dz = b.z - a.z;
    const alongA = dx * a.ux + dy * a.uy + dz * a.uz;
    const alongB = dx * b.ux + dy * b.uy + dz * b.uz;
    return (
      this.#gapAlong(a, b, dx, dy, dz) ||
      this.#gapAlong(a, b, dx - alongA * a.ux, dy - alongA * a.uy, dz - alongA * a.uz) ||
      this.#gapAlong(a, b, dx - alongB * b.ux, dy - alongB * b.uy, dz - alongB * b.uz) ||
      this.#gapAlong(a, b, alongA * a.ux, alongA * a.uy, alongA * a.uz) ||
      this.#gapAlong(a, b, alongB * b.ux, alongB * b.uy, alongB * b.uz) ||
      this.#isBeside(a, b) ||
      this.#isBeside(b, a)
    );
  }

  /** Seen along the axis of a: whether the circle of a and the rectangle of b, whose axis lies across, have a gap. */
  #isBeside(a: ColliderSolid, b: ColliderSolid): boolean {
    const c = a.ux * b.ux + a.uy * b.uy + a.uz * b.uz;
    const across = Math.sqrt(Math.max(0, 1 - c * c));
    if (across < ACROSS_SIN) return false;
    // e: b's axis as it is seen, f across it
    const ex = (b.ux - c * a.ux) / across;
    const ey = (b.uy - c * a.uy) / across;
    const ez = (b.uz - c * a.uz) / across;
    const fx = a.uy * ez - a.uz * ey;
    const fy = a.uz * ex - a.ux * ez;
    const fz = a.ux * ey - a.uy * ex;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const dz = b.z - a.z;
    const along = Math.max(0, Math.abs(dx * ex + dy * ey + dz * ez) - b.half * across - b.radius * Math.abs(c));
    const aside = Math.max(0, Math.abs(dx * fx + dy * fy + dz * fz) - b.radius);
    return Math.sqrt(along * along + aside * aside) - a.radius > this.#margin;
  }

  #gapAlong(a: ColliderSolid, b: ColliderSolid, nx: number, ny: number, nz: number): boolean {
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size < 1e-9) return false;
    const apart = ((b.x - a.x) * nx + (b.y - a.y) * ny + (b.z - a.z) * nz) / size;
    const ca = (nx * a.ux + ny * a.uy + nz * a.uz) / size;
    const cb = (nx * b.ux + ny * b.uy + nz * b.uz) / size;
    // extent of a cylinder along n: half |c| + radius sqrt(1 - c²)
    const reachA = a.half * Math.abs(ca) + a.radius * Math.sqrt(Math.max(0, 1 - ca * ca));
    const reachB = b.half * Math.abs(cb) + b.radius * Math.sqrt(Math.max(0, 1 - cb * cb));
    return Math.abs(apart) - reachA - reachB > this.#margin;
  }

  /** The contact at distance `s` along a's axis from its centre. */
  #collideSide(a: ColliderSolid, b: ColliderSolid, s: number): void {
    const [ax, ay, az] = [a.x + s * a.ux, a.y + s * a.uy, a.z + s * a.uz];
    // nearest point of b's axis
    const t = (ax - b.x) * b.ux + (ay - b.y) * b.uy + (az - b.z) * b.uz;
    const [dx, dy, dz] = [b.x + t * b.ux - ax, b.y + t * b.uy - ay, b.z + t * b.uz - az];
    const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const dist = far - a.radius - b.radius;
    if (dist > this.#margin || far < 1e-9) return;
    const [nx, ny, nz] = [dx / far, dy / far, dz / far];
    const mid = a.radius + dist / 2;
    this.#write(a, b, dist, [ax + nx * mid, ay + ny * mid, az + nz * mid], [nx, ny, nz]);
  }

  /** Two end faces: four points of the lens in which they overlap. `r`: from a's axis to the centre of b. */
  #collideFaces(a: ColliderSolid, b: ColliderSolid, axial: number, r: Triple): void {
    const side = axial > 0 ? 1 : -1;
    const n: Triple = [side * a.ux, side * a.uy, side * a.uz];
    const flip = b.ux * n[0] + b.uy * n[1] + b.uz * n[2] > 0 ? -1 : 1;
    const nb: Triple = [flip * b.ux, flip * b.uy, flip * b.uz];
    const slope = dot(nb, n);
    const radial = Math.sqrt(dot(r, r));
    // e1 towards b, e2 across, in the plane of a's face
    const e1: Triple = radial > 1e-9 ? [r[0] / radial, r[1] / radial, r[2] / radial] : across(n);
    const e2: Triple = [n[1] * e1[2] - n[2] * e1[1], n[2] * e1[0] - n[0] * e1[2], n[0] * e1[1] - n[1] * e1[0]];
    for (const [x, y] of lensPoints(a.radius, b.radius, radial)) {
      const q = [0, 1, 2].map((k) => n[k] * a.half + e1[k] * x + e2[k] * y) as Triple;
      q[0] += a.x;
      q[1] += a.y;
      q[2] += a.z;
      // height of b's face above a's face at this point, along a's normal
      const over: Triple = [b.x + nb[0] * b.half - q[0], b.y + nb[1] * b.half - q[1], b.z + nb[2] * b.half - q[2]];
      const dist = dot(nb, over) / slope;
      if (dist > this.#margin) continue;
      this.#write(a, b, dist, [q[0] + (n[0] * dist) / 2, q[1] + (n[1] * dist) / 2, q[2] + (n[2] * dist) / 2], n);
    }
  }

  /** Any other attitude: the nearest points that the engine finds. */
  #collideGeneral(a: ColliderSolid, b: ColliderSolid): void {
    const c = this.#c;
    const dist = c.engine.mj.mj_geomDistance(c.model, c.data, a.geom, b.geom, this.#margin, this.#fromTo);
    c.refresh();
    if (dist >= this.#margin) return;
    const q = this.#fromTo.GetView();
    const sign = dist < 0 ? -1 : 1;
    const d = [q[3] - q[0], q[4] - q[1], q[5] - q[2]].map((x) => x * sign) as Triple;
    const size = Math.sqrt(dot(d, d));
    if (size < 1e-12) return;
    const point: Triple = [(q[0] + q[3]) / 2, (q[1] + q[4]) / 2, (q[2] + q[5]) / 2];
    this.#write(a, b, dist, point, [d[0] / size, d[1] / size, d[2] / size]);
  }

  /** Writes the next contact, normal from a to b. Skips it if the memory is full: the world is then rebuilt with more. */
  #write(a: ColliderSolid, b: ColliderSolid, dist: number, pos: Triple, n: Triple): void {
    const { contactF: f, contactI: i, contactBytes, contactFields: at } = this.#c;
    const k = this.#next;
    if ((k + 1) * at.bytes > contactBytes.length) return;
    contactBytes.set(at.template, k * at.bytes);
    const fk = k * (at.bytes >> 3);
    f[fk + at.dist] = dist;
    for (let x = 0; x < 3; x++) f[fk + at.pos + x] = pos[x];
    writeNormal(f, fk + at.frame, n[0], n[1], n[2]);
    f[fk + at.solimp] = f[fk + at.solimp + 1] = this.#impedance;
    f[fk + at.includemargin] = this.#margin;
    const ik = k * (at.bytes >> 2) + at.geom;
    i[ik] = a.geom;
    i[ik + 1] = b.geom;
    this.#next++;
  }
}

type Triple = [number, number, number];

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** A unit vector at right angles to n. */
function across(n: Triple): Triple {
  const frame = new Float64Array(9);
  writeNormal(frame, 0, n[0], n[1], n[2]);
  return [frame[3], frame[4], frame[5]];
}

/** Extreme points of the lens of two discs with centres `apart` from each other, along and across the line of centres. */
function lensPoints(ra: number, rb: number, apart: number): readonly (readonly [number, number])[] {
  const from = Math.max(-ra, apart - rb);
  const to = Math.min(ra, apart + rb);
  const mid = (from + to) / 2;
  const half = Math.sqrt(Math.max(0, Math.min(ra * ra - mid * mid, rb * rb - (mid - apart) * (mid - apart))));
  return [
    [from, 0],
    [to, 0],
    [mid, half],
    [mid, -half],
  ];
}
