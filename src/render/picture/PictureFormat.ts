// Encodes pictures (W5): rows from the top, numbers little-endian. Gray is the luma of Rec. 709,
// 0.2126 R + 0.7152 G + 0.0722 B of the 8-bit values. JPEG and PNG encoders are loaded on demand.

import { spaciousBytes } from "../../math/LargeBytes.js";
import type { RasterPicture } from "../raster/View.js";
import { type PictureFormat, pictureBytes } from "./PictureBytes.js";

export {
  channelsOf,
  isFixedSize,
  PICTURE_FORMATS,
  type PictureFormat,
  pictureBytes,
} from "./PictureBytes.js";

type Encoder = (rgb: Uint8Array, width: number, height: number) => Uint8Array;
const encoders: { jpeg?: Encoder; png?: Encoder } = {};

/**
 * Must be awaited once in each thread before the first picture of that format. A browser has to pass the WebAssembly of
 * the JPEG encoder; Node finds it by itself.
 */
export async function prepareFormat(format: PictureFormat, wasm?: ArrayBuffer): Promise<void> {
  if (format === "jpeg") encoders.jpeg ??= await (await import("./JpegPicture.js")).loadJpeg(wasm);
  if (format === "png") encoders.png ??= (await import("./PngPicture.js")).encodePng;
}

/** Loads both encoders if they are available; a page without them fails only when it uses one. */
export async function prepareFormats(): Promise<void> {
  await Promise.allSettled([prepareFormat("jpeg"), prepareFormat("png")]);
}

function encodeWith(format: "jpeg" | "png", { color, width, height }: RasterPicture): Uint8Array {
  const encode = encoders[format];
  if (encode === undefined) throw new Error(`await prepareFormat("${format}") before the first ${format} picture`);
  return encode(toRgb(needed(color, format)), width, height);
}

/** Returns a copy of the pixels, in `buffer` if it is given and the format has a fixed size. */
export function encodePicture(picture: RasterPicture, format: PictureFormat, buffer?: Uint8Array): Uint8Array {
  if (format === "jpeg" || format === "png") return encodeWith(format, picture);
  const { width, height, depth, segmentation, color } = picture;
  const bytes = pictureBytes(format, width, height);
  const out = buffer ? buffer.subarray(0, bytes) : spaciousBytes(bytes);
  switch (format) {
    case "depth":
      out.set(bytesOf(needed(depth, format)));
      return out;
    case "segmentation":
      out.set(bytesOf(needed(segmentation, format)));
      return out;
    case "bgra":
      return toBgra(needed(color, format), out);
    case "rgb":
      return toRgb(needed(color, format), out);
    case "gray":
      return toGray(needed(color, format), out);
  }
}

function needed<T>(channel: T | undefined, format: PictureFormat): T {
  if (channel === undefined) throw new Error(`a ${format} picture was drawn without the channel it needs`);
  return channel;
}

/** All supported machines are little-endian. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Swaps red and blue, one 32-bit word per pixel. */
function toBgra(rgba: Uint8Array, out: Uint8Array): Uint8Array {
  const [from, to] = [wordsOf(rgba), wordsOf(out)];
  for (let i = 0; i < from.length; i++) {
    const x = from[i];
    to[i] = 0xff000000 | ((x & 0xff) << 16) | (x & 0xff00) | ((x >>> 16) & 0xff);
  }
  return out;
}

/** Pictures and buffers are aligned to 32-bit words. */
const wordsOf = ({ buffer, byteOffset, length }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length / 4);

function toRgb(rgba: Uint8Array, out: Uint8Array = spaciousBytes((rgba.length / 4) * 3)): Uint8Array {
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    out[o] = rgba[i];
    out[o + 1] = rgba[i + 1];
    out[o + 2] = rgba[i + 2];
  }
  return out;
}

function toGray(rgba: Uint8Array, out: Uint8Array): Uint8Array {
  for (let i = 0, o = 0; i < rgba.length; i += 4, o++) out[o] = lumaOf(rgba, i);
  return out;
}

/** Replaces colours by their gray, in place. */
export function fadeToGray(rgba: Uint8ClampedArray): void {
  for (let i = 0; i < rgba.length; i += 4) rgba.fill(lumaOf(rgba, i), i, i + 3);
}

/** The weights of Rec. 709 in 1/65536; their sum is exactly 1. */
const lumaOf = (rgba: ArrayLike<number>, i: number): number =>
  (13933 * rgba[i] + 46871 * rgba[i + 1] + 4732 * rgba[i + 2] + 32768) >> 16;
