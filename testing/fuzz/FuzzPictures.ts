// Pictures for textures, as base64: a good one, and such as an enemy would send. All are whole PNG files with good sums.

import { zlibSync } from "fflate";
import { writeChunks } from "../../src/describe/files/PngChunks.js";

/** Gray, 8 bits; `data` is the rows with their filters, before packing. */
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

/** 2 x 2 pixels. */
export const GOOD_PNG = png(2, 2, Uint8Array.from([0, 10, 200, 0, 90, 60]));
/** Wider than a texture may be. */
export const WIDE_PNG = png(4096, 1, new Uint8Array(4097));
/** 160 x 160 pixels: more than FUZZ_DOCUMENT_LIMITS has. */
export const HUGE_PNG = png(160, 160, new Uint8Array(160 * 161));
/** Unpacks to a thousand times what its header says. */
export const ENDLESS_PNG = png(2, 2, new Uint8Array(1 << 20));
