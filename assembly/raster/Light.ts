// Light on four pixels at a time: sky light that is brighter from above, suns, lamps and spots; Lambert reflection, and a
// highlight by roughness (a simplified microfacet lobe). The shadow map applies to the first sun.

import {
  LIGHT_AXIS, LIGHT_COLOR, LIGHT_EDGE, LIGHT_MIDDLE, LIGHT_SIZE, STATE_AMBIENT, STATE_LAMPS, STATE_LIGHTS,
  STATE_PIXELS_PER_M, STATE_SHADOW, STATE_SHADOW_FRAME, STATE_SHADOW_SIDE, STATE_SHADOW_USED, STATE_SUNS,
  SHADOW_TILE_BYTES,
} from "../../src/render/raster/RasterLayout";
import { focal } from "./View";

// diffuse and specular light
export let diffuseR: v128 = f32x4.splat(0);
export let diffuseG: v128 = f32x4.splat(0);
export let diffuseB: v128 = f32x4.splat(0);
export let glossR: v128 = f32x4.splat(0);
export let glossG: v128 = f32x4.splat(0);
export let glossB: v128 = f32x4.splat(0);

let sceneState: usize = 0;
let lights: usize = 0;
let sunCount: i32 = 0;
let lampCount: i32 = 0;
let eyeX: f32 = 0, eyeY: f32 = 0, eyeZ: f32 = 0;
// axes of the shadow map and the eye in it, px; along the light in m
let isShadowed: bool = false;
let map: usize = 0;
let side: i32 = 0;
let rightX: f32 = 0, rightY: f32 = 0, rightZ: f32 = 0, right0: f32 = 0;
let upX: f32 = 0, upY: f32 = 0, upZ: f32 = 0, up0: f32 = 0;
let alongX: f32 = 0, alongY: f32 = 0, alongZ: f32 = 0, along0: f32 = 0;
let pixelM: f32 = 0;
// forward, scaled so that its product with a position is FACET pixels at its depth
let facetX: f32 = 0, facetY: f32 = 0, facetZ: f32 = 0;
/** Maximum distance of the flat triangles of a round shape from its surface, px; also in the shadow map. */
const FACET: f32 = 0.45;

export function openLights(at: usize, eye: usize): void {
  sceneState = at;
  lights = load<u32>(at, STATE_LIGHTS);
  sunCount = load<i32>(at, STATE_SUNS);
  lampCount = load<i32>(at, STATE_LAMPS);
  eyeX = <f32>load<f64>(eye);
  eyeY = <f32>load<f64>(eye, 8);
  eyeZ = <f32>load<f64>(eye, 16);
  isShadowed = load<i32>(at, STATE_SHADOW_USED) != 0;
  if (!isShadowed) return;
  map = <usize>load<u32>(at, STATE_SHADOW) + SHADOW_TILE_BYTES;
  side = load<i32>(at, STATE_SHADOW_SIDE);
  const f = at + STATE_SHADOW_FRAME, k = load<f64>(at, STATE_PIXELS_PER_M), half = 0.5 * <f64>side;
  const x = load<f64>(eye) - load<f64>(f, 72), y = load<f64>(eye, 8) - load<f64>(f, 80), z = load<f64>(eye, 16) - load<f64>(f, 88);
  rightX = <f32>(k * load<f64>(f));
  rightY = <f32>(k * load<f64>(f, 8));
  rightZ = <f32>(k * load<f64>(f, 16));
  upX = <f32>(-k * load<f64>(f, 24));
  upY = <f32>(-k * load<f64>(f, 32));
  upZ = <f32>(-k * load<f64>(f, 40));
  alongX = <f32>load<f64>(f, 48);
  alongY = <f32>load<f64>(f, 56);
  alongZ = <f32>load<f64>(f, 64);
  // relative to the centre of the first pixel
  right0 = <f32>(half - 0.5 + k * (x * load<f64>(f) + y * load<f64>(f, 8) + z * load<f64>(f, 16)));
  up0 = <f32>(half - 0.5 - k * (x * load<f64>(f, 24) + y * load<f64>(f, 32) + z * load<f64>(f, 40)));
  along0 = <f32>(x * load<f64>(f, 48) + y * load<f64>(f, 56) + z * load<f64>(f, 64));
  pixelM = <f32>(1 / k);
  const perPixel = <f64>FACET / focal;
  facetX = <f32>(load<f64>(eye - 48) * perPixel);
  facetY = <f32>(load<f64>(eye - 40) * perPixel);
  facetZ = <f32>(load<f64>(eye - 32) * perPixel);
}

