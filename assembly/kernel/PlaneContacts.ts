// Contacts of spheres, capsules, cylinders and boxes with planes in closed form: the lowest points of the solid, as far as they
// are within the margin. A capsule touches with its two ends; a cylinder with both ends of its lowest line and two more points of
// its lower rim, at 120 degrees from each other; a box with up to four corners. An omni wheel touches with the middle of its
// lowest line, because it stands on one roller. The normal points from the plane to the solid; the point is that of the solid,
// so that its lever arm is its own radius.

import {
  BOX, CAPSULE, CYLINDER, SOLID_BOX, SOLID_GEOM, SOLID_KIND, SPHERE,
} from "../../src/physics/kernel/CollisionLayout";
import { onPlane, onPlaneCount } from "./BroadPhase";
import { getI, putF, putI } from "./Memory";
import {
  contactSize, contactStart, distAt, frameAt, geomAt, marginAt, marginOf, maxContacts, placeOf, posAt, template, turnOf,
} from "./Solids";

const COS_120: f64 = -0.5;
const SIN_120: f64 = 0.8660254037844386;
const MAX_CORNERS: i32 = 4;
/** Cosine of the angle between normal and axis below which a wheel lies on its side. */
const SIDE: f64 = 0.1;

// the present plane: its geom, its frame as a contact has it, its distance from the origin
let planeGeom: i32 = 0;
let nx: f64 = 0, ny: f64 = 0, nz: f64 = 0, tx: f64 = 0, ty: f64 = 0, tz: f64 = 0, level: f64 = 0;
// the present solid
let geom: i32 = 0;
let margin: f64 = 0;
/** The next contact. */
let count: i32 = 0;

/** Appends contacts to the first `from`; returns the new number. Contacts that do not fit into the memory are left out. */
export function appendPlaneContacts(from: i32): i32 {
  let last: usize = 0;
  count = from;
  for (let i = 0; i < onPlaneCount; i++) {
    const plane = <usize>getI(onPlane, 3 * i), solid = <usize>getI(onPlane, 3 * i + 1);
    if (plane != last) beginPlane(plane);
    last = plane;
    geom = load<i32>(solid, SOLID_GEOM);
    margin = marginOf(plane) + marginOf(solid);
    const kind = load<i32>(solid, SOLID_KIND), p = placeOf(solid), m = turnOf(solid);
    if (kind == SPHERE) touchSphere(solid, p);
    else if (kind == CAPSULE) touchCapsule(solid, p, m);
    else if (kind == CYLINDER) touchCylinder(solid, p, m, getI(onPlane, 3 * i + 2) != 0);
    else if (kind == BOX) touchBox(solid, p, m);
  }
  return count;
}

function beginPlane(plane: usize): void {
  const p = placeOf(plane), m = turnOf(plane);
  planeGeom = load<i32>(plane, SOLID_GEOM);
  nx = load<f64>(m, 16);
  ny = load<f64>(m, 40);
  nz = load<f64>(m, 64);
  level = nx * load<f64>(p) + ny * load<f64>(p, 8) + nz * load<f64>(p, 16);
  // tangent: perpendicular to the normal and to the axis least parallel to it
  const ax = abs(nx), ay = abs(ny), az = abs(nz);
  const least = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  tx = least == 0 ? 0 : least == 1 ? -nz : ny;
  ty = least == 0 ? nz : least == 1 ? 0 : -nx;
  tz = least == 0 ? -ny : least == 1 ? nx : 0;
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx /= size;
  ty /= size;
  tz /= size;
}

// @ts-ignore: decorator
@inline
function heightOf(x: f64, y: f64, z: f64): f64 {
  return nx * x + ny * y + nz * z - level;
}

/** A contact at this point of the solid. */
function add(x: f64, y: f64, z: f64): void {
  const dist = heightOf(x, y, z);
  if (dist > margin || count >= maxContacts) return;
  const c = contactStart + <usize>count * contactSize;
  memory.copy(c, template, contactSize);
  store<f64>(c + distAt, dist);
  putF(c + posAt, 0, x);
  putF(c + posAt, 1, y);
  putF(c + posAt, 2, z);
  const f = c + frameAt;
  putF(f, 0, nx);
  putF(f, 1, ny);
  putF(f, 2, nz);
  putF(f, 3, tx);
  putF(f, 4, ty);
  putF(f, 5, tz);
  putF(f, 6, ny * tz - nz * ty);
  putF(f, 7, nz * tx - nx * tz);
  putF(f, 8, nx * ty - ny * tx);
  store<f64>(c + marginAt, margin);
  putI(c + geomAt, 0, planeGeom);
  putI(c + geomAt, 1, geom);
  count++;
}

