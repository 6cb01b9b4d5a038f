// Finds the samples that a triangle covers and keeps the nearest: four samples per pixel in one vector. The intersection of an
// edge with a row of samples depends on the edge only, so it is the same for both triangles of the edge, and spans are half
// open: no gaps, no sample twice. Depth is 1/z, which is linear in the picture; 0 is infinitely far.

import { depths, endRow, firstRow, numbers, width } from "./View";

/** 1/z = planeA x + planeB y + planeC, with x and y in px. */
export let planeA: f64 = 0;
export let planeB: f64 = 0;
export let planeC: f64 = 0;

/** Spans up to this length are not split into partial and full pixels, px. */
const FEW: i32 = 5;

let offsetX: v128 = f32x4.splat(0);
let offsetY: v128 = f32x4.splat(0);
let middleX: v128 = f32x4.splat(0.5);
/** Maximum distance of a sample from the centre of its pixel along x or y, px. */
let reach: f32 = 0;
/** Lanes that may be written. */
let allowed: v128 = i32x4.splat(-1);

/** Four samples on a rotated grid: no two in one row or column. */
export function useFourSamples(): void {
  offsetX = f32x4(-0.125, 0.375, -0.375, 0.125);
  offsetY = f32x4(-0.375, -0.125, 0.125, 0.375);
  middleX = f32x4.add(f32x4.splat(0.5), offsetX);
  reach = 0.375;
}

/** All four samples at the centre of the pixel. */
export function useMiddles(): void {
  offsetX = f32x4.splat(0);
  offsetY = f32x4.splat(0);
  middleX = f32x4.splat(0.5);
  reach = 0;
}

/** Glass covers two of the four samples, so that half of the background is visible. */
export function allowSamples(isGlass: bool): void {
  allowed = isGlass && reach > 0 ? i32x4(-1, 0, 0, -1) : i32x4.splat(-1);
}

export function setPlane(a: f64, b: f64, c: f64): void {
  planeA = a;
  planeB = b;
  planeC = c;
}

export function clearSamples(): void {
  const from = <usize>(firstRow * width) * 16, to = <usize>(endRow * width) * 16;
  memory.fill(depths + from, 0, to - from);
  memory.fill(numbers + from, 0, to - from);
}

// @ts-ignore: decorator
@inline
function minLane(v: v128): f32 {
  const a = f32x4.pmin(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2)), 0);
}

// @ts-ignore: decorator
@inline
function maxLane(v: v128): f32 {
  const a = f32x4.pmax(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2)), 0);
}

