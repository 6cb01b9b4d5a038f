// The shadow map of the first sun: position of the nearest surface along its light. The map is fitted to the instances, with
// discrete sizes and a position of whole pixels, so that shadow edges do not flicker. Written once per scene state, read by
// all views.

import {
  FLAG_MOVING, FLAG_PLANE, FLAG_TWO_SIDED, INSTANCE_FLAGS, INSTANCE_RADIUS, INSTANCE_ROUND, LEVEL_INDEX, LEVEL_POSITIONS,
  LEVEL_TRIANGLES, LEVEL_VERTICES, STATE_LIGHTS, STATE_PIXELS_PER_M, STATE_SHADOW, STATE_SHADOW_FRAME,
  STATE_SHADOW_SIDE, STATE_SHADOW_USED, STATE_SUNS, SHADOW_TILE, SHADOW_TILE_BYTES,
} from "../../src/render/raster/RasterLayout";
import {
  chooseLevel, instanceAt, instanceCount, middleOf, pictureX, pictureY, placeInstance, rowOf, viewedAt, viewZ, worldAt,
} from "./View";

/** If shadow casters extend farther than this, the map is fitted to moving ones only, m. */
const WIDE: f64 = 30;
const WIDEST: f64 = 80;
const MAX_TRIMS: i32 = 30;
const NARROWEST: f64 = 0.5;
const EMPTY: f32 = -1e30;

let side: i32 = 0;
let map: usize = 0;
let tiles: usize = 0;
let frame: usize = 0;
let scale: f64 = 0;

export function drawShadows(sceneState: usize): void {
  store<i32>(sceneState, 0, STATE_SHADOW_USED);
  tiles = load<u32>(sceneState, STATE_SHADOW);
  side = load<i32>(sceneState, STATE_SHADOW_SIDE);
  if (tiles == 0 || load<i32>(sceneState, STATE_SUNS) == 0) return;
  map = tiles + SHADOW_TILE_BYTES;
  frame = sceneState + STATE_SHADOW_FRAME;
  setAxes(load<u32>(sceneState, STATE_LIGHTS));
  if (!fit()) return;
  store<f64>(sceneState, scale, STATE_PIXELS_PER_M);
  clearTiles();
  for (let i = 0; i < instanceCount; i++)
    if (!(load<i32>(instanceAt(i), INSTANCE_FLAGS) & FLAG_PLANE)) drawCaster(i);
  store<i32>(sceneState, 1, STATE_SHADOW_USED);
}

// axes: right, up, towards the sun
function setAxes(sun: usize): void {
  const x = <f64>load<f32>(sun), y = <f64>load<f32>(sun, 4), z = <f64>load<f32>(sun, 8);
  // perpendicular to the axis that is least parallel
  const isSteep = abs(z) > 0.9;
  let rx = isSteep ? 0 : -y, ry = isSteep ? -z : x, rz = isSteep ? y : 0;
  const n = 1 / sqrt(rx * rx + ry * ry + rz * rz);
  rx *= n;
  ry *= n;
  rz *= n;
  put(frame, rx, ry, rz);
  put(frame + 24, y * rz - z * ry, z * rx - x * rz, x * ry - y * rx);
  put(frame + 48, x, y, z);
}

