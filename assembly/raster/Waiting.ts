// Shares of pixels wait until there are four of them, whatever they belong to: light is computed for four at a time.

import {
  FLAG_DULL, INSTANCE_DIFFUSE, INSTANCE_FLAGS, INSTANCE_ROUGHNESS, INSTANCE_SPECULAR,
} from "../../src/render/raster/RasterLayout";
import { addLights, diffuseB, diffuseG, diffuseR, glossB, glossG, glossR } from "./Light";
import {
  formAt, inverseLength, ray, rayXA, rayXB, rayXC, rayYA, rayYB, rayYC, rayZA, rayZB, rayZC,
} from "./Ray";
import { addColor, spare, waiting } from "./Row";
import {
  SETUP_DEPTH, SETUP_FLAT, SETUP_INSTANCE, SETUP_NORMAL, SETUP_TEXTURE, SETUP_U, SETUP_V,
} from "./Setup";
import { lookUp } from "./Texture";

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
let waitingCount: i32 = 0;

/** A share of a pixel, to be lit together with three others. */
export function wait(setup: usize, x: f32, y: f32, pixel: i32, share: f32): void {
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

/** At the end of a row: nobody is left. */
export function shadeRest(): void {
  if (waitingCount > 0) shadeWaiting();
}