/** Fills a triangle: corners in the picture, 1/z of the nearest and of the farthest corner. Call setPlane before. */
export function fillTriangle(
  x0: f32, y0: f32, x1: f32, y1: f32, x2: f32, y2: f32, zMin: f32, zMax: f32, number: i32,
): void {
  // sort by y
  let t: f32;
  if (y1 < y0) { t = x0; x0 = x1; x1 = t; t = y0; y0 = y1; y1 = t; }
  if (y2 < y0) { t = x0; x0 = x2; x2 = t; t = y0; y0 = y2; y2 = t; }
  if (y2 < y1) { t = x1; x1 = x2; x2 = t; t = y1; y1 = y2; y2 = t; }
  const row0 = max(firstRow, <i32>ceil(y0 - 0.5 - reach));
  const row1 = min(endRow, <i32>ceil(y2 - 0.5 + reach));
  if (row0 >= row1) return;
  if (max(x0, max(x1, x2)) < 0 || min(x0, min(x1, x2)) > <f32>width) return;
  const s02 = f32x4.splat((x2 - x0) / (y2 - y0));
  const s01 = f32x4.splat(y1 > y0 ? (x1 - x0) / (y1 - y0) : 0);
  const s12 = f32x4.splat(y2 > y1 ? (x2 - x1) / (y2 - y1) : 0);
  const vx0 = f32x4.splat(x0), vy0 = f32x4.splat(y0), vx1 = f32x4.splat(x1), vy1 = f32x4.splat(y1), vy2 = f32x4.splat(y2);
  const dzx = f32x4.splat(<f32>planeA);
  const dz = f32x4.add(f32x4.mul(offsetX, dzx), f32x4.mul(offsetY, f32x4.splat(<f32>planeB)));
  const id = i32x4.splat(number), far = f32x4.splat(zMin), near = f32x4.splat(zMax);
  const none = f32x4.splat(1e9), end = f32x4.splat(<f32>width), zero = f32x4.splat(0), one = f32x4.splat(1);
  for (let row = row0; row < row1; row++) {
    const y = f32x4.add(f32x4.splat(<f32>row + 0.5), offsetY);
    const down = f32x4.sub(y, vy0);
    const long = f32x4.add(vx0, f32x4.mul(down, s02));
    const short = v128.bitselect(
      f32x4.add(vx0, f32x4.mul(down, s01)), f32x4.add(vx1, f32x4.mul(f32x4.sub(y, vy1), s12)), f32x4.lt(y, vy1));
    const valid = v128.and(v128.and(f32x4.ge(y, vy0), f32x4.lt(y, vy2)), allowed);
    // first column of each sample, and one past its last
    const from = v128.bitselect(f32x4.pmax(f32x4.ceil(f32x4.sub(f32x4.pmin(long, short), middleX)), zero), none, valid);
    const to = v128.and(f32x4.pmin(f32x4.ceil(f32x4.sub(f32x4.pmax(long, short), middleX)), end), valid);
    const first = minLane(from), past = maxLane(to);
    if (first >= past) continue;
    let c = <i32>first;
    const last = <i32>past;
    // short spans: all pixels as partial
    let inner = last, innerEnd = c;
    if (last - c > FEW) {
      inner = <i32>min(maxLane(from), past);
      innerEnd = <i32>minLane(to);
    }
    let column = f32x4.splat(first);
    const z0 = f32x4.add(f32x4.splat(<f32>(planeA * 0.5 + planeB * (<f64>row + 0.5) + planeC)), dz);
    let at = <usize>(row * width + c) * 16;
    // partly covered pixels up to the first fully covered one
    let stop = innerEnd > inner ? inner : last;
    for (;;) {
      for (; c < stop; c++) {
        const z = f32x4.pmin(f32x4.pmax(f32x4.add(z0, f32x4.mul(dzx, column)), far), near);
        const old = v128.load(depths + at);
        const wins = v128.and(f32x4.gt(z, old), v128.and(f32x4.ge(column, from), f32x4.lt(column, to)));
        v128.store(depths + at, v128.bitselect(z, old, wins));
        v128.store(numbers + at, v128.bitselect(id, v128.load(numbers + at), wins));
        column = f32x4.add(column, one);
        at += 16;
      }
      if (c >= last) break;
      for (; c < innerEnd; c++) {
        const z = f32x4.add(z0, f32x4.mul(dzx, column));
        const old = v128.load(depths + at);
        const wins = f32x4.gt(z, old);
        if (v128.any_true(wins)) {
          v128.store(depths + at, v128.bitselect(z, old, wins));
          v128.store(numbers + at, v128.bitselect(id, v128.load(numbers + at), wins));
        }
        column = f32x4.add(column, one);
        at += 16;
      }
      stop = last;
    }
  }
}

/** Fills all samples where the plane is in front of the eye: up to the horizon, where 1/z is 0. */
export function fillPlane(number: i32): void {
  const dzx = f32x4.splat(<f32>planeA);
  const dz = f32x4.add(f32x4.mul(offsetX, dzx), f32x4.mul(offsetY, f32x4.splat(<f32>planeB)));
  const id = i32x4.splat(number);
  const margin = <f64>reach * (abs(planeA) + abs(planeB));
  for (let row = firstRow; row < endRow; row++) {
    const z = planeA * 0.5 + planeB * (<f64>row + 0.5) + planeC;
    if (max(z, z + planeA * <f64>(width - 1)) + margin <= 0) continue;
    const z0 = f32x4.add(f32x4.splat(<f32>z), dz);
    let at = <usize>(row * width) * 16;
    for (let c = 0; c < width; c++) {
      const zc = f32x4.add(z0, f32x4.mul(dzx, f32x4.splat(<f32>c)));
      const old = v128.load(depths + at);
      const wins = v128.and(f32x4.gt(zc, old), allowed);
      if (v128.any_true(wins)) {
        v128.store(depths + at, v128.bitselect(zc, old, wins));
        v128.store(numbers + at, v128.bitselect(id, v128.load(numbers + at), wins));
      }
      at += 16;
    }
  }
}
