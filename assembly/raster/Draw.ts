// Draws instances into samples: culls, transforms, clips at the near plane and at the guard band, fills.

import {
  FLAG_GLASS, FLAG_PLANE, FLAG_TWO_SIDED, INSTANCE_FLAGS, LEVEL_INDEX, LEVEL_TRIANGLES, SCRATCH_POLYGON, TRIANGLE_BITS,
} from "../../src/render/raster/RasterLayout";
import { allowSamples, fillPlane, fillTriangle, setPlane } from "./Fill";
import {
  centerX, centerY, focal, frame, GUARD, instanceAt, instanceCount, isCut, NEAR, pictureX, pictureY, transformVertices,
  viewedAt, viewInstance, viewX, viewY, viewZ, worldAt,
} from "./View";

let polygon: usize = 0;

/** Draws all instances; planes last, because most of them is hidden by then. */
export function drawInstances(scratch: usize): void {
  polygon = load<u32>(scratch, SCRATCH_POLYGON);
  for (let i = 0; i < instanceCount; i++) {
    const flags = load<i32>(instanceAt(i), INSTANCE_FLAGS);
    if (flags & FLAG_PLANE) continue;
    const level = viewInstance(i);
    if (level == 0) continue;
    allowSamples((flags & FLAG_GLASS) != 0);
    transformVertices(viewedAt(i), level);
    drawTriangles(level, (i + 1) << TRIANGLE_BITS, (flags & FLAG_TWO_SIDED) != 0);
  }
  for (let i = 0; i < instanceCount; i++) {
    const flags = load<i32>(instanceAt(i), INSTANCE_FLAGS);
    if (!(flags & FLAG_PLANE)) continue;
    allowSamples((flags & FLAG_GLASS) != 0);
    if (planeOf(i)) fillPlane((i + 1) << TRIANGLE_BITS);
  }
}

/** Sets the plane of a plane instance; false: seen from behind. */
export function planeOf(i: i32): bool {
  const world = worldAt(i), eye = frame + 72;
  const nx = load<f64>(world, 16), ny = load<f64>(world, 40), nz = load<f64>(world, 64);
  // height of the eye above the plane
  const h = nx * (load<f64>(eye) - load<f64>(world, 72)) + ny * (load<f64>(eye, 8) - load<f64>(world, 80)) +
    nz * (load<f64>(eye, 16) - load<f64>(world, 88));
  if (!(h > 0)) return false;
  // 1/z = -(n . ray) / h
  const a = -(nx * load<f64>(frame) + ny * load<f64>(frame, 8) + nz * load<f64>(frame, 16)) / (h * focal);
  const b = (nx * load<f64>(frame, 48) + ny * load<f64>(frame, 56) + nz * load<f64>(frame, 64)) / (h * focal);
  const c = -(nx * load<f64>(frame, 24) + ny * load<f64>(frame, 32) + nz * load<f64>(frame, 40)) / h;
  setPlane(a, b, c - a * centerX - b * centerY);
  return true;
}

// @ts-ignore: decorator
@inline
function setPlaneOf(a: usize, b: usize, c: usize): f64 {
  const x0 = <f64>load<f32>(viewX + a), y0 = <f64>load<f32>(viewY + a), z0 = <f64>load<f32>(viewZ + a);
  const ax = <f64>load<f32>(viewX + b) - x0, ay = <f64>load<f32>(viewY + b) - y0, az = <f64>load<f32>(viewZ + b) - z0;
  const bx = <f64>load<f32>(viewX + c) - x0, by = <f64>load<f32>(viewY + c) - y0, bz = <f64>load<f32>(viewZ + c) - z0;
  const nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
  const d = nx * x0 + ny * y0 + nz * z0;
  const s = 1 / (d * focal), pa = nx * s, pb = -ny * s;
  setPlane(pa, pb, nz / d - pa * centerX - pb * centerY);
  return d;
}

function drawTriangles(level: usize, first: i32, isTwoSided: bool): void {
  let at: usize = load<u32>(level, LEVEL_INDEX);
  const end = at + <usize>load<u32>(level, LEVEL_TRIANGLES) * 8;
  for (; at < end; at += 8) {
    const a = <usize>load<u16>(at) * 4, b = <usize>load<u16>(at, 2) * 4, c = <usize>load<u16>(at, 4) * 4;
    if (isCut && isOutside(a, b, c)) {
      const d = setPlaneOf(a, b, c);
      if (d > 0 || (isTwoSided && d < 0)) cutTriangle(a, b, c, first + <i32>(load<u16>(at, 6) >> 2));
      continue;
    }
    const x0 = load<f32>(pictureX + a), y0 = load<f32>(pictureY + a);
    const x1 = load<f32>(pictureX + b), y1 = load<f32>(pictureY + b);
    const x2 = load<f32>(pictureX + c), y2 = load<f32>(pictureY + c);
    // counter-clockwise is negative: y counts downward
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (!(area < 0 || (isTwoSided && area > 0))) continue;
    if (setPlaneOf(a, b, c) == 0) continue;
    const z0 = load<f32>(viewZ + a), z1 = load<f32>(viewZ + b), z2 = load<f32>(viewZ + c);
    fillTriangle(x0, y0, x1, y1, x2, y2, 1 / max(z0, max(z1, z2)), 1 / min(z0, min(z1, z2)),
      first + <i32>(load<u16>(at, 6) >> 2));
  }
}

