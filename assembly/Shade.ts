// From samples to colours: each triangle is shaded once in each pixel it has a share of, in the middle of its share; whole
// pixels of one triangle go four at a time. Colours are mixed as light and leave as sRGB.

import {
  FLAG_DULL, FLAG_SMOOTH, INSTANCE_DIFFUSE, INSTANCE_FLAGS, INSTANCE_ROUGHNESS, INSTANCE_SPECULAR, MOMENT_SKY,
  MOMENT_SRGB, PICTURE_COLOR, SCRATCH_CACHE, SCRATCH_ROW, SKY_STEPS, SRGB_STEPS, TRIANGLE_BITS,
} from "../src/render/RasterLayout";
import {
  addLights, diffuseB, diffuseG, diffuseR, glossB, glossG, glossR, openLights, setPoints,
} from "./Light";
import {
  clearSetups, SETUP_DEPTH, SETUP_FLAT, SETUP_INSTANCE, SETUP_NORMAL, SETUP_TEXTURE, SETUP_U, SETUP_V, setupOf,
} from "./Setup";
import { lookUp } from "./Texture";
import { centerX, centerY, endRow, firstRow, focal, frame, instanceAt, moment, numbers, width } from "./View";

let cache: usize = 0;
// red, green and blue of the row at hand, then room for four colours
let red: usize = 0;
let green: usize = 0;
let blue: usize = 0;
let spare: usize = 0;
let spareStep: usize = 0;
let sky: usize = 0;
// ray through a place of the picture, in the world: forms
let rayXA: f32 = 0, rayXB: f32 = 0, rayXC: f32 = 0;
let rayYA: f32 = 0, rayYB: f32 = 0, rayYC: f32 = 0;
let rayZA: f32 = 0, rayZB: f32 = 0, rayZC: f32 = 0;

export function shadeRows(picture: usize, scratch: usize): void {
  cache = load<u32>(scratch, SCRATCH_CACHE);
  red = load<u32>(scratch, SCRATCH_ROW);
  spareStep = <usize>(width + 8) * 4;
  green = red + spareStep;
  blue = green + spareStep;
  spare = blue + spareStep;
  sky = load<u32>(moment, MOMENT_SKY);
  clearSetups(cache);
  openLights(moment, frame + 72);
  openRays();
  const color: usize = load<u32>(picture, PICTURE_COLOR);
  for (let row = firstRow; row < endRow; row++) {
    shadeRow(row);
    writeRow(color + <usize>(row * width) * 4);
  }
}

// @ts-ignore: decorator
@inline
function rayPart(axis: usize, k: i32): f32 {
  const right = load<f64>(frame + axis), forward = load<f64>(frame + axis, 24), up = load<f64>(frame + axis, 48);
  if (k == 0) return <f32>(right / focal);
  if (k == 1) return <f32>(-up / focal);
  return <f32>(forward - right / focal * centerX + up / focal * centerY);
}

function openRays(): void {
  rayXA = rayPart(0, 0);
  rayXB = rayPart(0, 1);
  rayXC = rayPart(0, 2);
  rayYA = rayPart(8, 0);
  rayYB = rayPart(8, 1);
  rayYC = rayPart(8, 2);
  rayZA = rayPart(16, 0);
  rayZB = rayPart(16, 1);
  rayZC = rayPart(16, 2);
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
}

// what lies beyond the end is written over by what comes next
function shadeRun(number: i32, start: i32, end: i32, y: f32): void {
  const lanes = f32x4(0.5, 1.5, 2.5, 3.5);
  const setup: usize = number == 0 ? 0 : setupOf(cache, number);
  for (let c = start; c < end; c += 4) {
    const at = red + <usize>c * 4, x = f32x4.add(f32x4.splat(<f32>c), lanes);
    if (number == 0) shadeSky(x, f32x4.splat(y), at);
    else shadeFour(setup, x, f32x4.splat(y), at);
  }
}

// samples stand at (-1, -3), (3, -1), (-3, 1), (1, 3) eighths from the middle
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
  const i = number >> TRIANGLE_BITS;
  return load<i32>(instanceAt(i - 1), INSTANCE_FLAGS) & FLAG_SMOOTH ? i : number;
}

function shadeMixed(c: i32, y: f32, at: usize): void {
  let r: f32 = 0, g: f32 = 0, b: f32 = 0, left = 15;
  for (let lane = 0; lane < 4; lane++) {
    if (!(left & (1 << lane))) continue;
    const number = load<i32>(at + <usize>lane * 4), surface = surfaceOf(number);
    // all samples of the same surface, and their middle
    let n: f32 = 0, dx: f32 = 0, dy: f32 = 0;
    for (let k = lane; k < 4; k++) {
      if (!(left & (1 << k)) || surfaceOf(load<i32>(at + <usize>k * 4)) != surface) continue;
      left &= ~(1 << k);
      n += 1;
      dx += sampleX(k);
      dy += sampleY(k);
    }
    const x = f32x4.splat(<f32>c + 0.5 + dx / n), py = f32x4.splat(y + dy / n);
    if (number == 0) shadeSky(x, py, spare);
    else shadeFour(setupOf(cache, number), x, py, spare);
    r += n * load<f32>(spare);
    g += n * load<f32>(spare + spareStep);
    b += n * load<f32>(spare + 2 * spareStep);
  }
  store<f32>(red + <usize>c * 4, 0.25 * r);
  store<f32>(green + <usize>c * 4, 0.25 * g);
  store<f32>(blue + <usize>c * 4, 0.25 * b);
}