// @ts-ignore: decorator
@inline
function dot(a: v128, b: v128, c: v128, x: f32, y: f32, z: f32): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, f32x4.splat(x)), f32x4.mul(b, f32x4.splat(y))), f32x4.mul(c, f32x4.splat(z)));
}

// @ts-ignore: decorator
@inline
function dots(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
}

// for each of the four points, two neighbouring pixels of the map: 1 where the light passes
// @ts-ignore: decorator
@inline
function passing(row: usize, q0: usize, q1: usize, q2: usize, q3: usize, depth: v128, sx: v128): v128 {
  const low = v128.load64_lane(row + q1, v128.load64_zero(row + q0), 1);
  const high = v128.load64_lane(row + q3, v128.load64_zero(row + q2), 1);
  const one = f32x4.splat(1);
  const a = v128.and(one, f32x4.le(v128.shuffle<f32>(low, high, 0, 2, 4, 6), depth));
  const b = v128.and(one, f32x4.le(v128.shuffle<f32>(low, high, 1, 3, 5, 7), depth));
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), sx));
}

// offset from the triangle to the round surface that it approximates, and to that in the shadow map
// @ts-ignore: decorator
@inline
function facetLift(px: v128, py: v128, pz: v128): v128 {
  return f32x4.add(dot(px, py, pz, facetX, facetY, facetZ), f32x4.splat(FACET * pixelM));
}

// share of the first sun that arrives: bilinear mean of four comparisons
// @ts-ignore: decorator
@inline
function arriving(nx: v128, ny: v128, nz: v128, px: v128, py: v128, pz: v128, facing: v128, lift: v128): v128 {
  // offset along the normal, larger for grazing light, so that a surface does not shade itself
  const one = f32x4.splat(1), zero = f32x4.splat(0);
  const slope = f32x4.sqrt(f32x4.max(zero, f32x4.sub(one, f32x4.mul(facing, facing))));
  const off = f32x4.add(lift,
    f32x4.mul(f32x4.splat(pixelM), f32x4.add(f32x4.splat(0.2), f32x4.mul(f32x4.splat(1.6), slope))));
  const x = f32x4.add(px, f32x4.mul(nx, off)), y = f32x4.add(py, f32x4.mul(ny, off)), z = f32x4.add(pz, f32x4.mul(nz, off));
  const mx = f32x4.add(dot(x, y, z, rightX, rightY, rightZ), f32x4.splat(right0));
  const my = f32x4.add(dot(x, y, z, upX, upY, upZ), f32x4.splat(up0));
  const depth = f32x4.add(dot(x, y, z, alongX, alongY, alongZ), f32x4.splat(along0 + 0.4 * pixelM));
  const end = f32x4.splat(<f32>(side - 2));
  const outside = v128.or(v128.or(f32x4.lt(mx, zero), f32x4.gt(mx, end)), v128.or(f32x4.lt(my, zero), f32x4.gt(my, end)));
  const cx = f32x4.pmin(f32x4.pmax(mx, zero), end), cy = f32x4.pmin(f32x4.pmax(my, zero), end);
  const ix = i32x4.trunc_sat_f32x4_s(cx), iy = i32x4.trunc_sat_f32x4_s(cy);
  const fx = f32x4.sub(cx, f32x4.convert_i32x4_s(ix)), fy = f32x4.sub(cy, f32x4.convert_i32x4_s(iy));
  const q = i32x4.shl(i32x4.add(i32x4.mul(iy, i32x4.splat(side)), ix), 2);
  const q0 = <usize>i32x4.extract_lane(q, 0), q1 = <usize>i32x4.extract_lane(q, 1);
  const q2 = <usize>i32x4.extract_lane(q, 2), q3 = <usize>i32x4.extract_lane(q, 3);
  const top = passing(map, q0, q1, q2, q3, depth, fx), bottom = passing(map + <usize>side * 4, q0, q1, q2, q3, depth, fx);
  return v128.bitselect(one, f32x4.add(top, f32x4.mul(f32x4.sub(bottom, top), fy)), outside);
}