// @ts-ignore: decorator
@inline
function isCornerOutside(v: usize): bool {
  const x = load<f32>(viewX + v), y = load<f32>(viewY + v), z = load<f32>(viewZ + v);
  return z < <f32>NEAR || max(abs(x), abs(y)) * <f32>focal > <f32>GUARD * z;
}

function isOutside(a: usize, b: usize, c: usize): bool {
  return isCornerOutside(a) || isCornerOutside(b) || isCornerOutside(c);
}

// signed distance of a corner from the near plane or from one of the four sides of the guard band; positive inside
// @ts-ignore: decorator
@inline
function inside(v: usize, side: i32): f64 {
  const x = load<f64>(v), y = load<f64>(v, 8), z = load<f64>(v, 16);
  if (side == 0) return z - NEAR;
  if (side == 1) return GUARD * z - focal * x;
  if (side == 2) return GUARD * z + focal * x;
  if (side == 3) return GUARD * z - focal * y;
  return GUARD * z + focal * y;
}

// @ts-ignore: decorator
@inline
function putCorner(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

/** Clips at one plane after the other; up to 8 corners remain. */
function cutTriangle(a: usize, b: usize, c: usize, number: i32): void {
  let from = polygon, to = polygon + 256, n = 3;
  putCorner(from, load<f32>(viewX + a), load<f32>(viewY + a), load<f32>(viewZ + a));
  putCorner(from + 24, load<f32>(viewX + b), load<f32>(viewY + b), load<f32>(viewZ + b));
  putCorner(from + 48, load<f32>(viewX + c), load<f32>(viewY + c), load<f32>(viewZ + c));
  for (let side = 0; side < 5; side++) {
    n = cutSide(from, n, to, side);
    if (n < 3) return;
    const swap = from;
    from = to;
    to = swap;
  }
  fillPolygon(from, n, number);
}

function cutSide(from: usize, n: i32, to: usize, side: i32): i32 {
  let count = 0;
  for (let i = 0; i < n; i++) {
    const p = from + <usize>i * 24, q = from + <usize>(i + 1 == n ? 0 : i + 1) * 24;
    const dp = inside(p, side), dq = inside(q, side);
    if (dp >= 0) {
      memory.copy(to + <usize>count * 24, p, 24);
      count++;
    }
    if ((dp >= 0) == (dq >= 0)) continue;
    // from the inner corner to the outer one, so that both triangles at this edge get the same point
    const i0 = dp >= 0 ? p : q, i1 = dp >= 0 ? q : p, d0 = dp >= 0 ? dp : dq, d1 = dp >= 0 ? dq : dp;
    const s = d0 / (d0 - d1);
    putCorner(to + <usize>count * 24,
      load<f64>(i0) + s * (load<f64>(i1) - load<f64>(i0)),
      load<f64>(i0, 8) + s * (load<f64>(i1, 8) - load<f64>(i0, 8)),
      load<f64>(i0, 16) + s * (load<f64>(i1, 16) - load<f64>(i0, 16)));
    count++;
  }
  return count;
}

// corners that were not clipped get the same f32 as in a triangle that is not clipped
// @ts-ignore: decorator
@inline
function toX(v: usize): f32 {
  return <f32>centerX + <f32>load<f64>(v) * (<f32>focal / <f32>load<f64>(v, 16));
}

// @ts-ignore: decorator
@inline
function toY(v: usize): f32 {
  return <f32>centerY - <f32>load<f64>(v, 8) * (<f32>focal / <f32>load<f64>(v, 16));
}

function fillPolygon(p: usize, n: i32, number: i32): void {
  let zMin = Infinity, zMax: f64 = 0;
  for (let i = 0; i < n; i++) {
    const z = load<f64>(p + <usize>i * 24, 16);
    zMin = min(zMin, z);
    zMax = max(zMax, z);
  }
  for (let i = 1; i + 1 < n; i++) {
    const q = p + <usize>i * 24, r = q + 24;
    fillTriangle(toX(p), toY(p), toX(q), toY(q), toX(r), toY(r), <f32>(1 / zMax), <f32>(1 / zMin), number);
  }
}
