// Position where four squares of a chequered board meet, to a fraction of a pixel: the point p for which every gradient g at a
// point q nearby is orthogonal to q - p, by weighted least squares.

import type { RasterPicture } from "../../src/render/raster/View.js";
import { srgbToLinear } from "../../src/render/scene/Lighting.js";

/** px */
const HALF = 10;

export function findCorner({ color, width }: RasterPicture, x: number, y: number): [number, number] {
  const gray = (c: number, r: number): number => srgbToLinear(color![4 * (r * width + c) + 1]);
  for (let round = 0; round < 5; round++) {
    let [a, b, d, u, v] = [0, 0, 0, 0, 0];
    const [left, top] = [Math.round(x - 0.5), Math.round(y - 0.5)];
    for (let r = top - HALF; r <= top + HALF; r++)
      for (let c = left - HALF; c <= left + HALF; c++) {
        const [gx, gy] = [gray(c + 1, r) - gray(c - 1, r), gray(c, r + 1) - gray(c, r - 1)];
        const [px, py] = [c + 0.5, r + 0.5];
        const weight = Math.exp(-((px - x) ** 2 + (py - y) ** 2) / 40);
        a += weight * gx * gx;
        b += weight * gx * gy;
        d += weight * gy * gy;
        u += weight * (gx * gx * px + gx * gy * py);
        v += weight * (gx * gy * px + gy * gy * py);
      }
    const det = a * d - b * b;
    [x, y] = [(d * u - b * v) / det, (a * v - b * u) / det];
  }
  return [x, y];
}