function touchSphere(s: usize, p: usize): void {
  const r = load<f64>(s, SOLID_BOX + 24);
  add(load<f64>(p) - r * nx, load<f64>(p, 8) - r * ny, load<f64>(p, 16) - r * nz);
}

function touchCapsule(s: usize, p: usize, m: usize): void {
  const r = load<f64>(s, SOLID_BOX + 24), half = load<f64>(s, SOLID_BOX + 40) - r;
  const x = load<f64>(p) - r * nx, y = load<f64>(p, 8) - r * ny, z = load<f64>(p, 16) - r * nz;
  const ux = half * load<f64>(m, 16), uy = half * load<f64>(m, 40), uz = half * load<f64>(m, 64);
  add(x + ux, y + uy, z + uz);
  add(x - ux, y - uy, z - uz);
}

/** `isWheel`: it stands on one roller. */
function touchCylinder(s: usize, p: usize, m: usize, isWheel: bool): void {
  const r = load<f64>(s, SOLID_BOX + 24), half = load<f64>(s, SOLID_BOX + 40);
  let ux = load<f64>(m, 16), uy = load<f64>(m, 40), uz = load<f64>(m, 64), cos = nx * ux + ny * uy + nz * uz;
  // the axis points up
  if (cos < 0) {
    ux = -ux;
    uy = -uy;
    uz = -uz;
    cos = -cos;
  }
  const x = load<f64>(p), y = load<f64>(p, 8), z = load<f64>(p, 16);
  // d: down along the end faces
  let dx = cos * ux - nx, dy = cos * uy - ny, dz = cos * uz - nz;
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (size > 1e-6) {
    dx *= r / size;
    dy *= r / size;
    dz *= r / size;
  } else {
    dx = r * load<f64>(m);
    dy = r * load<f64>(m, 24);
    dz = r * load<f64>(m, 48);
  }
  const lx = x - half * ux, ly = y - half * uy, lz = z - half * uz;
  if (heightOf(lx + dx, ly + dy, lz + dz) > margin) return;
  const hx = x + half * ux + dx, hy = y + half * uy + dy, hz = z + half * uz + dz;
  const ox = lx + COS_120 * dx, oy = ly + COS_120 * dy, oz = lz + COS_120 * dz;
  const stands = heightOf(ox, oy, oz) <= margin;
  if (isWheel && cos < SIDE && !stands && heightOf(hx, hy, hz) <= margin) {
    add(x + dx, y + dy, z + dz);
    return;
  }
  add(lx + dx, ly + dy, lz + dz);
  add(hx, hy, hz);
  if (!stands) return;
  const ex = SIN_120 * (uy * dz - uz * dy), ey = SIN_120 * (uz * dx - ux * dz), ez = SIN_120 * (ux * dy - uy * dx);
  add(ox + ex, oy + ey, oz + ez);
  add(ox - ex, oy - ey, oz - ez);
}

/** Corners of the lower half. */
function touchBox(s: usize, p: usize, m: usize): void {
  const x = load<f64>(p), y = load<f64>(p, 8), z = load<f64>(p, 16), middle = heightOf(x, y, z), before = count;
  for (let i = 0; i < 8 && count - before < MAX_CORNERS; i++) {
    const a = corner(s, 24, i & 1), b = corner(s, 32, i & 2), c = corner(s, 40, i & 4);
    const px = x + load<f64>(m) * a + load<f64>(m, 8) * b + load<f64>(m, 16) * c;
    const py = y + load<f64>(m, 24) * a + load<f64>(m, 32) * b + load<f64>(m, 40) * c;
    const pz = z + load<f64>(m, 48) * a + load<f64>(m, 56) * b + load<f64>(m, 64) * c;
    if (heightOf(px, py, pz) <= middle) add(px, py, pz);
  }
}

// @ts-ignore: decorator
@inline
function corner(s: usize, at: usize, positive: i32): f64 {
  const half = load<f64>(s + at, SOLID_BOX);
  return positive ? half : -half;
}
