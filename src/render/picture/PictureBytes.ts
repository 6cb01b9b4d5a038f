// Names of the picture formats, and the number of bytes of a picture in each (W5).

import type { Channels } from "../raster/View.js";

export const PICTURE_FORMATS = ["bgra", "rgb", "gray", "depth", "segmentation", "jpeg", "png"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Channels needed for a format. */
export function channelsOf(format: PictureFormat): Channels {
  const depth = format === "depth";
  const segmentation = format === "segmentation";
  return { color: !depth && !segmentation, depth, segmentation };
}

const BYTES_PER_PIXEL: Partial<Record<PictureFormat, number>> = { bgra: 4, rgb: 3, gray: 1, depth: 4, segmentation: 2 };

/** True if all pictures of one size have the same number of bytes. */
export const isFixedSize = (format: PictureFormat): boolean => BYTES_PER_PIXEL[format] !== undefined;

/** A copy of pixels without padding whose rows are in the other order. */
export function turnRows(bytes: Uint8Array, height: number): Uint8Array {
  const row = bytes.length / height;
  const turned = new Uint8Array(bytes.length);
  for (let y = 0; y < height; y++) turned.set(bytes.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
  return turned;
}

/** Bytes of a picture; for compressed formats the upper bound. */
export function pictureBytes(format: PictureFormat, width: number, height: number): number {
  if (format === "jpeg") return maxJpegBytes(width, height);
  if (format === "png") return maxPngBytes(width, height);
  return (BYTES_PER_PIXEL[format] as number) * width * height;
}

/** Bound of the encoder for 4:4:4, in blocks of 8 x 8. */
const maxJpegBytes = (width: number, height: number): number =>
  6 * (8 * Math.ceil(width / 8)) * (8 * Math.ceil(height / 8)) + 2048;

/** Bound for incompressible pixels. */
function maxPngBytes(width: number, height: number): number {
  const raw = (3 * width + 1) * height;
  return raw + Math.ceil(raw / 64) + 1024;
}