function put(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

let min0: f64 = 0, max0: f64 = 0, min1: f64 = 0, max1: f64 = 0;
let mean0: f64 = 0, mean1: f64 = 0;
// only instances in here are used: a centre perpendicular to the light, and a distance around it
let around0: f64 = 0, around1: f64 = 0, around: f64 = 0;

function bound(onlyMoving: bool): bool {
  min0 = min1 = Infinity;
  max0 = max1 = -Infinity;
  let sum0: f64 = 0, sum1: f64 = 0, count: f64 = 0;
  for (let i = 0; i < instanceCount; i++) {
    const instance = instanceAt(i), flags = load<i32>(instance, INSTANCE_FLAGS), world = worldAt(i);
    if (flags & FLAG_PLANE || (onlyMoving && !(flags & FLAG_MOVING))) continue;
    const r = <f64>load<f32>(instance, INSTANCE_RADIUS);
    const x = middleOf(world, instance, 0), y = middleOf(world, instance, 1), z = middleOf(world, instance, 2);
    const a = x * load<f64>(frame) + y * load<f64>(frame, 8) + z * load<f64>(frame, 16);
    const b = x * load<f64>(frame, 24) + y * load<f64>(frame, 32) + z * load<f64>(frame, 40);
    if (!(max(abs(a - around0), abs(b - around1)) <= around)) continue;
    min0 = min(min0, a - r);
    max0 = max(max0, a + r);
    min1 = min(min1, b - r);
    max1 = max(max1, b + r);
    sum0 += a;
    sum1 += b;
    count += 1;
  }
  if (count > 0) {
    mean0 = sum0 / count;
    mean1 = sum1 / count;
  }
  return count > 0;
}

// @ts-ignore: decorator
@inline
function extent(): f64 {
  return max(max0 - min0, max1 - min1);
}

/** Fits the map to all shadow casters, or to moving ones if that is too wide; ignores outliers far from the others. */
function fit(): bool {
  around0 = around1 = 0;
  around = 1e6;
  if (!bound(false)) return false;
  const onlyMoving = extent() > WIDE && bound(true);
  if (!onlyMoving) bound(false);
  for (let i = 0; i < MAX_TRIMS && extent() > WIDEST; i++) {
    around = 0.75 * max(max(max0 - mean0, mean0 - min0), max(max1 - mean1, mean1 - min1));
    around0 = mean0;
    around1 = mean1;
    if (!bound(onlyMoving)) break;
  }
  // sizes differ by the fourth root of 2; a border of two pixels stays empty
  const need = min(extent(), WIDEST);
  let size = NARROWEST;
  while (size < need) size *= 1.189207115002721;
  const pixel = size / <f64>(side - 4);
  scale = 1 / pixel;
  const middle0 = max0 > min0 ? (min0 + max0) * 0.5 : around0, middle1 = max1 > min1 ? (min1 + max1) * 0.5 : around1;
  const a = floor(middle0 / pixel + 0.5) * pixel, b = floor(middle1 / pixel + 0.5) * pixel;
  put(frame + 72,
    a * load<f64>(frame) + b * load<f64>(frame, 24),
    a * load<f64>(frame, 8) + b * load<f64>(frame, 32),
    a * load<f64>(frame, 16) + b * load<f64>(frame, 40));
  return true;
}

// clears only tiles that were written: most of a map stays empty
function clearTiles(): void {
  const n = side / SHADOW_TILE, empty = f32x4.splat(EMPTY);
  for (let t = 0; t < n * n; t++) {
    if (!load<u8>(tiles + t)) continue;
    store<u8>(tiles + t, 0);
    let at = map + <usize>((t / n) * SHADOW_TILE * side + (t % n) * SHADOW_TILE) * 4;
    for (let row = 0; row < SHADOW_TILE; row++, at += <usize>side * 4)
      for (let k: usize = 0; k < <usize>(SHADOW_TILE * 4); k += 16) v128.store(at + k, empty);
  }
}

function markTiles(x: f64, y: f64, r: f64): void {
  const n = side / SHADOW_TILE, tile = <f64>SHADOW_TILE;
  const x0 = max(0, <i32>floor((x - r - 1) / tile)), x1 = min(n - 1, <i32>floor((x + r + 4) / tile));
  const y0 = max(0, <i32>floor((y - r - 1) / tile)), y1 = min(n - 1, <i32>floor((y + r + 1) / tile));
  for (let ty = y0; ty <= y1; ty++) for (let tx = x0; tx <= x1; tx++) store<u8>(tiles + ty * n + tx, 1);
}

function drawCaster(i: i32): void {
  const instance = instanceAt(i), world = worldAt(i), half = 0.5 * <f64>side;
  const dx = middleOf(world, instance, 0) - load<f64>(frame, 72);
  const dy = middleOf(world, instance, 1) - load<f64>(frame, 80);
  const dz = middleOf(world, instance, 2) - load<f64>(frame, 88);
  const x = half + scale * (dx * load<f64>(frame) + dy * load<f64>(frame, 8) + dz * load<f64>(frame, 16));
  const y = half - scale * (dx * load<f64>(frame, 24) + dy * load<f64>(frame, 32) + dz * load<f64>(frame, 40));
  const r = scale * <f64>load<f32>(instance, INSTANCE_RADIUS);
  if (!(x + r > 0 && x - r < <f64>side && y + r > 0 && y - r < <f64>side && r < 1e6)) return;
  markTiles(x, y, r);
  const m = viewedAt(i);
  placeInstance(m, i, frame, frame + 24, frame + 48, frame + 72);
  const level = chooseLevel(instance, 0.5 * scale * <f64>load<f32>(instance, INSTANCE_ROUND));
  project(m, level);
  drawTriangles(level, (load<i32>(instance, INSTANCE_FLAGS) & FLAG_TWO_SIDED) != 0);
}

function project(m: usize, level: usize): void {
  const bytes: usize = <usize>load<u32>(level, LEVEL_VERTICES) * 4;
  const px: usize = load<u32>(level, LEVEL_POSITIONS);
  const py = px + bytes, pz = py + bytes, pk = pz + bytes;
  const s = f32x4.splat(<f32>scale), half = f32x4.splat(0.5 * <f32>side);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(px + at), y = v128.load(py + at), z = v128.load(pz + at), k = v128.load(pk + at);
    v128.store(pictureX + at, f32x4.add(half, f32x4.mul(s, rowOf(m, x, y, z, k))));
    v128.store(pictureY + at, f32x4.sub(half, f32x4.mul(s, rowOf(m + 20, x, y, z, k))));
    v128.store(viewZ + at, rowOf(m + 40, x, y, z, k));
  }
}

