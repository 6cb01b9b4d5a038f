// Depth and segmentation as colours for display: near is bright, nothing is black; every entity has its own colour.

import type { RasterPicture } from "../raster/View.js";

/** Depth of half brightness, m. */
const HALF_M = 2;
/** Golden ratio: consecutive numbers get distant hues. */
const HUE_STEP = 0.618034;

/** The picture with false colours if it has no colour channel. */
export function withColors(picture: RasterPicture): RasterPicture {
  const { color, depth, segmentation } = picture;
  if (color) return picture;
  if (depth) return { ...picture, color: depthColors(depth) };
  if (segmentation) return { ...picture, color: segmentColors(segmentation) };
  return picture;
}

function depthColors(depth: Float32Array): Uint8Array {
  const rgba = new Uint8Array(4 * depth.length);
  for (let i = 0; i < depth.length; i++) {
    const gray = Math.round((255 * HALF_M) / (HALF_M + depth[i]));
    rgba.fill(gray, 4 * i, 4 * i + 3);
    rgba[4 * i + 3] = 255;
  }
  return rgba;
}

function segmentColors(segmentation: Uint16Array): Uint8Array {
  const rgba = new Uint8Array(4 * segmentation.length);
  for (let i = 0; i < segmentation.length; i++) {
    rgba.set(segmentColor(segmentation[i]), 4 * i);
    rgba[4 * i + 3] = 255;
  }
  return rgba;
}

/** Colour of an entity number; 0 is black. */
function segmentColor(number: number): readonly [number, number, number] {
  if (number === 0) return [0, 0, 0];
  const hue = 6 * ((number * HUE_STEP) % 1);
  const value = 200 + 55 * (number % 2);
  const wave = (shift: number) => {
    const k = (hue + shift) % 6;
    return Math.round(value * (1 - 0.75 * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return [wave(5), wave(3), wave(1)];
}
