// Lens and image sensor of a camera (S2, S3), applied to the rasterised picture in this order: distortion, vignette and
// brightness (on linear light), noise, reduced bit depth. Effects that are off cost no pass; with all off the picture is
// returned as it is. Depth and segmentation are only distorted.

import type { Pose } from "../../math/Pose.js";
import type { RandomStream } from "../../math/RandomStream.js";
import { pinhole, type RasterPicture, type View } from "../raster/View.js";
import { hasDistortion, type LensSettings, type PictureShape } from "./LensSettings.js";
import { type LensTable, lensTable } from "./LensTable.js";
import {
  applyGains,
  bitDepthTable,
  brightnessTable,
  type PixelRange,
  replaceValues,
  resampleColor,
  resampleNearest,
  vignetteGains,
} from "./PicturePasses.js";
import { addPixelNoise } from "./PixelNoise.js";

export { hasDistortion, type LensSettings, type PictureShape, PLAIN_LENS } from "./LensSettings.js";
export { checkLens } from "./LensTable.js";

/** The pinhole view to draw, large enough for every distorted pixel. Throws LENS_FOLDS. */
export function viewFor(lens: LensSettings, shape: PictureShape & { readonly pose: Pose }): View {
  const plain = pinhole(shape.pose, shape.width, shape.height, shape.fovDeg);
  if (!hasDistortion(lens)) return plain;
  const { width, height, centerX, centerY } = lensTable(lens, shape);
  return { ...plain, width, height, centerX, centerY, firstRow: 0, endRow: height };
}

/** The lens of one camera. It reuses its buffers: a result is valid until the next call. */
export class Lens {
  readonly #table: LensTable | undefined;
  #color: Uint8ClampedArray | undefined;
  #depth: Float32Array | undefined;
  #segmentation: Uint16Array | undefined;
  #gains: Float64Array | undefined;

  constructor(
    readonly settings: LensSettings,
    readonly shape: PictureShape,
  ) {
    this.#table = hasDistortion(settings) ? lensTable(settings, shape) : undefined;
  }

  /** The rows of the drawn picture needed for these rows of the finished one: first, and one past the last. */
  drawnRows(firstRow: number, endRow: number): readonly [number, number] {
    if (this.#table === undefined) return [firstRow, endRow];
    const { corner, width } = this.#table;
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (let i = firstRow * this.shape.width; i < endRow * this.shape.width; i++) {
      low = Math.min(low, corner[i]);
      high = Math.max(high, corner[i]);
    }
    return [Math.floor(low / width), Math.floor(high / width) + 2];
  }

  /** All effects. The stream is used only if there is noise. */
  apply(drawn: RasterPicture, stream: RandomStream): RasterPicture {
    return this.finish(this.distort(drawn, 0, this.shape.height), stream);
  }

  /** Distorts these rows; several calls with different rows build one picture. */
  distort(drawn: RasterPicture, firstRow: number, endRow: number): RasterPicture {
    const { width, height } = this.shape;
    const table = this.#table;
    if (table === undefined && firstRow === 0 && endRow === height) return drawn;
    const range: PixelRange = [firstRow * width, endRow * width];
    const { color, depth, segmentation } = drawn;
    return {
      width,
      height,
      ...(color && { color: this.#resampleColor(color, range) }),
      ...(depth && { depth: this.#resampleDepth(depth, range) }),
      ...(segmentation && { segmentation: this.#resampleSegmentation(segmentation, range) }),
    };
  }

  /** The effects after distortion, for the whole picture. */
  finish(distorted: RasterPicture, stream: RandomStream): RasterPicture {
    const { vignette, brightness, gaussian, shot, bits } = this.settings;
    const isNoisy = gaussian > 0 || shot > 0;
    if (distorted.color === undefined || (vignette === 0 && brightness === 1 && !isNoisy && bits >= 8))
      return distorted;
    const color = this.#ownColor();
    // without distortion the pixels belong to the caller and must not be changed
    if (distorted.color.buffer !== color.buffer) color.set(distorted.color);
    if (vignette !== 0) applyGains(color, this.#vignette());
    else if (brightness !== 1) replaceValues(color, brightnessTable(brightness));
    if (isNoisy) addPixelNoise(color, this.settings, stream);
    if (bits < 8) replaceValues(color, bitDepthTable(bits));
    return { ...distorted, color: plainBytes(color) };
  }

  #resampleColor(drawn: Uint8Array, range: PixelRange): Uint8Array {
    const color = this.#ownColor();
    if (this.#table) resampleColor(drawn, color, this.#table, range);
    else color.set(drawn.subarray(4 * range[0], 4 * range[1]), 4 * range[0]);
    return plainBytes(color);
  }

  #resampleDepth(drawn: Float32Array, range: PixelRange): Float32Array {
    this.#depth ??= new Float32Array(this.shape.width * this.shape.height);
    if (this.#table) resampleNearest(drawn, this.#depth, this.#table, range);
    else this.#depth.set(drawn.subarray(...range), range[0]);
    return this.#depth;
  }

  #resampleSegmentation(drawn: Uint16Array, range: PixelRange): Uint16Array {
    this.#segmentation ??= new Uint16Array(this.shape.width * this.shape.height);
    if (this.#table) resampleNearest(drawn, this.#segmentation, this.#table, range);
    else this.#segmentation.set(drawn.subarray(...range), range[0]);
    return this.#segmentation;
  }

  #ownColor(): Uint8ClampedArray {
    this.#color ??= new Uint8ClampedArray(4 * this.shape.width * this.shape.height);
    return this.#color;
  }

  #vignette(): Float64Array {
    this.#gains ??= vignetteGains(this.shape, this.settings.vignette, this.settings.brightness);
    return this.#gains;
  }
}

const plainBytes = ({ buffer, byteOffset, length }: Uint8ClampedArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, length);
