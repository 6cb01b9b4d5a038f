// Converts samples to colours: each triangle is shaded once in each pixel that it covers partly, at the mean of its samples;
// fully covered pixels of one triangle are shaded four at a time. Colours are mixed as linear light and written as sRGB.

import {
  FLAG_DULL, FLAG_SMOOTH, INSTANCE_DIFFUSE, INSTANCE_FLAGS, INSTANCE_ROUGHNESS, INSTANCE_SPECULAR, LEVEL_INDEX, STATE_SKY,
  PICTURE_COLOR, SCRATCH_CACHE, SKY_STEPS, TRIANGLE_BITS, VIEWED_LEVEL,
} from "../../src/render/raster/RasterLayout";
import {
  addLights, arrivingOnFlat, baseB, baseG, baseR, diffuseB, diffuseG, diffuseR, glossB, glossG, glossR, openLights,
  setFlatLight, sunB, sunG, sunR,
} from "./Light";
import {
  form, inverseLength, openRays, ray, rayXA, rayXB, rayXC, rayYA, rayYB, rayYC, rayZA, rayZB, rayZC,
} from "./Ray";
import { addColor, clearColor, openRow, red, spare, spareStep, writeRow } from "./Row";
import {
  clearSetups, SETUP_DEPTH, SETUP_FLAT, SETUP_INSTANCE, SETUP_NORMAL, SETUP_TEXTURE, SETUP_U, SETUP_V, setupOf,
} from "./Setup";
import { colorOf, lookUp, plainTexel } from "./Texture";
import { endRow, firstRow, frame, instanceAt, sceneState, numbers, viewedAt, width } from "./View";
import { flushQueue, queuePixel } from "./PixelQueue";

let cache: usize = 0;
let sky: usize = 0;
export function shadeRows(picture: usize, scratch: usize): void {
  cache = load<u32>(scratch, SCRATCH_CACHE);
  openRow(scratch);
  sky = load<u32>(sceneState, STATE_SKY);
  clearSetups(cache);
  openLights(sceneState, frame + 72);
  openRays();
  const color: usize = load<u32>(picture, PICTURE_COLOR);
  for (let row = firstRow; row < endRow; row++) {
    shadeRow(row);
    writeRow(color + <usize>(row * width) * 4);
  }
}

function shadeRow(row: i32): void {
  let at = numbers + <usize>(row * width) * 16;
  const y = <f32>row + 0.5;
  let c = 0;
  while (c < width) {
    const number = load<i32>(at), all = i32x4.splat(number);
    if (!i32x4.all_true(i32x4.eq(v128.load(at), all))) {
      shadeMixed(c, y, at);
      c++;
      at += 16;
      continue;
    }
    const start = c;
    do {
      c++;
      at += 16;
    } while (c < width && i32x4.all_true(i32x4.eq(v128.load(at), all)));
    shadeRun(number, start, c, y);
  }
  flushQueue();
}

// pixels beyond the end are overwritten by the next run; one or two remaining pixels go to the queue
function shadeRun(number: i32, start: i32, end: i32, y: f32): void {
  const lanes = f32x4(0.5, 1.5, 2.5, 3.5), vy = f32x4.splat(y);
  if (number == 0) {
    shadeSkyRun(start, end, vy);
    return;
  }
  const setup = setupOf(cache, number);
  if (end - start > 2 && shadeFlat(setup, start, end, y)) return;
  let c = start;
  for (; c + 2 < end; c += 4) shadeFour(setup, f32x4.add(f32x4.splat(<f32>c), lanes), vy, red + <usize>c * 4);
  for (; c < end; c++) {
    clearColor(c);
    queuePixel(setup, <f32>c + 0.5, y, c, 1);
  }
}

