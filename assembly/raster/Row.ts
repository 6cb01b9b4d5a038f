// Linear colours of the current row, and their conversion to sRGB.

import { STATE_SRGB, SCRATCH_ROW, SRGB_STEPS } from "../../src/render/raster/RasterLayout";
import { sceneState, width } from "./View";

// red, green and blue of the current row, then work space for four colours
export let red: usize = 0;
export let green: usize = 0;
export let blue: usize = 0;
export let spare: usize = 0;
export let spareStep: usize = 0;

/** Memory of the pixel queue (PixelQueue.ts). */
export let queue: usize = 0;

export function openRow(scratch: usize): void {
  red = load<u32>(scratch, SCRATCH_ROW);
  spareStep = <usize>(width + 8) * 4;
  green = red + spareStep;
  blue = green + spareStep;
  spare = blue + spareStep;
  // 256 bytes more, because rows of narrow pictures are short
  queue = spare + 3 * spareStep + 256;
}

// @ts-ignore: decorator
@inline
export function clearColor(c: i32): void {
  store<f32>(red + <usize>c * 4, 0);
  store<f32>(green + <usize>c * 4, 0);
  store<f32>(blue + <usize>c * 4, 0);
}

// @ts-ignore: decorator
@inline
export function addColor(c: i32, share: f32, r: f32, g: f32, b: f32): void {
  const at = <usize>c * 4;
  store<f32>(red + at, load<f32>(red + at) + share * r);
  store<f32>(green + at, load<f32>(green + at) + share * g);
  store<f32>(blue + at, load<f32>(blue + at) + share * b);
}

export function writeRow(to: usize): void {
  const table: usize = load<u32>(sceneState, STATE_SRGB), scale = f32x4.splat(<f32>(SRGB_STEPS - 1)), half = f32x4.splat(0.5);
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
