// Single passes over pixels (S3): distortion by a table, a gain for each pixel's light, and 256-entry value tables.
// Sums are integers, so that every machine gets the same picture.

import { ORIGIN } from "../../math/Pose.js";
import { pinhole } from "../raster/View.js";
import type { PictureShape } from "./LensSettings.js";
import type { LensTable } from "./LensTable.js";
import { FULL_LIGHT, LIGHT_OF, VALUE_OF, valueOfLight } from "./LightCurve.js";

/** Indices of the first pixel and of the one after the last. */
export type PixelRange = readonly [from: number, end: number];

/** Bilinear interpolation of the light of four pixels. */
export function resampleColor(
  drawn: Uint8Array,
  out: Uint8ClampedArray,
  table: LensTable,
  [from, end]: PixelRange,
): void {
  const { corner, right, down, width } = table;
  const next = 4 * width;
  const [lights, values] = [LIGHT_OF, VALUE_OF];
  for (let i = from; i < end; i++) {
    const a = 4 * corner[i];
    const x = right[i];
    const y = down[i];
    const both = x * y;
    // the weights add up to 65536, so the sum stays below 2^32
    const w11 = both;
    const w10 = (x << 8) - both;
    const w01 = (y << 8) - both;
    const w00 = 65536 - w11 - w10 - w01;
    for (let k = 0; k < 3; k++) {
      const p = a + k;
      const q = p + next;
      const sum =
        w00 * lights[drawn[p]] + w10 * lights[drawn[p + 4]] + w01 * lights[drawn[q]] + w11 * lights[drawn[q + 4]];
      out[4 * i + k] = values[sum >>> 18];
    }
    out[4 * i + 3] = 255;
  }
}

type Numbers = Float32Array | Uint16Array;

/** Nearest pixel, since depths and entity numbers must not be mixed. */
export function resampleNearest<T extends Numbers>(
  drawn: T,
  out: T,
  { nearest }: LensTable,
  [from, end]: PixelRange,
): void {
  for (let i = from; i < end; i++) out[i] = drawn[nearest[i]];
}

/**
 * Factor on the light of each pixel: brightness (1 - vignette (1 - cos⁴)), where cos⁴ = 1 / (1 + x² + y²)² in the
 * normalised coordinates of the picture.
 */
export function vignetteGains(shape: PictureShape, vignette: number, brightness: number): Float64Array {
  const { width, height } = shape;
  const { focalPx } = pinhole(ORIGIN, width, height, shape.fovDeg);
  const gains = new Float64Array(width * height);
  for (let row = 0, i = 0; row < height; row++)
    for (let column = 0; column < width; column++, i++) {
      const x = (column + 0.5 - width / 2) / focalPx;
      const y = (row + 0.5 - height / 2) / focalPx;
      const q = 1 + x * x + y * y;
      gains[i] = brightness * (1 - vignette * (1 - 1 / (q * q)));
    }
  return gains;
}

/** Multiplies the light of each pixel. */
export function applyGains(rgba: Uint8ClampedArray, gains: Float64Array): void {
  const [lights, values, full] = [LIGHT_OF, VALUE_OF, FULL_LIGHT];
  for (let i = 0, o = 0; i < gains.length; i++, o += 4) {
    const gain = gains[i];
    rgba[o] = values[Math.min(full, lights[rgba[o]] * gain) >> 2];
    rgba[o + 1] = values[Math.min(full, lights[rgba[o + 1]] * gain) >> 2];
    rgba[o + 2] = values[Math.min(full, lights[rgba[o + 2]] * gain) >> 2];
  }
}

/** Replaces red, green and blue by a table. */
export function replaceValues(rgba: Uint8ClampedArray, table: Uint8Array): void {
  for (let o = 0; o < rgba.length; o += 4) {
    rgba[o] = table[rgba[o]];
    rgba[o + 1] = table[rgba[o + 1]];
    rgba[o + 2] = table[rgba[o + 2]];
  }
}

/** Table that multiplies light by a factor. */
export const brightnessTable = (factor: number): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, v) => valueOfLight(LIGHT_OF[v] * factor));

/** Table that reduces values to 2^bits levels, spread from 0 to 255. */
export function bitDepthTable(bits: number): Uint8Array {
  const top = (1 << bits) - 1;
  return Uint8Array.from({ length: 256 }, (_, v) => Math.round((Math.round((v * top) / 255) * 255) / top));
}