/** Flat surfaces without texture and highlights, such as floors and walls: only the shadow changes. False: not such a surface. */
function shadeFlat(setup: usize, start: i32, end: i32, y: f32): bool {
  const instance: usize = load<u32>(setup, SETUP_INSTANCE);
  if (!load<i32>(setup, SETUP_FLAT) || load<u32>(setup, SETUP_TEXTURE) != 0) return false;
  if (!(load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL)) return false;
  const nx = load<f32>(setup, SETUP_NORMAL), ny = load<f32>(setup, SETUP_NORMAL + 4), nz = load<f32>(setup, SETUP_NORMAL + 8);
  if (!setFlatLight(nx, ny, nz)) return false;
  const r = load<f32>(instance, INSTANCE_DIFFUSE), g = load<f32>(instance, INSTANCE_DIFFUSE + 4), b = load<f32>(instance, INSTANCE_DIFFUSE + 8);
  const one = f32x4.splat(1), lanes = f32x4(0.5, 1.5, 2.5, 3.5), vy = f32x4.splat(y);
  const r0 = f32x4.splat(r * baseR), g0 = f32x4.splat(g * baseG), b0 = f32x4.splat(b * baseB);
  const r1 = f32x4.splat(r * sunR), g1 = f32x4.splat(g * sunG), b1 = f32x4.splat(b * sunB);
  const isSunny = sunR + sunG + sunB > 0;
  let share = f32x4.splat(0);
  for (let c = start; c < end; c += 4) {
    if (isSunny) {
      const x = f32x4.add(f32x4.splat(<f32>c), lanes);
      const z = f32x4.div(one, f32x4.pmax(form(setup + SETUP_DEPTH, x, vy), f32x4.splat(1e-9)));
      share = arrivingOnFlat(nx, ny, nz, f32x4.mul(ray(rayXA, rayXB, rayXC, x, vy), z),
        f32x4.mul(ray(rayYA, rayYB, rayYC, x, vy), z), f32x4.mul(ray(rayZA, rayZB, rayZC, x, vy), z));
    }
    const at = red + <usize>c * 4;
    v128.store(at, f32x4.pmin(one, f32x4.add(r0, f32x4.mul(r1, share))));
    v128.store(at + spareStep, f32x4.pmin(one, f32x4.add(g0, f32x4.mul(g1, share))));
    v128.store(at + 2 * spareStep, f32x4.pmin(one, f32x4.add(b0, f32x4.mul(b1, share))));
  }
  return true;
}

// samples are at (-1, -3), (3, -1), (-3, 1), (1, 3) eighths of a pixel from the centre
// @ts-ignore: decorator
@inline
function sampleX(lane: i32): f32 {
  return lane == 0 ? -0.125 : lane == 1 ? 0.375 : lane == 2 ? -0.375 : 0.125;
}

// @ts-ignore: decorator
@inline
function sampleY(lane: i32): f32 {
  return -0.375 + 0.25 * <f32>lane;
}

// @ts-ignore: decorator
@inline
function surfaceOf(number: i32): i32 {
  if (number == 0) return 0;
  const i = number >>> TRIANGLE_BITS;
  if (!(load<i32>(instanceAt(i - 1), INSTANCE_FLAGS) & FLAG_SMOOTH)) return number;
  const index: usize = load<u32>(<usize>load<u32>(viewedAt(i - 1), VIEWED_LEVEL), LEVEL_INDEX);
  const triangle = <usize>(number & ((1 << TRIANGLE_BITS) - 1));
  return (i << TRIANGLE_BITS) | <i32>(load<u16>(index + triangle * 8, 6) & 3);
}

function shadeMixed(c: i32, y: f32, at: usize): void {
  let left = 15;
  clearColor(c);
  for (let lane = 0; lane < 4; lane++) {
    if (!(left & (1 << lane))) continue;
    const number = load<i32>(at + <usize>lane * 4), surface = surfaceOf(number);
    // all samples of the same surface, and their mean position
    let n: f32 = 0, dx: f32 = 0, dy: f32 = 0;
    for (let k = lane; k < 4; k++) {
      if (!(left & (1 << k))) continue;
      const other = load<i32>(at + <usize>k * 4);
      if (other != number && surfaceOf(other) != surface) continue;
      left &= ~(1 << k);
      n += 1;
      dx += sampleX(k);
      dy += sampleY(k);
    }
    const px = <f32>c + 0.5 + dx / n, py = y + dy / n;
    if (number != 0) queuePixel(setupOf(cache, number), px, py, c, 0.25 * n);
    else {
      shadeSky(f32x4.splat(px), f32x4.splat(py), spare);
      addColor(c, 0.25 * n, load<f32>(spare), load<f32>(spare + spareStep), load<f32>(spare + 2 * spareStep));
    }
  }
}

