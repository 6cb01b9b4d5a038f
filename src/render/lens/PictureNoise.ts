// Applies a sensor's Noise (S2) to a picture, after the lens; colours in units of 1/255, depths in m:
//   value + gaussian z + bias + drift, clamped to min and max, rounded to multiples of quantum
// The gaussian part of colours is combined with that of the lens (PictureRenderer.ts). Noise applies to what is sent:
// for a gray camera to the gray values, not to the colours. Infinite depths and segmentation stay unchanged.

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

/** Standard deviation of gray for independent errors of 1 in red, green and blue. */
const GRAY_ERROR = Math.sqrt(0.2126 * 0.2126 + 0.7152 * 0.7152 + 0.0722 * 0.0722);

/** Standard deviation per colour that gives the sensor's deviation in what is sent. */
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
