// Shading data of a triangle, as linear forms a x + b y + c in the picture (px): 1/z, and normal, u and v each times 1/z. Cached
// for recent triangles by a hash; a collision replaces the older entry.

import {
  CACHE_ENTRIES, CACHE_ENTRY_SIZE, FLAG_PLANE, FLAG_TWO_SIDED, INSTANCE_FLAGS, INSTANCE_TEXTURE, INSTANCE_TILES,
  INSTANCE_V_SHIFT, LEVEL_INDEX, LEVEL_NORMALS, LEVEL_POSITIONS, LEVEL_UVS, LEVEL_VERTICES, TRIANGLE_BITS, VIEWED_LEVEL,
} from "../../src/render/raster/RasterLayout";
import { planeOf } from "./Draw";
import { planeA, planeB, planeC } from "./Fill";
import { centerX, centerY, focal, frame, instanceAt, viewedAt, worldAt } from "./View";

export const SETUP_INSTANCE: usize = 4;
export const SETUP_FLAT: usize = 8;
export const SETUP_TEXTURE: usize = 12;
export const SETUP_DEPTH: usize = 16;
/** Three forms (nine numbers) for an interpolated normal; three numbers for a constant one. */
export const SETUP_NORMAL: usize = 28;
export const SETUP_U: usize = 64;
export const SETUP_V: usize = 76;

export function clearSetups(cache: usize): void {
  for (let i: usize = 0; i < <usize>CACHE_ENTRIES; i++) store<i32>(cache + i * CACHE_ENTRY_SIZE, 0);
}

export function setupOf(cache: usize, number: i32): usize {
  const slot: usize = ((<u32>number * 0x9e3779b1) >> 16) & (CACHE_ENTRIES - 1);
  const at = cache + slot * CACHE_ENTRY_SIZE;
  if (load<i32>(at) != number) setUp(at, number);
  return at;
}

function setUp(at: usize, number: i32): void {
  const i = (number >>> TRIANGLE_BITS) - 1, instance = instanceAt(i);
  store<i32>(at, number);
  store<u32>(at, <u32>instance, SETUP_INSTANCE);
  store<u32>(at, load<u32>(instance, INSTANCE_TEXTURE), SETUP_TEXTURE);
  if (load<i32>(instance, INSTANCE_FLAGS) & FLAG_PLANE) setUpPlane(at, i, instance);
  else setUpTriangle(at, i, instance, number & ((1 << TRIANGLE_BITS) - 1));
}

// @ts-ignore: decorator
@inline
function put(at: usize, a: f64, b: f64, c: f64): void {
  store<f32>(at, <f32>a);
  store<f32>(at, <f32>b, 4);
  store<f32>(at, <f32>c, 8);
}

function setUpPlane(at: usize, i: i32, instance: usize): void {
  planeOf(i);
  const world = worldAt(i);
  put(at + SETUP_DEPTH, planeA, planeB, planeC);
  store<i32>(at, 1, SETUP_FLAT);
  put(at + SETUP_NORMAL, load<f64>(world, 16), load<f64>(world, 40), load<f64>(world, 64));
  putAlong(at + SETUP_U, world, 0, <f64>load<f32>(instance, INSTANCE_TILES));
  putAlong(at + SETUP_V, world, 8, -<f64>load<f32>(instance, INSTANCE_TILES + 4));
}

// coordinate along an axis of the plane, from its origin: (eye - origin + z ray) . axis, times 1/z
function putAlong(at: usize, world: usize, column: usize, tiles: f64): void {
  const axis = world + column, eye = frame + 72;
  const x = load<f64>(axis) * tiles, y = load<f64>(axis, 24) * tiles, z = load<f64>(axis, 48) * tiles;
  const start = x * (load<f64>(eye) - load<f64>(world, 72)) + y * (load<f64>(eye, 8) - load<f64>(world, 80)) +
    z * (load<f64>(eye, 16) - load<f64>(world, 88));
  const a = (x * load<f64>(frame) + y * load<f64>(frame, 8) + z * load<f64>(frame, 16)) / focal;
  const b = -(x * load<f64>(frame, 48) + y * load<f64>(frame, 56) + z * load<f64>(frame, 64)) / focal;
  const c = x * load<f64>(frame, 24) + y * load<f64>(frame, 32) + z * load<f64>(frame, 40);
  put(at, start * planeA + a, start * planeB + b, start * planeC + c - a * centerX - b * centerY);
}

// one coordinate of a corner in the view's frame
// @ts-ignore: decorator
@inline
function corner(r: usize, p: usize, bytes: usize): f64 {
  return <f64>(((load<f32>(r) * load<f32>(p) + load<f32>(r, 4) * load<f32>(p + bytes)) +
    (load<f32>(r, 8) * load<f32>(p + 2 * bytes) + load<f32>(r, 12) * load<f32>(p + 3 * bytes))) + load<f32>(r, 16));
}

// barycentric weight of each corner times 1/z, as forms in the picture
let a0: f64 = 0, b0: f64 = 0, c0: f64 = 0, a1: f64 = 0, b1: f64 = 0, c1: f64 = 0, a2: f64 = 0, b2: f64 = 0, c2: f64 = 0;

function setUpTriangle(at: usize, i: i32, instance: usize, triangle: i32): void {
  const m = viewedAt(i), level: usize = load<u32>(m, VIEWED_LEVEL);
  const index: usize = <usize>load<u32>(level, LEVEL_INDEX) + <usize>triangle * 8;
  const i0: usize = load<u16>(index), i1: usize = load<u16>(index, 2), i2: usize = load<u16>(index, 4);
  const side = setShares(m, level, i0, i1, i2);
  put(at + SETUP_DEPTH, a0 + a1 + a2, b0 + b1 + b2, c0 + c1 + c2);
  const flip = side < 0 && load<i32>(instance, INSTANCE_FLAGS) & FLAG_TWO_SIDED ? -1.0 : 1.0;
  putNormals(at, worldAt(i), load<u32>(level, LEVEL_NORMALS), i0, i1, i2, flip);
  if (load<u32>(instance, INSTANCE_TEXTURE) != 0) putUVs(at, instance, level, index);
}

