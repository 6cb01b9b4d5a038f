// Formats of pictures (W5): rows from the top, numbers little-endian. Gray is the luma of Rec. 709,
// 0.2126 R + 0.7152 G + 0.0722 B of the 8-bit values. JPEG and PNG have files of their own.

import { encodeJpeg, jpegBytes, loadJpeg } from "./JpegPicture.js";
import { encodePng, pngBytes } from "./PngPicture.js";
import type { Channels, RasterPicture } from "./View.js";

export const PICTURE_FORMATS = ["bgra", "rgb", "gray", "depth", "segmentation", "jpeg", "png"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** What has to be drawn for it. */
export function channelsOf(format: PictureFormat): Channels {
  const depth = format === "depth";
  const segmentation = format === "segmentation";
  return { color: !depth && !segmentation, depth, segmentation };
}

const BYTES_PER_PIXEL: Partial<Record<PictureFormat, number>> = { bgra: 4, rgb: 3, gray: 1, depth: 4, segmentation: 2 };

/** True: every picture of one size has the same number of bytes. */
export const isFixedSize = (format: PictureFormat): boolean => BYTES_PER_PIXEL[format] !== undefined;

/** Bytes of a picture; of what is compressed, at most. */
export function pictureBytes(format: PictureFormat, width: number, height: number): number {
  if (format === "jpeg") return jpegBytes(width, height);
  if (format === "png") return pngBytes(width, height);
  return (BYTES_PER_PIXEL[format] as number) * width * height;
}

/**
 * To be awaited once in each thread before the first JPEG. A browser must give the encoder's WebAssembly, which Node finds
 * by itself.
 */
export async function prepareFormat(format: PictureFormat, wasm?: ArrayBuffer): Promise<void> {
  if (format === "jpeg") await loadJpeg(wasm);
}

/** A copy: the picture may be drawn over. */
export function encodePicture(picture: RasterPicture, format: PictureFormat): Uint8Array {
  const { width, height, depth, segmentation } = picture;
  switch (format) {
    case "depth":
      return bytesOf(needed(depth, format).slice());
    case "segmentation":
      return bytesOf(needed(segmentation, format).slice());
    case "bgra":
      return toBgra(needed(picture.color, format));
    case "rgb":
      return toRgb(needed(picture.color, format));
    case "gray":
      return toGray(needed(picture.color, format));
    case "jpeg":
      return encodeJpeg(toRgb(needed(picture.color, format)), width, height);
    case "png":
      return encodePng(toRgb(needed(picture.color, format)), width, height);
  }
}

function needed<T>(channel: T | undefined, format: PictureFormat): T {
  if (channel === undefined) throw new Error(`a picture for ${format} was drawn without what it needs`);
  return channel;
}

/** Every machine that runs this is little-endian. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function toBgra(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    out[i] = rgba[i + 2];
    out[i + 1] = rgba[i + 1];
    out[i + 2] = rgba[i];
    out[i + 3] = 255;
  }
  return out;
}

function toRgb(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    out[o] = rgba[i];
    out[o + 1] = rgba[i + 1];
    out[o + 2] = rgba[i + 2];
  }
  return out;
}

/** The weights of Rec. 709 in 1/65536; their sum is exactly 1. */
function toGray(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgba.length / 4);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o++)
    out[o] = (13933 * rgba[i] + 46871 * rgba[i + 1] + 4732 * rgba[i + 2] + 32768) >> 16;
  return out;
}