function drawTriangles(level: usize, isTwoSided: bool): void {
  let at: usize = load<u32>(level, LEVEL_INDEX);
  const end = at + <usize>load<u32>(level, LEVEL_TRIANGLES) * 8;
  for (; at < end; at += 8) {
    const a = <usize>load<u16>(at) * 4, b = <usize>load<u16>(at, 2) * 4, c = <usize>load<u16>(at, 4) * 4;
    const x0 = load<f32>(pictureX + a), y0 = load<f32>(pictureY + a), z0 = load<f32>(viewZ + a);
    const x1 = load<f32>(pictureX + b), y1 = load<f32>(pictureY + b), z1 = load<f32>(viewZ + b);
    const x2 = load<f32>(pictureX + c), y2 = load<f32>(pictureY + c), z2 = load<f32>(viewZ + c);
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (!(area < 0 || (isTwoSided && area > 0))) continue;
    const s: f32 = 1 / area;
    const dzx = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) * s;
    const dzy = ((z2 - z0) * (x1 - x0) - (z1 - z0) * (x2 - x0)) * s;
    fill(x0, y0, x1, y1, x2, y2, z0 - dzx * x0 - dzy * y0, dzx, dzy, min(z0, min(z1, z2)), max(z0, max(z1, z2)));
  }
}

function fill(
  x0: f32, y0: f32, x1: f32, y1: f32, x2: f32, y2: f32, z: f32, dzx: f32, dzy: f32, zMin: f32, zMax: f32,
): void {
  let t: f32;
  if (y1 < y0) { t = x0; x0 = x1; x1 = t; t = y0; y0 = y1; y1 = t; }
  if (y2 < y0) { t = x0; x0 = x2; x2 = t; t = y0; y0 = y2; y2 = t; }
  if (y2 < y1) { t = x1; x1 = x2; x2 = t; t = y1; y1 = y2; y2 = t; }
  const row0 = max(0, <i32>ceil(y0 - 0.5)), row1 = min(side, <i32>ceil(y2 - 0.5));
  if (row0 >= row1) return;
  const s02 = (x2 - x0) / (y2 - y0), s01 = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0, s12 = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
  const lanes = f32x4(0.5, 1.5, 2.5, 3.5), ilanes = i32x4(0, 1, 2, 3), vdz = f32x4.splat(dzx);
  const low = f32x4.splat(zMin), high = f32x4.splat(zMax), empty = f32x4.splat(EMPTY);
  for (let row = row0; row < row1; row++) {
    const y = <f32>row + 0.5;
    const long = x0 + (y - y0) * s02, short = y < y1 ? x0 + (y - y0) * s01 : x1 + (y - y1) * s12;
    let c = max(0, <i32>ceil(min(long, short) - 0.5));
    const end = min(side, <i32>ceil(max(long, short) - 0.5));
    if (c >= end) continue;
    const z0 = f32x4.splat(z + dzy * y);
    let at = map + <usize>(row * side + c) * 4;
    for (; c < end; c += 4, at += 16) {
      let zs = f32x4.add(z0, f32x4.mul(vdz, f32x4.add(f32x4.splat(<f32>c), lanes)));
      zs = f32x4.pmin(f32x4.pmax(zs, low), high);
      if (c + 4 > end) zs = v128.bitselect(zs, empty, i32x4.lt_s(ilanes, i32x4.splat(end - c)));
      v128.store(at, f32x4.pmax(v128.load(at), zs));
    }
  }
}