// @ts-ignore: decorator
@inline
function form(at: usize, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load32_splat(at), x), f32x4.mul(v128.load32_splat(at, 4), y)), v128.load32_splat(at, 8));
}

// @ts-ignore: decorator
@inline
function ray(a: f32, b: f32, c: f32, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(f32x4.splat(a), x), f32x4.mul(f32x4.splat(b), y)), f32x4.splat(c));
}

// @ts-ignore: decorator
@inline
function inverseLength(x: v128, y: v128, z: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))));
}

function shadeSky(x: v128, y: v128, at: usize): void {
  const dx = ray(rayXA, rayXB, rayXC, x, y), dy = ray(rayYA, rayYB, rayYC, x, y), dz = ray(rayZA, rayZB, rayZC, x, y);
  const up = f32x4.pmax(f32x4.splat(0), f32x4.mul(dz, inverseLength(dx, dy, dz)));
  const steps = f32x4.mul(up, f32x4.splat(<f32>(SKY_STEPS - 1)));
  const i = i32x4.trunc_sat_f32x4_s(f32x4.pmin(f32x4.add(steps, f32x4.splat(0.5)), f32x4.splat(<f32>(SKY_STEPS - 1))));
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
  setPoints(nx, ny, nz, f32x4.mul(dx, z), f32x4.mul(dy, z), f32x4.mul(dz, z));
  const isDull = (load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL) != 0;
  addLights(isDull ? -1 : load<f32>(instance, INSTANCE_ROUGHNESS));
  let r = v128.load32_splat(instance, INSTANCE_DIFFUSE), g = v128.load32_splat(instance, INSTANCE_DIFFUSE + 4);
  let b = v128.load32_splat(instance, INSTANCE_DIFFUSE + 8);
  if (load<u32>(setup, SETUP_TEXTURE) != 0) {
    readTexture(setup, instance, x, y, z);
    // what is mirrored does not count as scattered
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

/** Colours and opacity of the four into the spare room, 16 bytes each from 16 on. */
function readTexture(setup: usize, instance: usize, x: v128, y: v128, z: v128): void {
  const texture: usize = load<u32>(setup, SETUP_TEXTURE), flags = load<i32>(instance, INSTANCE_FLAGS);
  const u = f32x4.mul(form(setup + SETUP_U, x, y), z), v = f32x4.mul(form(setup + SETUP_V, x, y), z);
  // d(u)/dx = (a_u - u a_z) z
  const za = v128.load32_splat(setup, SETUP_DEPTH), zb = v128.load32_splat(setup, SETUP_DEPTH + 4);
  const ux = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_U), f32x4.mul(u, za)), z);
  const vx = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_V), f32x4.mul(v, za)), z);
  const uy = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_U + 4), f32x4.mul(u, zb)), z);
  const vy = f32x4.mul(f32x4.sub(v128.load32_splat(setup, SETUP_V + 4), f32x4.mul(v, zb)), z);
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

function writeRow(to: usize): void {
  const table: usize = load<u32>(moment, MOMENT_SRGB), scale = f32x4.splat(<f32>(SRGB_STEPS - 1)), half = f32x4.splat(0.5);
  for (let c = 0; c < width; c += 4) {
    const at = red + <usize>c * 4;
    const r = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(v128.load(at), scale), half));
    const g = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(v128.load(at + spareStep), scale), half));
    const b = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(v128.load(at + 2 * spareStep), scale), half));
    const end = min(4, width - c), out = to + <usize>c * 4;
    store<u32>(out, pixel(table, i32x4.extract_lane(r, 0), i32x4.extract_lane(g, 0), i32x4.extract_lane(b, 0)));
    if (end > 1) store<u32>(out, pixel(table, i32x4.extract_lane(r, 1), i32x4.extract_lane(g, 1), i32x4.extract_lane(b, 1)), 4);
    if (end > 2) store<u32>(out, pixel(table, i32x4.extract_lane(r, 2), i32x4.extract_lane(g, 2), i32x4.extract_lane(b, 2)), 8);
    if (end > 3) store<u32>(out, pixel(table, i32x4.extract_lane(r, 3), i32x4.extract_lane(g, 3), i32x4.extract_lane(b, 3)), 12);
  }
}

// @ts-ignore: decorator
@inline
function pixel(table: usize, r: i32, g: i32, b: i32): u32 {
  return <u32>load<u8>(table + r) | (<u32>load<u8>(table + g) << 8) | (<u32>load<u8>(table + b) << 16) | 0xff000000;
}
