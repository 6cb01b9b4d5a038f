// Whether two solids are farther apart than their margins, where one of them is round: Gilbert's method on the difference of the two. v
// is a point of the difference, from a point of one solid to a point of the other; the plane through the point that reaches
// farthest against v bounds the distance from below. Spheres and capsules are a point and a line with a radius; what is neither
// an ellipsoid counts as its box.

import { CAPSULE, ELLIPSOID, SOLID_BOX, SOLID_HIGH, SOLID_KIND, SOLID_LOW, SPHERE } from "../../src/physics/kernel/CollisionLayout";
import { marginOf, turnOf } from "./Solids";

const MAX_STEPS: i32 = 8;
/** The engine's search is that precise, m. */
const SLACK: f64 = 1e-5;

/** The farthest point of the last solid, from its centre. */
let px: f64 = 0, py: f64 = 0, pz: f64 = 0;

// @ts-ignore: decorator
@inline
function radiusOf(solid: usize, kind: i32): f64 {
  return kind == SPHERE || kind == CAPSULE ? load<f64>(solid, SOLID_BOX + 24) : 0;
}

/** False: neither is round, or they may be close. */
export function isWide(a: usize, b: usize): bool {
  const kindA = load<i32>(a, SOLID_KIND), kindB = load<i32>(b, SOLID_KIND);
  if (!isRound(kindA) && !isRound(kindB)) return false;
  const reach = marginOf(a) + marginOf(b) + radiusOf(a, kindA) + radiusOf(b, kindB) + SLACK;
  const cx = middle(b, 0) - middle(a, 0), cy = middle(b, 8) - middle(a, 8), cz = middle(b, 16) - middle(a, 16);
  let vx = cx, vy = cy, vz = cz;
  for (let i = 0; i < MAX_STEPS; i++) {
    const size = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (!(size > reach)) return false;
    const nx = vx / size, ny = vy / size, nz = vz / size;
    findFarthest(a, kindA, nx, ny, nz);
    let wx = cx - px, wy = cy - py, wz = cz - pz;
    findFarthest(b, kindB, -nx, -ny, -nz);
    wx += px;
    wy += py;
    wz += pz;
    if (nx * wx + ny * wy + nz * wz > reach) return true;
    // to the point of the line from v to w that is closest to the origin
    const dx = wx - vx, dy = wy - vy, dz = wz - vz;
    const t = min(1, -(vx * dx + vy * dy + vz * dz) / (dx * dx + dy * dy + dz * dz));
    if (!(t > 0)) return false;
    vx += t * dx;
    vy += t * dy;
    vz += t * dz;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function isRound(kind: i32): bool {
  return kind == SPHERE || kind == CAPSULE || kind == ELLIPSOID;
}

/** Of the box in the world. */
// @ts-ignore: decorator
@inline
function middle(solid: usize, axis: usize): f64 {
  return 0.5 * (load<f64>(solid + axis, SOLID_LOW) + load<f64>(solid + axis, SOLID_HIGH));
}

/** Along the unit vector n, without the radius of spheres and capsules. */
function findFarthest(solid: usize, kind: i32, nx: f64, ny: f64, nz: f64): void {
  px = py = pz = 0;
  if (kind == SPHERE) return;
  const m = turnOf(solid);
  const ex = load<f64>(solid, SOLID_BOX + 24), ey = load<f64>(solid, SOLID_BOX + 32), ez = load<f64>(solid, SOLID_BOX + 40);
  const w = nx * load<f64>(m, 16) + ny * load<f64>(m, 40) + nz * load<f64>(m, 64);
  if (kind == CAPSULE) {
    addAxis(m, 16, copysign(ez - ex, w));
    return;
  }
  const u = nx * load<f64>(m) + ny * load<f64>(m, 24) + nz * load<f64>(m, 48);
  const v = nx * load<f64>(m, 8) + ny * load<f64>(m, 32) + nz * load<f64>(m, 56);
  if (kind == ELLIPSOID) {
    const x = ex * ex * u, y = ey * ey * v, z = ez * ez * w, scale = 1 / Math.sqrt(x * u + y * v + z * w);
    addAxis(m, 0, x * scale);
    addAxis(m, 8, y * scale);
    addAxis(m, 16, z * scale);
    return;
  }
  addAxis(m, 0, copysign(ex, u));
  addAxis(m, 8, copysign(ey, v));
  addAxis(m, 16, copysign(ez, w));
}

// @ts-ignore: decorator
@inline
function addAxis(m: usize, column: usize, length: f64): void {
  px += length * load<f64>(m + column);
  py += length * load<f64>(m + column, 24);
  pz += length * load<f64>(m + column, 48);
}
