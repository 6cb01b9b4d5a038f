// Combines several draws into one picture (S3): the mean light over the exposure, band by band for a rolling shutter,
// then the lens. Without motion blur and rolling shutter it is one draw without copies. Depth and segmentation are
// those of the latest instant of a band.

import type { RandomStream } from "../../math/RandomStream.js";
import type { RasterPicture } from "../raster/View.js";
import type { Lens } from "./Lens.js";
import { LIGHT_OF, VALUE_OF } from "./LightCurve.js";
import { shutterPlan } from "./Shutter.js";

/** Draws rows of the view with the scene `offsetSec` seconds from the picture's instant. May reuse its memory. */
type DrawRows = (offsetSec: number, firstRow: number, endRow: number) => RasterPicture;

/** Draws the views given by `viewFor` and applies the lens. The result is valid until the lens is used again. */
export function exposePicture(lens: Lens, draw: DrawRows, stream: RandomStream): RasterPicture {
  let distorted: RasterPicture | undefined;
  for (const { firstRow, endRow, offsetsSec } of shutterPlan(lens.settings, lens.shape.height)) {
    const rows = lens.drawnRows(firstRow, endRow);
    const drawn = drawMean(offsetsSec, rows, draw);
    distorted = lens.distort(drawn, firstRow, endRow);
  }
  return lens.finish(distorted as RasterPicture, stream);
}

function drawMean(
  offsetsSec: readonly number[],
  [first, end]: readonly [number, number],
  draw: DrawRows,
): RasterPicture {
  if (offsetsSec.length === 1) return draw(offsetsSec[0], first, end);
  const mean = new LightMean();
  let last: RasterPicture | undefined;
  for (const offset of offsetsSec) {
    last = draw(offset, first, end);
    if (last.color) mean.add(last.color.subarray(4 * first * last.width, 4 * end * last.width));
  }
  const { color, ...rest } = last as RasterPicture;
  if (color === undefined) return rest;
  const mixed = color.slice();
  mixed.set(mean.values(), 4 * first * rest.width);
  return { ...rest, color: mixed };
}

/** Sums light as integers, so that the order of pictures does not matter. */
class LightMean {
  #sums: Uint32Array | undefined;
  #count = 0;

  add(rgba: Uint8Array): void {
    this.#sums ??= new Uint32Array(rgba.length);
    const sums = this.#sums;
    for (let i = 0; i < rgba.length; i++) sums[i] += LIGHT_OF[rgba[i]];
    this.#count++;
  }

  /** RGBA; opaque pixels stay opaque. */
  values(): Uint8Array {
    const sums = this.#sums ?? new Uint32Array(0);
    const out = new Uint8Array(sums.length);
    const whole = 4 * this.#count;
    for (let i = 0; i < sums.length; i++) out[i] = VALUE_OF[Math.floor(sums[i] / whole)];
    return out;
  }
}
