// RGB to the planes of video: Y, then U and V at half the size (4:2:0), in the limited range 16 to 235. Players take the equations of
// BT.709 for H.264 of 720 rows and more and those of BT.601 otherwise, unless the file says something else; VP8 knows only BT.601.
//
//   Y = 16 + 219 (r R + g G + b B) / 255      U = 128 + 112 (B - Y') / (1 - b) / 255      V = 128 + 112 (R - Y') / (1 - r) / 255
//
// Whole numbers only, so the bytes are the same everywhere.

import type { RgbPicture } from "./CaptionText.js";

export type ColorMatrix = "bt601" | "bt709";

/** Shares of red and blue in the luma. */
const SHARES: Readonly<Record<ColorMatrix, readonly [number, number]>> = {
  bt601: [0.299, 0.114],
  bt709: [0.2126, 0.0722],
};
const ONE = 1 << 16;

export const yuvBytes = (width: number, height: number): number => (width * height * 3) / 2;

/** Converts pictures of even width and height. */
export class YuvConverter {
  /** Factors of red, green and blue in Y, U and V, in units of 1 / ONE. */
  readonly #y: readonly number[];
  readonly #u: readonly number[];
  readonly #v: readonly number[];

  constructor(matrix: ColorMatrix) {
    const [r, b] = SHARES[matrix];
    const luma = [r, 1 - r - b, b];
    const chroma = (own: number, share: number) =>
      luma.map((part, k) => Math.round((((k === own ? 1 : 0) - part) * 112 * ONE) / (1 - share) / 255));
    this.#y = luma.map((part) => Math.round((part * 219 * ONE) / 255));
    this.#u = chroma(2, b);
    this.#v = chroma(0, r);
  }

  convert({ width, height, rgb }: RgbPicture, out: Uint8Array): void {
    this.#convertLuma(width * height, rgb, out);
    const [u, v] = [width * height, (width * height * 5) / 4];
    const [ur, ug, ub] = this.#u;
    const [vr, vg, vb] = this.#v;
    // 128, and a half to round; four pixels are added
    const middle = 4 * 128 * ONE + 2 * ONE;
    let to = 0;
    for (let row = 0; row < height; row += 2)
      for (let at = 3 * row * width, end = at + 3 * width; at < end; at += 6, to++) {
        const below = at + 3 * width;
        const r = rgb[at] + rgb[at + 3] + rgb[below] + rgb[below + 3];
        const g = rgb[at + 1] + rgb[at + 4] + rgb[below + 1] + rgb[below + 4];
        const b = rgb[at + 2] + rgb[at + 5] + rgb[below + 2] + rgb[below + 5];
        out[u + to] = (middle + ur * r + ug * g + ub * b) >> 18;
        out[v + to] = (middle + vr * r + vg * g + vb * b) >> 18;
      }
  }

  #convertLuma(pixels: number, rgb: Uint8Array, out: Uint8Array): void {
    const [r, g, b] = this.#y;
    const black = 16 * ONE + ONE / 2;
    for (let i = 0, at = 0; i < pixels; i++, at += 3)
      out[i] = (black + r * rgb[at] + g * rgb[at + 1] + b * rgb[at + 2]) >> 16;
  }
}