// the colour changes slowly: columns 0 to 3, 4 to 7 ... have the colour of their centre, wherever a run begins
function shadeSkyRun(start: i32, end: i32, y: v128): void {
  for (let c = start & ~3; c < end; c += 16) {
    const i = skySteps(f32x4.add(f32x4.splat(<f32>c), f32x4(2, 6, 10, 14)), y);
    storeSky(i32x4.extract_lane(i, 0), max(c, start));
    if (c + 4 < end) storeSky(i32x4.extract_lane(i, 1), c + 4);
    if (c + 8 < end) storeSky(i32x4.extract_lane(i, 2), c + 8);
    if (c + 12 < end) storeSky(i32x4.extract_lane(i, 3), c + 12);
  }
}

// @ts-ignore: decorator
@inline
function storeSky(step: i32, column: i32): void {
  const from = sky + <usize>step * 12, at = red + <usize>column * 4;
  v128.store(at, v128.load32_splat(from));
  v128.store(at + spareStep, v128.load32_splat(from, 4));
  v128.store(at + 2 * spareStep, v128.load32_splat(from, 8));
}

// @ts-ignore: decorator
@inline
function skySteps(x: v128, y: v128): v128 {
  const dx = ray(rayXA, rayXB, rayXC, x, y), dy = ray(rayYA, rayYB, rayYC, x, y), dz = ray(rayZA, rayZB, rayZC, x, y);
  const up = f32x4.pmax(f32x4.splat(0), f32x4.mul(dz, inverseLength(dx, dy, dz)));
  // smaller steps near the horizon
  const steps = f32x4.mul(f32x4.sqrt(up), f32x4.splat(<f32>(SKY_STEPS - 1)));
  return i32x4.trunc_sat_f32x4_s(f32x4.pmin(f32x4.add(steps, f32x4.splat(0.5)), f32x4.splat(<f32>(SKY_STEPS - 1))));
}

function shadeSky(x: v128, y: v128, at: usize): void {
  const i = skySteps(x, y);
  const p0 = sky + <usize>i32x4.extract_lane(i, 0) * 12, p1 = sky + <usize>i32x4.extract_lane(i, 1) * 12;
  const p2 = sky + <usize>i32x4.extract_lane(i, 2) * 12, p3 = sky + <usize>i32x4.extract_lane(i, 3) * 12;
  v128.store(at, f32x4(load<f32>(p0), load<f32>(p1), load<f32>(p2), load<f32>(p3)));
  v128.store(at + spareStep, f32x4(load<f32>(p0, 4), load<f32>(p1, 4), load<f32>(p2, 4), load<f32>(p3, 4)));
  v128.store(at + 2 * spareStep, f32x4(load<f32>(p0, 8), load<f32>(p1, 8), load<f32>(p2, 8), load<f32>(p3, 8)));
}