// with corners p q r relative to the eye: (q x r) . ray / (p . (q x r)) is the weight of p times 1/z
function setShares(m: usize, level: usize, i0: usize, i1: usize, i2: usize): f64 {
  const bytes: usize = <usize>load<u32>(level, LEVEL_VERTICES) * 4, p: usize = load<u32>(level, LEVEL_POSITIONS);
  const x0 = corner(m, p + i0 * 4, bytes), y0 = corner(m + 20, p + i0 * 4, bytes), z0 = corner(m + 40, p + i0 * 4, bytes);
  const x1 = corner(m, p + i1 * 4, bytes), y1 = corner(m + 20, p + i1 * 4, bytes), z1 = corner(m + 40, p + i1 * 4, bytes);
  const x2 = corner(m, p + i2 * 4, bytes), y2 = corner(m + 20, p + i2 * 4, bytes), z2 = corner(m + 40, p + i2 * 4, bytes);
  a0 = y1 * z2 - z1 * y2;
  b0 = z1 * x2 - x1 * z2;
  c0 = x1 * y2 - y1 * x2;
  a1 = y2 * z0 - z2 * y0;
  b1 = z2 * x0 - x2 * z0;
  c1 = x2 * y0 - y2 * x0;
  a2 = y0 * z1 - z0 * y1;
  b2 = z0 * x1 - x0 * z1;
  c2 = x0 * y1 - y0 * x1;
  const d = x0 * a0 + y0 * b0 + z0 * c0, s = 1 / d, f = s / focal;
  a0 *= f;
  b0 *= -f;
  c0 = c0 * s - a0 * centerX - b0 * centerY;
  a1 *= f;
  b1 *= -f;
  c1 = c1 * s - a1 * centerX - b1 * centerY;
  a2 *= f;
  b2 *= -f;
  c2 = c2 * s - a2 * centerX - b2 * centerY;
  return d;
}

function putNormals(at: usize, world: usize, normals: usize, i0: usize, i1: usize, i2: usize, flip: f64): void {
  const n0 = normals + i0 * 12, n1 = normals + i1 * 12, n2 = normals + i2 * 12;
  const x0 = flip * <f64>load<f32>(n0), y0 = flip * <f64>load<f32>(n0, 4), z0 = flip * <f64>load<f32>(n0, 8);
  const x1 = flip * <f64>load<f32>(n1), y1 = flip * <f64>load<f32>(n1, 4), z1 = flip * <f64>load<f32>(n1, 8);
  const x2 = flip * <f64>load<f32>(n2), y2 = flip * <f64>load<f32>(n2, 4), z2 = flip * <f64>load<f32>(n2, 8);
  const isFlat = x0 == x1 && x1 == x2 && y0 == y1 && y1 == y2 && z0 == z1 && z1 == z2;
  store<i32>(at, <i32>isFlat, SETUP_FLAT);
  for (let k: usize = 0; k < 3; k++) {
    const row = world + k * 24, rx = load<f64>(row), ry = load<f64>(row, 8), rz = load<f64>(row, 16);
    const v0 = rx * x0 + ry * y0 + rz * z0;
    if (isFlat) {
      store<f32>(at + SETUP_NORMAL + k * 4, <f32>v0);
      continue;
    }
    const v1 = rx * x1 + ry * y1 + rz * z1, v2 = rx * x2 + ry * y2 + rz * z2;
    put(at + SETUP_NORMAL + k * 12, a0 * v0 + a1 * v1 + a2 * v2, b0 * v0 + b1 * v1 + b2 * v2, c0 * v0 + c1 * v1 + c2 * v2);
  }
}

function putUVs(at: usize, instance: usize, level: usize, index: usize): void {
  const uvs: usize = load<u32>(level, LEVEL_UVS), group = instance + INSTANCE_TILES + <usize>(load<u16>(index, 6) & 3) * 8;
  const su = <f64>load<f32>(group), sv = <f64>load<f32>(group, 4), shift = <f64>load<f32>(instance, INSTANCE_V_SHIFT);
  const k = <usize>load<u32>(level, LEVEL_POSITIONS) + <usize>load<u32>(level, LEVEL_VERTICES) * 12;
  const i0: usize = load<u16>(index), i1: usize = load<u16>(index, 2), i2: usize = load<u16>(index, 4);
  const u0 = su * <f64>load<f32>(uvs + i0 * 8), u1 = su * <f64>load<f32>(uvs + i1 * 8), u2 = su * <f64>load<f32>(uvs + i2 * 8);
  let v0 = sv * <f64>load<f32>(uvs + i0 * 8, 4), v1 = sv * <f64>load<f32>(uvs + i1 * 8, 4), v2 = sv * <f64>load<f32>(uvs + i2 * 8, 4);
  if (load<f32>(k + i0 * 4) < 0) v0 += shift;
  if (load<f32>(k + i1 * 4) < 0) v1 += shift;
  if (load<f32>(k + i2 * 4) < 0) v2 += shift;
  put(at + SETUP_U, a0 * u0 + a1 * u1 + a2 * u2, b0 * u0 + b1 * u1 + b2 * u2, c0 * u0 + c1 * u1 + c2 * u2);
  put(at + SETUP_V, a0 * v0 + a1 * v1 + a2 * v2, b0 * v0 + b1 * v1 + b2 * v2, c0 * v0 + c1 * v1 + c2 * v2);
}
