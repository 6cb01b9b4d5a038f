// What a sensor's Noise (S2) does to a picture, after the lens and the chip: colours in steps of 1 of 255, depths in m.
//   value + gaussian z + bias + drift, kept within min and max, rounded to multiples of quantum
// The gaussian part of colours is done with that of the chip (Darkroom.ts). Depths of nothing and segmentation are left
// alone.

import type { Noise } from "../describe/Noise.js";
import type { RandomStream } from "../math/RandomStream.js";
import type { Shot } from "./Picture.js";
import { replaceValues } from "./PicturePasses.js";
import type { RasterPicture } from "./View.js";

export function spoilPicture(picture: RasterPicture, { noise, drift }: Shot, stream: RandomStream): RasterPicture {
  const { color, depth } = picture;
  if (color && (isTouched(noise) || drift !== 0)) return { ...picture, color: spoilColor(color, noise, drift) };
  if (depth && (isTouched(noise) || noise.gaussian > 0 || drift !== 0))
    return { ...picture, depth: spoilDepth(depth, noise, drift, stream) };
  return picture;
}

const isTouched = ({ bias, min, max, quantum }: Noise): boolean =>
  bias !== 0 || quantum !== 0 || min !== Number.NEGATIVE_INFINITY || max !== Number.POSITIVE_INFINITY;

function spoilColor(color: Uint8Array, noise: Noise, drift: number): Uint8Array {
  const table = new Uint8Array(
    Uint8ClampedArray.from({ length: 256 }, (_, value) => bound(value + noise.bias + drift, noise)),
  );
  const spoiled = new Uint8ClampedArray(color);
  replaceValues(spoiled, table);
  return new Uint8Array(spoiled.buffer);
}

function spoilDepth(depth: Float32Array, noise: Noise, drift: number, stream: RandomStream): Float32Array {
  const { gaussian, bias } = noise;
  return depth.map((value) => {
    if (value === Number.POSITIVE_INFINITY) return value;
    const error = gaussian > 0 ? stream.normal(0, gaussian) : 0;
    return bound(value + error + bias + drift, noise);
  });
}

function bound(value: number, { min, max, quantum }: Noise): number {
  const x = Math.min(max, Math.max(min, value));
  return quantum > 0 ? Math.round(x / quantum) * quantum : x;
}