function shadeFour(setup: usize, x: v128, y: v128, at: usize): void {
  const instance: usize = load<u32>(setup, SETUP_INSTANCE);
  const z = f32x4.div(f32x4.splat(1), f32x4.pmax(form(setup + SETUP_DEPTH, x, y), f32x4.splat(1e-9)));
  const dx = ray(rayXA, rayXB, rayXC, x, y), dy = ray(rayYA, rayYB, rayYC, x, y), dz = ray(rayZA, rayZB, rayZC, x, y);
  let nx: v128, ny: v128, nz: v128;
  if (load<i32>(setup, SETUP_FLAT)) {
    nx = v128.load32_splat(setup, SETUP_NORMAL);
    ny = v128.load32_splat(setup, SETUP_NORMAL + 4);
    nz = v128.load32_splat(setup, SETUP_NORMAL + 8);
  } else {
    nx = form(setup + SETUP_NORMAL, x, y);
    ny = form(setup + SETUP_NORMAL + 12, x, y);
    nz = form(setup + SETUP_NORMAL + 24, x, y);
    const s = inverseLength(nx, ny, nz);
    nx = f32x4.mul(nx, s);
    ny = f32x4.mul(ny, s);
    nz = f32x4.mul(nz, s);
  }
  const isDull = (load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL) != 0;
  addLights(nx, ny, nz, f32x4.mul(dx, z), f32x4.mul(dy, z), f32x4.mul(dz, z),
    v128.load32_splat(instance, INSTANCE_ROUGHNESS), !isDull);
  let r = v128.load32_splat(instance, INSTANCE_DIFFUSE), g = v128.load32_splat(instance, INSTANCE_DIFFUSE + 4);
  let b = v128.load32_splat(instance, INSTANCE_DIFFUSE + 8);
  if (load<u32>(setup, SETUP_TEXTURE) != 0) {
    readTexture(setup, instance, x, y, z);
    // texel + (1 - opacity) base colour
    const share = f32x4.sub(f32x4.splat(1), v128.load(spare, 64));
    r = f32x4.add(v128.load(spare, 16), f32x4.mul(share, r));
    g = f32x4.add(v128.load(spare, 32), f32x4.mul(share, g));
    b = f32x4.add(v128.load(spare, 48), f32x4.mul(share, b));
  }
  r = f32x4.mul(r, diffuseR);
  g = f32x4.mul(g, diffuseG);
  b = f32x4.mul(b, diffuseB);
  if (!isDull) {
    r = f32x4.add(r, f32x4.mul(v128.load32_splat(instance, INSTANCE_SPECULAR), glossR));
    g = f32x4.add(g, f32x4.mul(v128.load32_splat(instance, INSTANCE_SPECULAR + 4), glossG));
    b = f32x4.add(b, f32x4.mul(v128.load32_splat(instance, INSTANCE_SPECULAR + 8), glossB));
  }
  const one = f32x4.splat(1);
  v128.store(at, f32x4.pmin(r, one));
  v128.store(at + spareStep, f32x4.pmin(g, one));
  v128.store(at + 2 * spareStep, f32x4.pmin(b, one));
}

/** Writes colours and opacity of the four to the work space, 16 bytes each from offset 16. */
function readTexture(setup: usize, instance: usize, x: v128, y: v128, z: v128): void {
  const texture: usize = load<u32>(setup, SETUP_TEXTURE), flags = load<i32>(instance, INSTANCE_FLAGS);
  const u = f32x4.mul(form(setup + SETUP_U, x, y), z), v = f32x4.mul(form(setup + SETUP_V, x, y), z);
  // d(u)/dx = (a_u - u a_z) z
  const za = v128.load32_splat(setup, SETUP_DEPTH), zb = v128.load32_splat(setup, SETUP_DEPTH + 4);
  const ux = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_U), f32x4.mul(u, za)), z);
  const vx = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_V), f32x4.mul(v, za)), z);
  const uy = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_U + 4), f32x4.mul(u, zb)), z);
  const vy = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_V + 4), f32x4.mul(v, zb)), z);
  const plain = plainTexel(texture, u, v, ux, vx, uy, vy);
  if (plain != 0) {
    const color = colorOf(plain);
    v128.store(spare, v128.shuffle<i32>(color, color, 0, 0, 0, 0), 16);
    v128.store(spare, v128.shuffle<i32>(color, color, 1, 1, 1, 1), 32);
    v128.store(spare, v128.shuffle<i32>(color, color, 2, 2, 2, 2), 48);
    v128.store(spare, v128.shuffle<i32>(color, color, 3, 3, 3, 3), 64);
    return;
  }
  v128.store(spare, u, 80);
  v128.store(spare, v, 96);
  v128.store(spare, ux, 112);
  v128.store(spare, vx, 128);
  v128.store(spare, uy, 144);
  v128.store(spare, vy, 160);
  for (let lane: usize = 0; lane < 4; lane++) {
    const p = spare + lane * 4;
    const texel = lookUp(texture, load<f32>(p, 80), load<f32>(p, 96), load<f32>(p, 112), load<f32>(p, 128),
      load<f32>(p, 144), load<f32>(p, 160), flags);
    store<f32>(p, f32x4.extract_lane(texel, 0), 16);
    store<f32>(p, f32x4.extract_lane(texel, 1), 32);
    store<f32>(p, f32x4.extract_lane(texel, 2), 48);
    store<f32>(p, f32x4.extract_lane(texel, 3), 64);
  }
}