/**
 * Computes diffuse and specular light at four points: unit normals, positions relative to the eye, roughness. Without
 * `isGlossy` none of them has a highlight. Writes the globals diffuseR ... glossB.
 */
export function addLights(
  nx: v128, ny: v128, nz: v128, px: v128, py: v128, pz: v128, roughness: v128, isGlossy: bool,
): void {
  const zero = f32x4.splat(0), one = f32x4.splat(1);
  let dr = f32x4.add(v128.load32_splat(sceneState, STATE_AMBIENT), f32x4.mul(nz, v128.load32_splat(sceneState, STATE_AMBIENT + 12)));
  let dg = f32x4.add(v128.load32_splat(sceneState, STATE_AMBIENT + 4), f32x4.mul(nz, v128.load32_splat(sceneState, STATE_AMBIENT + 16)));
  let db = f32x4.add(v128.load32_splat(sceneState, STATE_AMBIENT + 8), f32x4.mul(nz, v128.load32_splat(sceneState, STATE_AMBIENT + 20)));
  let gr = zero, gg = zero, gb = zero;
  // unit vector to the eye
  let vx = zero, vy = zero, vz = zero, nv = zero;
  if (isGlossy) {
    const s = f32x4.div(f32x4.splat(-1), f32x4.sqrt(dots(px, py, pz, px, py, pz)));
    vx = f32x4.mul(px, s);
    vy = f32x4.mul(py, s);
    vz = f32x4.mul(pz, s);
    nv = f32x4.pmax(zero, dots(nx, ny, nz, vx, vy, vz));
  }
  let light = lights;
  const firstLamp = lights + <usize>sunCount * LIGHT_SIZE, end = firstLamp + <usize>lampCount * LIGHT_SIZE;
  for (; light < end; light += LIGHT_SIZE) {
    let lx: v128, ly: v128, lz: v128, facing: v128, amount: v128;
    if (light < firstLamp) {
      lx = v128.load32_splat(light);
      ly = v128.load32_splat(light, 4);
      lz = v128.load32_splat(light, 8);
      facing = f32x4.pmax(dots(nx, ny, nz, lx, ly, lz), zero);
      if (!v128.any_true(f32x4.gt(facing, zero))) continue;
      amount = light == lights && isShadowed ? f32x4.mul(facing, arriving(nx, ny, nz, px, py, pz, facing, facetLift(px, py, pz))) : facing;
    } else {
      lx = f32x4.sub(f32x4.splat(load<f32>(light) - eyeX), px);
      ly = f32x4.sub(f32x4.splat(load<f32>(light, 4) - eyeY), py);
      lz = f32x4.sub(f32x4.splat(load<f32>(light, 8) - eyeZ), pz);
      const square = f32x4.pmax(dots(lx, ly, lz, lx, ly, lz), f32x4.splat(1e-12));
      const s = f32x4.div(one, f32x4.sqrt(square));
      lx = f32x4.mul(lx, s);
      ly = f32x4.mul(ly, s);
      lz = f32x4.mul(lz, s);
      facing = f32x4.pmax(dots(nx, ny, nz, lx, ly, lz), zero);
      amount = f32x4.mul(f32x4.div(facing, f32x4.pmax(square, f32x4.splat(0.01))), spotShare(light, lx, ly, lz));
      if (!v128.any_true(f32x4.gt(amount, zero))) continue;
    }
    const r = v128.load32_splat(light, LIGHT_COLOR), g = v128.load32_splat(light, LIGHT_COLOR + 4), b = v128.load32_splat(light, LIGHT_COLOR + 8);
    dr = f32x4.add(dr, f32x4.mul(r, amount));
    dg = f32x4.add(dg, f32x4.mul(g, amount));
    db = f32x4.add(db, f32x4.mul(b, amount));
    if (!isGlossy) continue;
    const gloss = f32x4.mul(amount, lobe(dots(lx, ly, lz, vx, vy, vz), f32x4.add(facing, nv), roughness));
    gr = f32x4.add(gr, f32x4.mul(r, gloss));
    gg = f32x4.add(gg, f32x4.mul(g, gloss));
    gb = f32x4.add(gb, f32x4.mul(b, gloss));
  }
  diffuseR = dr;
  diffuseG = dg;
  diffuseB = db;
  glossR = gr;
  glossG = gg;
  glossB = gb;
}

