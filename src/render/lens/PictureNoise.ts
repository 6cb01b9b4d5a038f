// What a sensor's Noise (S2) does to a picture, after the lens and the chip: colours in steps of 1 of 255, depths in m.
//   value + gaussian z + bias + drift, kept within min and max, rounded to multiples of quantum
// The gaussian part of colours is done with that of the chip (ShotRenderer.ts). What is sent is spoiled: of a gray camera the
// gray values, not the colours that they come from. Depths of nothing and segmentation are left alone.

import { boundValue, type Noise } from "../../describe/robot/Noise.js";
import type { RandomStream } from "../../math/RandomStream.js";
import type { PictureSpec } from "../picture/Picture.js";
import { fadeToGray } from "../picture/PictureFormat.js";
import type { RasterPicture } from "../raster/View.js";
import { replaceValues } from "./PicturePasses.js";

export function addPictureNoise(picture: RasterPicture, spec: PictureSpec, stream: RandomStream): RasterPicture {
  const { color, depth } = picture;
  const { noise, drift, format } = spec;
  if (color && (isTouched(noise) || drift !== 0)) {
    const noisy = new Uint8ClampedArray(color);
    if (format === "gray") fadeToGray(noisy);
    return { ...picture, color: offsetColor(noisy, noise, drift) };
  }
  if (depth && (isTouched(noise) || noise.gaussian > 0 || drift !== 0))
    return { ...picture, depth: addDepthNoise(depth, noise, drift, stream) };
  return picture;
}

const isTouched = ({ bias, min, max, quantum }: Noise): boolean =>
  bias !== 0 || quantum !== 0 || min !== Number.NEGATIVE_INFINITY || max !== Number.POSITIVE_INFINITY;

function offsetColor(color: Uint8ClampedArray, noise: Noise, drift: number): Uint8Array {
  const table = new Uint8Array(
    Uint8ClampedArray.from({ length: 256 }, (_, value) => boundValue(value + noise.bias + drift, noise)),
  );
  replaceValues(color, table);
  return new Uint8Array(color.buffer);
}

/** Of independent errors of 1 in red, green and blue, what is left in their gray. */
const GRAY_ERROR = Math.sqrt(0.2126 * 0.2126 + 0.7152 * 0.7152 + 0.0722 * 0.0722);

/** Standard deviation of each colour, so that what is sent is off by that of the sensor. */
export const colorDeviation = ({ noise, format }: PictureSpec): number =>
  format === "gray" ? noise.gaussian / GRAY_ERROR : noise.gaussian;

function addDepthNoise(depth: Float32Array, noise: Noise, drift: number, stream: RandomStream): Float32Array {
  const { gaussian, bias } = noise;
  return depth.map((value) => {
    if (value === Number.POSITIVE_INFINITY) return value;
    const error = gaussian > 0 ? stream.normal(0, gaussian) : 0;
    return boundValue(value + error + bias + drift, noise);
  });
}
