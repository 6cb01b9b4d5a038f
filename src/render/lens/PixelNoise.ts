// Noise of an image sensor (S2, S3): adds to every colour of every pixel a normal number with variance gaussian² +
// shot² v / 255 for the value v (the normal limit of counted photons). Fast, with integers only: xoroshiro64*
// (Blackman and Vigna 2018) seeded from a RandomStream, up to two numbers per word through a table of 4096 quantiles.
// Hence no number exceeds 3.7 standard deviations.

import { exp } from "../../math/Exponential.js";
import type { RandomStream } from "../../math/RandomStream.js";
import { TAU } from "../../math/Trigonometry.js";
import type { LensSettings } from "./LensSettings.js";

const QUANTILES = 4096;
/** Fractional bits of the quantiles and of standard deviations. */
const QUANTILE_BITS = 12;
const DEVIATION_BITS = 8;
const SHIFT = QUANTILE_BITS + DEVIATION_BITS;

/** Centres of 4096 equally likely slices of the normal distribution, scaled to variance 1. */
function makeQuantiles(): Int16Array {
  const half = QUANTILES / 2;
  const slices = new Float64Array(half);
  // from the middle outwards: integrate the density in small steps to the centre of the next slice
  let [z, area] = [0, 0];
  const step = 1e-5;
  const density = (x: number) => exp((-x * x) / 2) / Math.sqrt(TAU);
  for (let i = 0; i < half; i++) {
    const wanted = (i + 0.5) / QUANTILES;
    while (area < wanted) {
      area += density(z + step / 2) * step;
      z += step;
    }
    slices[i] = z - (area - wanted) / density(z);
  }
  const scale = 1 / Math.sqrt(slices.reduce((sum, x) => sum + x * x, 0) / half);
  return Int16Array.from({ length: QUANTILES }, (_, i) => {
    const x = i < half ? -slices[half - 1 - i] : slices[i - half];
    return Math.round(x * scale * (1 << QUANTILE_BITS));
  });
}

let quantiles: Int16Array | undefined;

/** Standard deviation for each 8-bit value. */
function deviations({ gaussian, shot }: LensSettings): Int32Array {
  return Int32Array.from({ length: 256 }, (_, v) => {
    const sd = Math.sqrt(gaussian * gaussian + (shot * shot * v) / 255);
    return Math.round(Math.min(255, sd) * (1 << DEVIATION_BITS));
  });
}

/** Adds noise to red, green and blue of RGBA in place. */
export function addPixelNoise(rgba: Uint8ClampedArray, lens: LensSettings, stream: RandomStream): void {
  quantiles ??= makeQuantiles();
  const [normal, sd] = [quantiles, deviations(lens)];
  const half = 1 << (SHIFT - 1);
  // the generator never leaves the all-zero state, so avoid it
  let [s0, s1] = [stream.nextUint32() | 0, stream.nextUint32() | 1];
  for (let i = 0; i < rgba.length; i += 4) {
    let word = Math.imul(s0, 0x9e3779bb);
    s1 ^= s0;
    s0 = ((s0 << 26) | (s0 >>> 6)) ^ s1 ^ (s1 << 9);
    s1 = (s1 << 13) | (s1 >>> 19);
    const r = rgba[i];
    const g = rgba[i + 1];
    const b = rgba[i + 2];
    rgba[i] = ((r << SHIFT) + Math.imul(sd[r], normal[word >>> 20]) + half) >> SHIFT;
    rgba[i + 1] = ((g << SHIFT) + Math.imul(sd[g], normal[(word >>> 8) & 4095]) + half) >> SHIFT;
    word = Math.imul(s0, 0x9e3779bb);
    s1 ^= s0;
    s0 = ((s0 << 26) | (s0 >>> 6)) ^ s1 ^ (s1 << 9);
    s1 = (s1 << 13) | (s1 >>> 19);
    rgba[i + 2] = ((b << SHIFT) + Math.imul(sd[b], normal[word >>> 20]) + half) >> SHIFT;
  }
}
