// Pictures for textures, as base64: a valid one, and hostile ones. All are complete PNG files with valid checksums.

import { zlibSync } from "fflate";
import { writeChunks } from "../../src/describe/files/PngChunks.js";

/** A PNG in gray, 8 bits; `data` has the rows with their filter bytes, before compression. */
function png(width: number, height: number, data: Uint8Array): string {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  const chunks = [
    { type: "IHDR", data: header },
    { type: "IDAT", data: zlibSync(data) },
    { type: "IEND", data: new Uint8Array(0) },
  ];
  return Buffer.from(writeChunks(chunks)).toString("base64");
}

/** A black picture: short as a file. */
export const bigPng = (width: number, height: number): string =>
  png(width, height, new Uint8Array((width + 1) * height));

/** 2 x 2 pixels. */
export const GOOD_PNG = png(2, 2, Uint8Array.from([0, 10, 200, 0, 90, 60]));
/** Wider than a texture may be. */
export const WIDE_PNG = png(4096, 1, new Uint8Array(4097));
/** 160 x 160 pixels: more than FUZZ_DOCUMENT_LIMITS allows. */
export const HUGE_PNG = png(160, 160, new Uint8Array(160 * 161));
/** Decompresses to a thousand times the size in its header. */
export const ENDLESS_PNG = png(2, 2, new Uint8Array(1 << 20));
