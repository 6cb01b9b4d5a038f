// Queue of partly covered pixels: light is computed for four at a time, whatever surfaces they belong to.

import {
  FLAG_DULL, INSTANCE_DIFFUSE, INSTANCE_FLAGS, INSTANCE_ROUGHNESS, INSTANCE_SPECULAR,
} from "../../src/render/raster/RasterLayout";
import { addLights, diffuseB, diffuseG, diffuseR, glossB, glossG, glossR } from "./Light";
import {
  formAt, inverseLength, ray, rayXA, rayXB, rayXC, rayYA, rayYB, rayYC, rayZA, rayZB, rayZC,
} from "./Ray";
import { addColor, spare, queue } from "./Row";
import {
  SETUP_DEPTH, SETUP_FLAT, SETUP_INSTANCE, SETUP_NORMAL, SETUP_TEXTURE, SETUP_U, SETUP_V,
} from "./Setup";
import { lookUp } from "./Texture";

// queued values: four each of x, y, 1/z, normal, diffuse and specular colour, roughness, glossy flag; then pixels and shares
const QUEUE_X: usize = 0;
const QUEUE_Y: usize = 16;
const QUEUE_DEPTH: usize = 32;
const QUEUE_NORMAL: usize = 48;
const QUEUE_DIFFUSE: usize = 96;
const QUEUE_SPECULAR: usize = 144;
const QUEUE_ROUGHNESS: usize = 192;
const QUEUE_GLOSSY: usize = 208;
const QUEUE_PIXEL: usize = 224;
const QUEUE_SHARE: usize = 240;
let queuedCount: i32 = 0;

/** Adds a share of a pixel; the fourth shades all. */
export function queuePixel(setup: usize, x: f32, y: f32, pixel: i32, share: f32): void {
  const to = queue + <usize>queuedCount * 4, instance: usize = load<u32>(setup, SETUP_INSTANCE);
  const depth = max(formAt(setup + SETUP_DEPTH, x, y), 1e-9);
  store<f32>(to, x, QUEUE_X);
  store<f32>(to, y, QUEUE_Y);
  store<f32>(to, depth, QUEUE_DEPTH);
  const n = setup + SETUP_NORMAL;
  if (load<i32>(setup, SETUP_FLAT)) {
    store<f32>(to, load<f32>(n), QUEUE_NORMAL);
    store<f32>(to, load<f32>(n, 4), QUEUE_NORMAL + 16);
    store<f32>(to, load<f32>(n, 8), QUEUE_NORMAL + 32);
  } else {
    store<f32>(to, formAt(n, x, y), QUEUE_NORMAL);
    store<f32>(to, formAt(n + 12, x, y), QUEUE_NORMAL + 16);
    store<f32>(to, formAt(n + 24, x, y), QUEUE_NORMAL + 32);
  }
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE), QUEUE_DIFFUSE);
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE + 4), QUEUE_DIFFUSE + 16);
  store<f32>(to, load<f32>(instance, INSTANCE_DIFFUSE + 8), QUEUE_DIFFUSE + 32);
  if (load<u32>(setup, SETUP_TEXTURE) != 0) queueTexture(setup, instance, x, y, 1 / depth, to);
  const isGlossy = (load<i32>(instance, INSTANCE_FLAGS) & FLAG_DULL) == 0;
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR) : 0, QUEUE_SPECULAR);
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR + 4) : 0, QUEUE_SPECULAR + 16);
  store<f32>(to, isGlossy ? load<f32>(instance, INSTANCE_SPECULAR + 8) : 0, QUEUE_SPECULAR + 32);
  store<f32>(to, load<f32>(instance, INSTANCE_ROUGHNESS), QUEUE_ROUGHNESS);
  store<i32>(to, <i32>isGlossy, QUEUE_GLOSSY);
  store<i32>(to, pixel, QUEUE_PIXEL);
  store<f32>(to, share, QUEUE_SHARE);
  if (++queuedCount == 4) shadeQueue();
}

function queueTexture(setup: usize, instance: usize, x: f32, y: f32, z: f32, to: usize): void {
  const u = formAt(setup + SETUP_U, x, y) * z, v = formAt(setup + SETUP_V, x, y) * z;
  const za = load<f32>(setup, SETUP_DEPTH), zb = load<f32>(setup, SETUP_DEPTH + 4);
  const texel = lookUp(load<u32>(setup, SETUP_TEXTURE), u, v,
    (load<f32>(setup, SETUP_U) - u * za) * z, (load<f32>(setup, SETUP_V) - v * za) * z,
    (load<f32>(setup, SETUP_U + 4) - u * zb) * z, (load<f32>(setup, SETUP_V + 4) - v * zb) * z,
    load<i32>(instance, INSTANCE_FLAGS));
  const rest: f32 = 1 - f32x4.extract_lane(texel, 3);
  store<f32>(to, f32x4.extract_lane(texel, 0) + rest * load<f32>(to, QUEUE_DIFFUSE), QUEUE_DIFFUSE);
  store<f32>(to, f32x4.extract_lane(texel, 1) + rest * load<f32>(to, QUEUE_DIFFUSE + 16), QUEUE_DIFFUSE + 16);
  store<f32>(to, f32x4.extract_lane(texel, 2) + rest * load<f32>(to, QUEUE_DIFFUSE + 32), QUEUE_DIFFUSE + 32);
}

function shadeQueue(): void {
  const q = queue, x = v128.load(q, QUEUE_X), y = v128.load(q, QUEUE_Y), z = f32x4.div(f32x4.splat(1), v128.load(q, QUEUE_DEPTH));
  let nx = v128.load(q, QUEUE_NORMAL), ny = v128.load(q, QUEUE_NORMAL + 16), nz = v128.load(q, QUEUE_NORMAL + 32);
  const s = inverseLength(nx, ny, nz);
  nx = f32x4.mul(nx, s);
  ny = f32x4.mul(ny, s);
  nz = f32x4.mul(nz, s);
  const isGlossy = v128.any_true(v128.load(q, QUEUE_GLOSSY));
  addLights(nx, ny, nz, f32x4.mul(ray(rayXA, rayXB, rayXC, x, y), z), f32x4.mul(ray(rayYA, rayYB, rayYC, x, y), z),
    f32x4.mul(ray(rayZA, rayZB, rayZC, x, y), z), v128.load(q, QUEUE_ROUGHNESS), isGlossy);
  const one = f32x4.splat(1);
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, QUEUE_DIFFUSE), diffuseR), f32x4.mul(v128.load(q, QUEUE_SPECULAR), glossR))));
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, QUEUE_DIFFUSE + 16), diffuseG), f32x4.mul(v128.load(q, QUEUE_SPECULAR + 16), glossG))), 16);
  v128.store(spare, f32x4.pmin(one, f32x4.add(f32x4.mul(v128.load(q, QUEUE_DIFFUSE + 32), diffuseB), f32x4.mul(v128.load(q, QUEUE_SPECULAR + 32), glossB))), 32);
  for (let i = 0; i < queuedCount; i++) {
    const lane = <usize>i * 4, at = spare + lane;
    addColor(load<i32>(q + lane, QUEUE_PIXEL), load<f32>(q + lane, QUEUE_SHARE), load<f32>(at), load<f32>(at, 16), load<f32>(at, 32));
  }
  queuedCount = 0;
}

/** Shades what is left in the queue at the end of a row. */
export function flushQueue(): void {
  if (queuedCount > 0) shadeQueue();
}
