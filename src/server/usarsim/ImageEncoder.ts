// Packets of USARSim's image server: one byte with the type, uint32 big-endian with the length, the data. Type 0: uint16 width and height
// (big-endian), then 24-bit RGB rows from the top. Types 1 to 5: a JPEG file, from the best quality to the worst.

import { loadJpeg } from "../../render/picture/JpegPicture.js";

/** The index is the type of the packet. */
export const PICTURE_QUALITIES = ["raw", "superb", "good", "normal", "fair", "bad"] as const;
export type PictureQuality = (typeof PICTURE_QUALITIES)[number];

const JPEG_QUALITY: Readonly<Record<PictureQuality, number>> = {
  raw: 100,
  superb: 95,
  good: 85,
  normal: 70,
  fair: 50,
  bad: 25,
};

/** RGB pixels, rows from the top. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Gives the function that makes packets of one quality. */
export async function loadImageEncoder(quality: PictureQuality): Promise<(canvas: Canvas) => Uint8Array> {
  const type = PICTURE_QUALITIES.indexOf(quality);
  if (quality === "raw") return (canvas) => packet(type, rawImage(canvas));
  const encode = await loadJpeg(undefined, JPEG_QUALITY[quality]);
  return ({ rgb, width, height }) => packet(type, encode(rgb, width, height));
}

function rawImage({ width, height, rgb }: Canvas): Uint8Array {
  const bytes = new Uint8Array(4 + rgb.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, width);
  view.setUint16(2, height);
  bytes.set(rgb, 4);
  return bytes;
}

function packet(type: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + data.length);
  bytes[0] = type;
  new DataView(bytes.buffer).setUint32(1, data.length);
  bytes.set(data, 5);
  return bytes;
}

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a region that lies on the canvas; undefined: none does. */
export function crop({ width, height, rgb }: Canvas, region: Region): Canvas | undefined {
  const [x, y] = [Math.min(region.x, width), Math.min(region.y, height)];
  const [w, h] = [Math.min(region.width, width - x), Math.min(region.height, height - y)];
  if (w <= 0 || h <= 0) return undefined;
  const out = new Uint8Array(3 * w * h);
  for (let row = 0; row < h; row++) {
    const from = 3 * ((y + row) * width + x);
    out.set(rgb.subarray(from, from + 3 * w), 3 * row * w);
  }
  return { width: w, height: h, rgb: out };
}

/** Draws a picture into a rectangle, as large as its shape allows, in the middle. Each pixel takes the nearest one. */
export function place(canvas: Canvas, picture: Canvas, { x, y, width, height }: Region): void {
  const scale = Math.min(width / picture.width, height / picture.height);
  const [w, h] = [Math.max(1, Math.floor(picture.width * scale)), Math.max(1, Math.floor(picture.height * scale))];
  const [left, top] = [x + ((width - w) >> 1), y + ((height - h) >> 1)];
  for (let row = 0; row < h; row++) {
    const from = Math.floor(((row + 0.5) * picture.height) / h) * picture.width;
    let to = 3 * ((top + row) * canvas.width + left);
    for (let column = 0; column < w; column++) {
      const at = 3 * (from + Math.floor(((column + 0.5) * picture.width) / w));
      canvas.rgb[to++] = picture.rgb[at];
      canvas.rgb[to++] = picture.rgb[at + 1];
      canvas.rgb[to++] = picture.rgb[at + 2];
    }
  }
}
