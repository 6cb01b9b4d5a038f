// From samples to colours: each triangle is shaded once in each pixel it has a share of, in the middle of its share; whole
// pixels of one triangle go four at a time. Colours are mixed as light and leave as sRGB.

import {
  FLAG_DULL, FLAG_SMOOTH, INSTANCE_DIFFUSE, INSTANCE_FLAGS, INSTANCE_ROUGHNESS, INSTANCE_SPECULAR, LEVEL_INDEX, MOMENT_SKY,
  MOMENT_SRGB, PICTURE_COLOR, SCRATCH_CACHE, SCRATCH_ROW, SKY_STEPS, SRGB_STEPS, TRIANGLE_BITS, VIEWED_LEVEL,
} from "../src/render/RasterLayout";
import {
  addLights, arrivingOnFlat, baseB, baseG, baseR, diffuseB, diffuseG, diffuseR, glossB, glossG, glossR, openLights, setFlatLight, sunB, sunG, sunR,
} from "./Light";
import {
  clearSetups, SETUP_DEPTH, SETUP_FLAT, SETUP_INSTANCE, SETUP_NORMAL, SETUP_TEXTURE, SETUP_U, SETUP_V, setupOf,
} from "./Setup";
import { lookUp } from "./Texture";
import { centerX, centerY, endRow, firstRow, focal, frame, instanceAt, moment, numbers, viewedAt, width } from "./View";

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
  waiting = spare + 3 * spareStep;
  waitingCount = 0;
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
  if (waitingCount > 0) shadeWaiting();
}

// what lies beyond the end is written over by what comes next; one or two pixels wait for others
function shadeRun(number: i32, start: i32, end: i32, y: f32): void {
  const lanes = f32x4(0.5, 1.5, 2.5, 3.5), vy = f32x4.splat(y);
  if (number == 0) {
    for (let c = start; c < end; c += 4) shadeSky(f32x4.add(f32x4.splat(<f32>c), lanes), vy, red + <usize>c * 4);
    return;
  }
  const setup = setupOf(cache, number);
  if (end - start > 2 && shadeFlat(setup, start, end, y)) return;
  let c = start;
  for (; c + 2 < end; c += 4) shadeFour(setup, f32x4.add(f32x4.splat(<f32>c), lanes), vy, red + <usize>c * 4);
  for (; c < end; c++) {
    clearColor(c);
    wait(setup, <f32>c + 0.5, y, c, 1);
  }
}

/** Flat, plain and dull, as floors and walls are: only the shadow changes from pixel to pixel. False: it is not so. */
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

// @ts-ignore: decorator
@inline
function clearColor(c: i32): void {
  store<f32>(red + <usize>c * 4, 0);
  store<f32>(green + <usize>c * 4, 0);
  store<f32>(blue + <usize>c * 4, 0);
}

// @ts-ignore: decorator
@inline
function addColor(c: i32, share: f32, r: f32, g: f32, b: f32): void {
  const at = <usize>c * 4;
  store<f32>(red + at, load<f32>(red + at) + share * r);
  store<f32>(green + at, load<f32>(green + at) + share * g);
  store<f32>(blue + at, load<f32>(blue + at) + share * b);
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
    // all samples of the same surface, and their middle
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
    if (number != 0) wait(setupOf(cache, number), px, py, c, 0.25 * n);
    else {
      shadeSky(f32x4.splat(px), f32x4.splat(py), spare);
      addColor(c, 0.25 * n, load<f32>(spare), load<f32>(spare + spareStep), load<f32>(spare + 2 * spareStep));
    }
  }
}

// those that wait: four numbers each of x, y, 1/z, normal, what is scattered and mirrored, roughness; then pixels and shares
const WAIT_X: usize = 0;
const WAIT_Y: usize = 16;
const WAIT_DEPTH: usize = 32;
const WAIT_NORMAL: usize = 48;
const WAIT_DIFFUSE: usize = 96;
const WAIT_SPECULAR: usize = 144;
const WAIT_ROUGHNESS: usize = 192;
const WAIT_GLOSSY: usize = 208;
const WAIT_PIXEL: usize = 224;
const WAIT_SHARE: usize = 240;
let waiting: usize = 0;
let waitingCount: i32 = 0;

// @ts-ignore: decorator
@inline
function formAt(at: usize, x: f32, y: f32): f32 {
  return load<f32>(at) * x + load<f32>(at, 4) * y + load<f32>(at, 8);
}

