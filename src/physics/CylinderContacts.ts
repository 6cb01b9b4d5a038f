// Cylinders that meet cylinders. The engine would search such pairs iteratively, which is slow and, for parallel axes,
// picks a different point of the line at every step; in a crowd of round robots that is most of the cost and all of
// the jitter. Parallel axes have a closed form: a line (its two ends, or its middle when both stand upright, where
// the ground already keeps them from tipping) or two faces (four points). Other attitudes go to the engine's
// distance function, one point.

import type { CompiledModel } from "./CompiledModel.js";
import { writeNormal } from "./EarlyContact.js";
import { softnessFor } from "./ModelText.js";

/** sin of the angle up to which two axes count as parallel. */
const PARALLEL_SIN = 0.05;
/** cos of the angle to gravity up to which a cylinder counts as upright. */
const UPRIGHT_COS = 0.999;

export interface CylinderSet {
  readonly geoms: Int32Array;
  /** Engine body of each. */
  readonly bodies: Int32Array;
  readonly radius: Float64Array;
  readonly half: Float64Array;
  /** Pairs of bodies that never touch, as body1 * 65536 + body2, smaller first. */
  readonly excluded: ReadonlySet<number>;
  /** Direction of gravity, or 0 0 0. */
  readonly down: readonly [number, number, number];
  /** Scratch: order along x, kept between steps because it hardly changes. */
  readonly order: Int32Array;
  readonly pairs: number[];
  readonly fromTo: { delete(): void; GetView(): Float64Array };
}

/** Appends contacts to the `count` there are; returns the new count. */
export function addCylinderContacts(c: CompiledModel, set: CylinderSet, count: number): number {
  if (set.geoms.length < 2) return count;
  sweep(c, set);
  let next = count;
  for (const key of set.pairs) next = collide(c, set, Math.floor(key / 65536), key % 65536, next);
  if (next !== count) c.data.ncon = next;
  return next;
}

/** Sweep and prune along x; the pairs come out in the order of their geoms, whatever the order along x. */
function sweep(c: CompiledModel, set: CylinderSet): void {
  const { geoms, bodies, radius, half, order, pairs } = set;
  const { geom_xpos: p, geom_margin: margin } = c.views;
  const reach = (i: number) => Math.sqrt(radius[i] * radius[i] + half[i] * half[i]) + margin[geoms[i]];
  const low = (i: number) => p[3 * geoms[i]] - reach(i);
  for (let i = 1; i < order.length; i++) {
    const moving = order[i];
    const edge = low(moving);
    let k = i - 1;
    for (; k >= 0 && low(order[k]) > edge; k--) order[k + 1] = order[k];
    order[k + 1] = moving;
  }
  pairs.length = 0;
  for (let i = 0; i < order.length; i++) {
    const a = order[i];
    const right = p[3 * geoms[a]] + reach(a);
    for (let k = i + 1; k < order.length; k++) {
      const b = order[k];
      if (low(b) > right) break;
      const apart = reach(a) + reach(b);
      if (Math.abs(p[3 * geoms[a] + 1] - p[3 * geoms[b] + 1]) > apart) continue;
      if (Math.abs(p[3 * geoms[a] + 2] - p[3 * geoms[b] + 2]) > apart) continue;
      if (bodies[a] === bodies[b] || isExcluded(set, bodies[a], bodies[b])) continue;
      pairs.push(a < b ? a * 65536 + b : b * 65536 + a);
    }
  }
  pairs.sort((x, y) => x - y);
}

function isExcluded(set: CylinderSet, a: number, b: number): boolean {
  return set.excluded.has(a < b ? a * 65536 + b : b * 65536 + a);
}