// 1 if the light is not a spot
// @ts-ignore: decorator
@inline
function spotShare(light: usize, lx: v128, ly: v128, lz: v128): v128 {
  const edge = load<f32>(light, LIGHT_EDGE), middle = load<f32>(light, LIGHT_MIDDLE);
  const one = f32x4.splat(1);
  if (middle <= -1) return one;
  const along = dot(lx, ly, lz, -load<f32>(light, LIGHT_AXIS), -load<f32>(light, LIGHT_AXIS + 4), -load<f32>(light, LIGHT_AXIS + 8));
  const steep: f32 = 1 / (middle - edge);
  const t = f32x4.pmin(f32x4.pmax(f32x4.mul(f32x4.sub(along, f32x4.splat(edge)), f32x4.splat(steep)), f32x4.splat(0)), one);
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

// h halfway between light and eye: |l + v|² = 2 (1 + l.v), (l.h)² = (1 + l.v) / 2, (n.h)² = (n.l + n.v)² / |l + v|²
// @ts-ignore: decorator
@inline
function lobe(lv: v128, nlv: v128, roughness: v128): v128 {
  const one = f32x4.splat(1), alpha = f32x4.mul(roughness, roughness), alpha2 = f32x4.mul(alpha, alpha);
  const lv1 = f32x4.pmax(f32x4.add(one, lv), f32x4.splat(0.02));
  const nh2 = f32x4.pmin(one, f32x4.div(f32x4.mul(nlv, nlv), f32x4.add(lv1, lv1)));
  const d = f32x4.add(one, f32x4.mul(nh2, f32x4.sub(alpha2, one)));
  return f32x4.div(alpha2, f32x4.mul(f32x4.mul(f32x4.mul(d, d), lv1), f32x4.add(f32x4.add(roughness, roughness), one)));
}

// light on a flat surface without highlights, and additional light of the first sun where it arrives
export let baseR: f32 = 0, baseG: f32 = 0, baseB: f32 = 0;
export let sunR: f32 = 0, sunG: f32 = 0, sunB: f32 = 0;

/** Sets both for a unit normal; false: there are lamps, whose light depends on the position. */
export function setFlatLight(nx: f32, ny: f32, nz: f32): bool {
  if (lampCount > 0) return false;
  const ambient = sceneState + STATE_AMBIENT;
  baseR = load<f32>(ambient) + nz * load<f32>(ambient, 12);
  baseG = load<f32>(ambient, 4) + nz * load<f32>(ambient, 16);
  baseB = load<f32>(ambient, 8) + nz * load<f32>(ambient, 20);
  sunR = sunG = sunB = 0;
  for (let i = 0; i < sunCount; i++) {
    const light = lights + <usize>i * LIGHT_SIZE;
    const facing = nx * load<f32>(light) + ny * load<f32>(light, 4) + nz * load<f32>(light, 8);
    if (!(facing > 0)) continue;
    const r = facing * load<f32>(light, LIGHT_COLOR), g = facing * load<f32>(light, LIGHT_COLOR + 4);
    const b = facing * load<f32>(light, LIGHT_COLOR + 8);
    if (i == 0 && isShadowed) {
      sunR = r;
      sunG = g;
      sunB = b;
      sunFacing = facing;
    } else {
      baseR += r;
      baseG += g;
      baseB += b;
    }
  }
  return true;
}

let sunFacing: f32 = 0;

/** Share of the first sun that arrives at four points of a flat surface. */
export function arrivingOnFlat(nx: f32, ny: f32, nz: f32, px: v128, py: v128, pz: v128): v128 {
  return arriving(f32x4.splat(nx), f32x4.splat(ny), f32x4.splat(nz), px, py, pz, f32x4.splat(sunFacing), f32x4.splat(0));
}
