// PNG encoding (W5): 8-bit RGB, each row stored as the difference to the row above, compressed by fflate at its fastest
// level. Plain JavaScript with integers: the same bytes everywhere.

import { zlibSync } from "fflate";
import { writeChunks } from "../../describe/files/PngChunks.js";
import { spaciousBytes } from "../../math/LargeBytes.js";

/** PNG filter type: difference to the row above. */
const UP = 2;
const TRUE_COLOR = 2;

export function encodePng(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, TRUE_COLOR, 0, 0, 0], 8);
  return writeChunks([
    { type: "IHDR", data: header },
    // the values are sRGB with perceptual intent
    { type: "sRGB", data: new Uint8Array(1) },
    { type: "IDAT", data: zlibSync(filterRows(rgb, 3 * width, height), { level: 1 }) },
    { type: "IEND", data: new Uint8Array(0) },
  ]);
}

function filterRows(rgb: Uint8Array, rowBytes: number, height: number): Uint8Array {
  const out = spaciousBytes((rowBytes + 1) * height);
  for (let row = 0, i = 0, o = 0; row < height; row++) {
    out[o++] = UP;
    if (row === 0) for (; i < rowBytes; i++, o++) out[o] = rgb[i];
    else for (const end = i + rowBytes; i < end; i++, o++) out[o] = rgb[i] - rgb[i - rowBytes];
  }
  return out;
}