/** One pair of near cylinders; a is the lower geom, the normal points from a to b. */
function collide(c: CompiledModel, set: CylinderSet, a: number, b: number, next: number): number {
  const { geom_xpos: p, geom_xmat: m, geom_margin } = c.views;
  const [ga, gb] = [set.geoms[a], set.geoms[b]];
  const margin = Math.max(geom_margin[ga], geom_margin[gb]);
  const [ux, uy, uz] = [m[9 * ga + 2], m[9 * ga + 5], m[9 * ga + 8]];
  let [vx, vy, vz] = [m[9 * gb + 2], m[9 * gb + 5], m[9 * gb + 8]];
  const dot = ux * vx + uy * vy + uz * vz;
  if (dot < 0) [vx, vy, vz] = [-vx, -vy, -vz];
  const [cx, cy, cz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  if (cx * cx + cy * cy + cz * cz > PARALLEL_SIN * PARALLEL_SIN) return collideAnyhow(c, set, a, b, margin, next);
  const [dx, dy, dz] = [p[3 * gb] - p[3 * ga], p[3 * gb + 1] - p[3 * ga + 1], p[3 * gb + 2] - p[3 * ga + 2]];
  const axial = dx * ux + dy * uy + dz * uz;
  const [rx, ry, rz] = [dx - axial * ux, dy - axial * uy, dz - axial * uz];
  const radial = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const sideGap = radial - set.radius[a] - set.radius[b];
  const faceGap = Math.abs(axial) - set.half[a] - set.half[b];
  if (sideGap > margin || faceGap > margin) return next;
  // the face is what separates them, or is overlapped less
  if (faceGap > sideGap) return collideFaces(c, set, a, b, { axial, radial, r: [rx, ry, rz] }, margin, next);
  const low = Math.max(-set.half[a], axial - set.half[b]);
  const high = Math.min(set.half[a], axial + set.half[b]);
  const [gx, gy, gz] = set.down;
  const upright = Math.abs(ux * gx + uy * gy + uz * gz) > UPRIGHT_COS;
  if (upright) return collideSide(c, set, a, b, (low + high) / 2, margin, next);
  return collideSide(c, set, a, b, high, margin, collideSide(c, set, a, b, low, margin, next));
}

/** The point of the line where a's axis is at `s` from its middle. */
function collideSide(
  c: CompiledModel,
  set: CylinderSet,
  a: number,
  b: number,
  s: number,
  margin: number,
  next: number,
): number {
  const { geom_xpos: p, geom_xmat: m } = c.views;
  const [ga, gb] = [set.geoms[a], set.geoms[b]];
  const [ax, ay, az] = [
    p[3 * ga] + s * m[9 * ga + 2],
    p[3 * ga + 1] + s * m[9 * ga + 5],
    p[3 * ga + 2] + s * m[9 * ga + 8],
  ];
  const [vx, vy, vz] = [m[9 * gb + 2], m[9 * gb + 5], m[9 * gb + 8]];
  // nearest point of b's axis
  const t = (ax - p[3 * gb]) * vx + (ay - p[3 * gb + 1]) * vy + (az - p[3 * gb + 2]) * vz;
  const [dx, dy, dz] = [p[3 * gb] + t * vx - ax, p[3 * gb + 1] + t * vy - ay, p[3 * gb + 2] + t * vz - az];
  const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const dist = far - set.radius[a] - set.radius[b];
  if (dist > margin || far < 1e-9) return next;
  const [nx, ny, nz] = [dx / far, dy / far, dz / far];
  const mid = set.radius[a] + dist / 2;
  return write(c, next, ga, gb, dist, [ax + nx * mid, ay + ny * mid, az + nz * mid], [nx, ny, nz], margin);
}

interface Offset {
  readonly axial: number;
  readonly radial: number;
  readonly r: readonly [number, number, number];
}

/** Two end faces: four points of the lens in which they overlap. */
function collideFaces(
  c: CompiledModel,
  set: CylinderSet,
  a: number,
  b: number,
  { axial, radial, r }: Offset,
  margin: number,
  first: number,
): number {
  const { geom_xpos: p, geom_xmat: m } = c.views;
  const [ga, gb] = [set.geoms[a], set.geoms[b]];
  const side = axial > 0 ? 1 : -1;
  const n: [number, number, number] = [side * m[9 * ga + 2], side * m[9 * ga + 5], side * m[9 * ga + 8]];
  const flip = m[9 * gb + 2] * n[0] + m[9 * gb + 5] * n[1] + m[9 * gb + 8] * n[2] > 0 ? -1 : 1;
  const nb = [flip * m[9 * gb + 2], flip * m[9 * gb + 5], flip * m[9 * gb + 8]];
  // e1 towards b, e2 across, in the plane of a's face
  const e1 = radial > 1e-9 ? [r[0] / radial, r[1] / radial, r[2] / radial] : [m[9 * ga], m[9 * ga + 3], m[9 * ga + 6]];
  const e2 = [n[1] * e1[2] - n[2] * e1[1], n[2] * e1[0] - n[0] * e1[2], n[0] * e1[1] - n[1] * e1[0]];
  const [ra, rb] = [set.radius[a], set.radius[b]];
  const from = Math.max(-ra, radial - rb);
  const to = Math.min(ra, radial + rb);
  const mid = (from + to) / 2;
  const half = Math.sqrt(Math.max(0, Math.min(ra * ra - mid * mid, rb * rb - (mid - radial) * (mid - radial))));
  let next = first;
  for (const [x, y] of [
    [from, 0],
    [to, 0],
    [mid, half],
    [mid, -half],
  ]) {
    const q = [0, 1, 2].map((k) => p[3 * ga + k] + n[k] * set.half[a] + e1[k] * x + e2[k] * y);
    // height of b's face above a's face at this point, along a's normal
    const over = [0, 1, 2].map((k) => p[3 * gb + k] + nb[k] * set.half[b] - q[k]);
    const slope = nb[0] * n[0] + nb[1] * n[1] + nb[2] * n[2];
    const dist = (nb[0] * over[0] + nb[1] * over[1] + nb[2] * over[2]) / slope;
    if (dist > margin) continue;
    const point: [number, number, number] = [
      q[0] + (n[0] * dist) / 2,
      q[1] + (n[1] * dist) / 2,
      q[2] + (n[2] * dist) / 2,
    ];
    next = write(c, next, ga, gb, dist, point, n, margin);
  }
  return next;
}

/** Any other attitude: the engine's nearest points. */
function collideAnyhow(c: CompiledModel, set: CylinderSet, a: number, b: number, margin: number, next: number): number {
  const [ga, gb] = [set.geoms[a], set.geoms[b]];
  const dist = c.engine.mj.mj_geomDistance(c.model, c.data, ga, gb, margin, set.fromTo);
  c.refresh();
  if (dist >= margin) return next;
  const q = set.fromTo.GetView();
  const sign = dist < 0 ? -1 : 1;
  const d = [q[3] - q[0], q[4] - q[1], q[5] - q[2]].map((x) => x * sign);
  const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  if (size < 1e-12) return next;
  const point: [number, number, number] = [(q[0] + q[3]) / 2, (q[1] + q[4]) / 2, (q[2] + q[5]) / 2];
  return write(c, next, ga, gb, dist, point, [d[0] / size, d[1] / size, d[2] / size], margin);
}

type Triple = [number, number, number];

/** Writes contact number `k`: normal from geom 1 to geom 2, tangents at right angles. */
function write(
  c: CompiledModel,
  k: number,
  g1: number,
  g2: number,
  dist: number,
  pos: Triple,
  n: Triple,
  margin: number,
): number {
  const { contactF: f, contactI: i, contactFields: at } = c;
  if ((k + 1) * at.bytes > c.contactBytes.length) return k;
  c.contactBytes.set(at.template, k * at.bytes);
  const fk = k * (at.bytes >> 3);
  f[fk + at.dist] = dist;
  for (let x = 0; x < 3; x++) f[fk + at.pos + x] = pos[x];
  writeNormal(f, fk + at.frame, n[0], n[1], n[2]);
  f[fk + at.solimp] = f[fk + at.solimp + 1] = 1 / (1 + softnessFor(c.stepSec));
  f[fk + at.includemargin] = margin;
  const ik = k * (at.bytes >> 2);
  i[ik + at.geom] = g1;
  i[ik + at.geom + 1] = g2;
  return k + 1;
}
