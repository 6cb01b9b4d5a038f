// Formats of pictures (W5): rows from the top, numbers little-endian. Gray is the luma of Rec. 709,
// 0.2126 R + 0.7152 G + 0.0722 B of the 8-bit values. The encoders of JPEG and PNG are loaded by whoever wants one.

import type { PictureFormat } from "./PictureBytes.js";
import type { RasterPicture } from "./View.js";

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
 * To be awaited once in each thread before the first picture of that format. A browser must give the WebAssembly of the
 * JPEG encoder, which Node finds by itself.
 */
export async function prepareFormat(format: PictureFormat, wasm?: ArrayBuffer): Promise<void> {
  if (format === "jpeg") encoders.jpeg ??= await (await import("./JpegPicture.js")).loadJpeg(wasm);
  if (format === "png") encoders.png ??= (await import("./PngPicture.js")).encodePng;
}

/** Both, where they can be had: a page that has not brought them along does without, until it wants one. */
export async function prepareFormats(): Promise<void> {
  await Promise.allSettled([prepareFormat("jpeg"), prepareFormat("png")]);
}

function encodeWith(format: "jpeg" | "png", { color, width, height }: RasterPicture): Uint8Array {
  const encode = encoders[format];
  if (encode === undefined) throw new Error(`prepareFormat is to be awaited before the first ${format}`);
  return encode(toRgb(needed(color, format)), width, height);
}

/** A copy: the picture may be drawn over. */
export function encodePicture(picture: RasterPicture, format: PictureFormat): Uint8Array {
  const { depth, segmentation } = picture;
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
    case "png":
      return encodeWith(format, picture);
  }
}

function needed<T>(channel: T | undefined, format: PictureFormat): T {
  if (channel === undefined) throw new Error(`a picture for ${format} was drawn without what it needs`);
  return channel;
}

/** Every machine that runs this is little-endian. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A word for each pixel: red and blue change places. */
function toBgra(rgba: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = byteOffsetIsWhole(rgba) ? rgba : rgba.slice();
  const words = new Uint32Array(buffer, byteOffset, length / 4);
  const out = new Uint32Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const x = words[i];
    out[i] = 0xff000000 | ((x & 0xff) << 16) | (x & 0xff00) | ((x >>> 16) & 0xff);
  }
  return bytesOf(out);
}

const byteOffsetIsWhole = ({ byteOffset }: Uint8Array): boolean => byteOffset % 4 === 0;

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