/** A share of a pixel, to be lit together with three others. */
function wait(setup: usize, x: f32, y: f32, pixel: i32, share: f32): void {
  const to = waiting + <usize>waitingCount * 4, instance: usize = load<u32>(setup, SETUP_INSTANCE);
  const depth = max(formAt(setup + SETUP_DEPTH, x, y), 1e-9);
  store<f32>(to, x, WAIT_X);
  store<f32>(to, y, WAIT_Y);
  store<f32>(to, depth, WAIT_DEPTH);
  const n = setup + SETUP_NORMAL;
  if (load<i32>(setup, SETUP_FLAT)) {
    store<f32>(to, load<f32>(n), WAIT_NORMAL);
    store<f32>(to, load<f32>(n, 4), WAIT_NORMAL + 16);
    store<f32>(to, load<f32>(n, 8), WAIT_NORMAL + 32);
  } else {
    store<f32>(to, formAt(n, x, y), WAIT_NORMAL);
    store<f32>(to, formAt(n + 12, x, y), WAIT_NORMAL + 16);
    store<f32>(to, formAt(n + 24, x, y), WAIT_NORMAL + 32);
  }
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE), WAIT_DIFFUSE);
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE + 4), WAIT_DIFFUSE + 16);
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE + 8), WAIT_DIFFUSE + 32);
  if (load<u32>(setup, SETUP_TEXTURE) != 0) waitForTexture(setup, instance, x, y, 1 / depth, to);
  const isGlossy = (load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL) == 0;
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR) : 0, WAIT_SPECULAR);
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR + 4) : 0, WAIT_SPECULAR + 16);
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR + 8) : 0, WAIT_SPECULAR + 32);
  store<f32>(to, load<f32>(instance, INSTANCE_ROUGHNESS), WAIT_ROUGHNESS);
  store<i32>(to, <i32>isGlossy, WAIT_GLOSSY);
  store<i32>(to, pixel, WAIT_PIXEL);
  store<f32>(to, share, WAIT_SHARE);
  if (++waitingCount == 4) shadeWaiting();
}

function waitForTexture(setup: usize, instance: usize, x: f32, y: f32, z: f32, to: usize): void {
  const u = formAt(setup + SETUP_U, x, y) * z, v = formAt(setup + SETUP_V, x, y) * z;
  const za = load<f32>(setup, SETUP_DEPTH), zb = load<f32>(setup, SETUP_DEPTH + 4);
  const texel = lookUp(load<u32>(setup, SETUP_TEXTURE), u, v,
    (load<f32>(setup, SETUP_U) - u * za) * z, (load<f32>(setup, SETUP_V) - v * za) * z,
    (load<f32>(setup, SETUP_U + 4) - u * zb) * z, (load<f32>(setup, SETUP_V + 4) - v * zb) * z,
    load<i32>(instance, INSTANCE_FLAGS));
  const rest: f32 = 1 - f32x4.extract_lane(texel, 3);
  store<f32>(to, f32x4.extract_lane(texel, 0) + rest * load<f32>(to, WAIT_DIFFUSE), WAIT_DIFFUSE);
  store<f32>(to, f32x4.extract_lane(texel, 1) + rest * load<f32>(to, WAIT_DIFFUSE + 16), WAIT_DIFFUSE + 16);
  store<f32>(to, f32x4.extract_lane(texel, 2) + rest * load<f32>(to, WAIT_DIFFUSE + 32), WAIT_DIFFUSE + 32);
}

function shadeWaiting(): void {
  const q = waiting, x = v128.load(q, WAIT_X), y = v128.load(q, WAIT_Y), z = f32x4.div(f32x4.splat(1), v128.load(q, WAIT_DEPTH));
  let nx = v128.load(q, WAIT_NORMAL), ny = v128.load(q, WAIT_NORMAL + 16), nz = v128.load(q, WAIT_NORMAL + 32);
  const s = inverseLength(nx, ny, nz);
  nx = f32x4.mul(nx, s);
  ny = f32x4.mul(ny, s);
  nz = f32x4.mul(nz, s);
  const isGlossy = v128.any_true(v128.load(q, WAIT_GLOSSY));
  addLights(nx, ny, nz, f32x4.mul(ray(rayXA, rayXB, rayXC, x, y), z), f32x4.mul(ray(rayYA, rayYB, rayYC, x, y), z),
    f32x4.mul(ray(rayZA, rayZB, rayZC, x, y), z), v128.load(q, WAIT_ROUGHNESS), isGlossy);
  const one = f32x4.splat(1);
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, WAIT_DIFFUSE), diffuseR), f32x4.mul(v128.load(q, WAIT_SPECULAR), glossR))));
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, WAIT_DIFFUSE + 16), diffuseG), f32x4.mul(v128.load(q, WAIT_SPECULAR + 16), glossG))), 16);
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, WAIT_DIFFUSE + 32), diffuseB), f32x4.mul(v128.load(q, WAIT_SPECULAR + 32), glossB))), 32);
  for (let i = 0; i < waitingCount; i++) {
    const lane = <usize>i * 4, at = spare + lane;
    addColor(load<i32>(q + lane, WAIT_PIXEL), load<f32>(q + lane, WAIT_SHARE), load<f32>(at), load<f32>(at, 16), load<f32>(at, 32));
  }
  waitingCount = 0;
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
  // finer near the horizon
  const steps = f32x4.mul(f32x4.sqrt(up), f32x4.splat(<f32>(SKY_STEPS - 1)));
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
  const isDull = (load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL) != 0;
  addLights(nx, ny, nz, f32x4.mul(dx, z), f32x4.mul(dy, z), f32x4.mul(dz, z),
    v128.load32_splat(instance, INSTANCE_ROUGHNESS), !isDull);
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
