// Mip levels of a texture, so that distant surfaces do not flicker. Linear light is averaged, not sRGB values; colours
// are premultiplied by opacity. Each texel is four 16-bit numbers.

import type { Texture } from "../../describe/entity/Texture.js";
import { spaciousBytes } from "../../math/LargeBytes.js";
import { srgbToLinear } from "../scene/Lighting.js";

interface MipLevel {
  readonly width: number;
  readonly height: number;
  readonly texels: Uint16Array;
  /** For each block of 8 x 8 texels, row by row: 1 if all texels and their right and lower neighbours are equal. */
  readonly alike: Uint8Array;
}

const BLOCK = 8;

const floats = (length: number): Float32Array<ArrayBuffer> =>
  new Float32Array(spaciousBytes(4 * length).buffer, 0, length);

/** For each corner of the blocks of a level, row by row: how many blocks above and left of it are not alike. */
export function countUnlike({ width, height, alike }: MipLevel): Uint32Array {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const counts = new Uint32Array((columns + 1) * (rows + 1));
  for (let r = 0; r < rows; r++)
    for (let c = 0, row = 0; c < columns; c++) {
      row += 1 - alike[r * columns + c];
      counts[(r + 1) * (columns + 1) + c + 1] = counts[r * (columns + 1) + c + 1] + row;
    }
  return counts;
}

export function mipLevelsOf({ width, height, pixels }: Texture): readonly MipLevel[] {
  const table = Float32Array.from({ length: 256 }, (_, i) => srgbToLinear(i));
  let light = floats(4 * width * height);
  for (let i = 0; i < light.length; i += 4) {
    const opacity = pixels[i + 3] / 255;
    for (let k = 0; k < 3; k++) light[i + k] = table[pixels[i + k]] * opacity;
    light[i + 3] = opacity;
  }
  const levels = [pack(light, width, height)];
  for (let [w, h] = [width, height]; w > 1 || h > 1; ) {
    const [nextW, nextH] = [Math.max(1, w >> 1), Math.max(1, h >> 1)];
    const narrow = shrink(light, { from: w, to: nextW, step: 4, lines: h, lineStep: 4 * w, lineTo: 4 * nextW });
    light = shrink(narrow, { from: h, to: nextH, step: 4 * nextW, lines: nextW, lineStep: 4, lineTo: 4 });
    [w, h] = [nextW, nextH];
    levels.push(pack(light, w, h));
  }
  return levels;
}

interface Shrinking {
  readonly from: number;
  readonly to: number;
  /** Offset between neighbours along the line. */
  readonly step: number;
  readonly lines: number;
  readonly lineStep: number;
  readonly lineTo: number;
}

/** Each new texel is the mean of the texels it covers, weighted by overlap. */
function shrink(
  light: Float32Array,
  { from, to, step, lines, lineStep, lineTo }: Shrinking,
): Float32Array<ArrayBuffer> {
  const out = floats(4 * to * lines);
  const ratio = from / to;
  for (let i = 0; i < to; i++)
    for (let j = Math.floor(i * ratio); j < Math.min(from, Math.ceil((i + 1) * ratio)); j++) {
      const share = (Math.min(j + 1, (i + 1) * ratio) - Math.max(j, i * ratio)) / ratio;
      for (let line = 0; line < lines; line++)
        for (let k = 0; k < 4; k++) out[line * lineTo + i * step + k] += share * light[line * lineStep + j * step + k];
    }
  return out;
}

function pack(light: Float32Array, width: number, height: number): MipLevel {
  const texels = new Uint16Array(spaciousBytes(2 * light.length).buffer, 0, light.length);
  for (let i = 0; i < light.length; i++) texels[i] = Math.round(65535 * Math.min(1, light[i]));
  return { width, height, texels, alike: findAlike(texels, width, height) };
}

/** A uniform block needs one lookup. Neighbours beyond the edge wrap around; clamped, they equal the edge. */
function findAlike(texels: Uint16Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const isLike = (a: number, b: number): boolean => {
    for (let k = 0; k < 4; k++) if (texels[4 * a + k] !== texels[4 * b + k]) return false;
    return true;
  };
  return Uint8Array.from({ length: columns * rows }, (_, block) => {
    const [c, r] = [BLOCK * (block % columns), BLOCK * Math.floor(block / columns)];
    const first = r * width + c;
    for (let y = r; y <= r + BLOCK; y++)
      for (let x = c; x <= c + BLOCK; x++) if (!isLike(first, (y % height) * width + (x % width))) return 0;
    return 1;
  });
}
