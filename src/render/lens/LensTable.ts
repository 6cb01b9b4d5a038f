// For every pixel of a distorted picture its position in the pinhole picture, and the size of the pinhole picture (S3).
// Solved once from the middle outwards, each pixel starting at its neighbour's solution; cached by settings.

import { SimError } from "../../describe/SimError.js";
import { ORIGIN } from "../../math/Pose.js";
import { MAX_ENTRIES, PixelCache } from "../picture/PixelCache.js";
import { pinhole } from "../raster/View.js";
import { type Distortion, follow, MIDDLE, type Point, type Solved } from "./LensDistortion.js";
import { hasDistortion, type LensSettings, type PictureShape } from "./LensSettings.js";

export interface LensTable {
  /** Size and optical axis of the pinhole picture. */
  readonly width: number;
  readonly height: number;
  readonly centerX: number;
  readonly centerY: number;
  /** For each pixel the index of the drawn pixel to the upper left ... */
  readonly corner: Int32Array;
  /** ... and the distance right and down from its centre, in 1/256 pixel. */
  readonly right: Uint8Array;
  readonly down: Uint8Array;
  /** For each pixel the index of the nearest drawn pixel. */
  readonly nearest: Int32Array;
}

/** Maximum size of the pinhole picture, as a multiple of the picture's own width and height. */
const MAX_LARGER = 4;
/** Maximum number of pixels of the pinhole picture of a picture that has fewer. */
const MAX_DRAWN = 8 << 20;
const tables = new PixelCache<LensTable>(8 << 20);

const bounds = new PixelCache<Pick<PictureShape, "width" | "height">>(MAX_ENTRIES);

const keyOf = ({ radial, tangential }: LensSettings, { width, height, fovDeg }: PictureShape): string =>
  [...radial, ...tangential, width, height, fovDeg].join(" ");

export function lensTable(lens: LensSettings, shape: PictureShape): LensTable {
  return tables.get(keyOf(lens, shape), shape.width * shape.height, () => makeTable(lens, shape));
}

/** Number of rays from the middle to the border that are followed, and of points on each side of the border. */
const [RAYS, SIDE_POINTS] = [16, 16];
/** What the points between these may need more, px. */
const SPARE_PIXELS = 16;

/**
 * Throws LENS_FOLDS if the lens folds the picture or needs too many pixels. Checks points of the border and rays to it, which
 * takes a millisecond at most for pictures of any size.
 */
export function checkLens(lens: LensSettings, shape: PictureShape): void {
  if (hasDistortion(lens)) boundOf(lens, shape);
}

/** A pinhole picture that is large enough, without the table. Throws LENS_FOLDS. */
export function boundingShape(lens: LensSettings, shape: PictureShape): Pick<PictureShape, "width" | "height"> {
  if (!hasDistortion(lens)) return { width: shape.width, height: shape.height };
  return bounds.get(keyOf(lens, shape), 1, () => {
    const { width, height } = boundOf(lens, shape);
    return { width: width + SPARE_PIXELS, height: height + SPARE_PIXELS };
  });
}

function boundOf(lens: LensSettings, { width, height, fovDeg }: PictureShape) {
  const { focalPx } = pinhole(ORIGIN, width, height, fovDeg);
  const ring = borderOf(width, height).map(([x, y]) => [x / focalPx, y / focalPx] as const);
  const xs: number[] = [];
  const ys: number[] = [];
  let last = follow(lens, MIDDLE, ring[0]);
  ring.forEach((distorted, i) => {
    if (i % Math.ceil(ring.length / RAYS) === 0) follow(lens, MIDDLE, distorted);
    last = follow(lens, last, distorted);
    xs.push(last.undistorted[0]);
    ys.push(last.undistorted[1]);
  });
  return drawnSize(xs, ys, focalPx, { width, height, fovDeg });
}

/** Centres of some pixels of the border with the corners, px from the centre of the picture. */
function borderOf(width: number, height: number): readonly Point[] {
  const [right, down] = [(width - 1) / 2, (height - 1) / 2];
  const along = (end: number): number[] =>
    Array.from({ length: SIDE_POINTS }, (_, i) => -end + Math.round((2 * end * i) / SIDE_POINTS));
  const [xs, ys] = [along(right), along(down)];
  return [
    ...xs.map((x): Point => [x, -down]),
    ...ys.map((y): Point => [right, y]),
    ...xs.map((x): Point => [-x, down]),
    ...ys.map((y): Point => [-right, -y]),
  ];
}

function makeTable(distortion: LensSettings, shape: PictureShape): LensTable {
  // accept exactly the lenses that checkLens accepts
  checkLens(distortion, shape);
  const { focalPx } = pinhole(ORIGIN, shape.width, shape.height, shape.fovDeg);
  const [xs, ys] = solveAll(distortion, shape, focalPx);
  const drawn = drawnSize(xs, ys, focalPx, shape);
  return { ...drawn, ...lookUps(xs, ys, { ...drawn, focalPx }) };
}

type Numbers = Float64Array | readonly number[];

/** The pinhole picture that contains all these points. */
function drawnSize(xs: Numbers, ys: Numbers, focalPx: number, { width, height }: PictureShape) {
  // px from the axis, with a spare pixel on each side
  const [left, top] = [Math.floor(minOf(xs) * focalPx) - 2, Math.floor(minOf(ys) * focalPx) - 2];
  const [rightmost, lowest] = [Math.ceil(-minOf(xs, -1) * focalPx) + 2, Math.ceil(-minOf(ys, -1) * focalPx) + 2];
  // keep the sub-pixel position of the axis, so that the picture is not shifted by half a pixel
  const drawn = {
    width: rightmost - left,
    height: lowest - top,
    centerX: -left + (width % 2) / 2,
    centerY: -top + (height % 2) / 2,
  };
  const isTooLarge = drawn.width * drawn.height > Math.max(MAX_DRAWN, 2 * width * height);
  if (drawn.width > MAX_LARGER * width || drawn.height > MAX_LARGER * height || isTooLarge)
    throw new SimError("LENS_FOLDS", {
      where: "Lens",
      found: `a lens that needs ${drawn.width} x ${drawn.height} pixels behind ${width} x ${height}`,
      allowed: `at most ${MAX_LARGER} times as wide and high, and ${MAX_DRAWN >> 20} million pixels`,
    });
  return drawn;
}

const minOf = (values: Numbers, sign = 1): number => {
  let low = Number.POSITIVE_INFINITY;
  for (const x of values) low = Math.min(low, sign * x);
  return low;
};

/** Normalised undistorted coordinates of every pixel. */
function solveAll(
  distortion: Distortion,
  { width, height }: PictureShape,
  focalPx: number,
): readonly [Float64Array, Float64Array] {
  const [xs, ys] = [new Float64Array(width * height), new Float64Array(width * height)];
  const [midColumn, midRow] = [width >> 1, height >> 1];
  const solve = (column: number, row: number, from: Solved): Solved => {
    const distorted = [(column + 0.5 - width / 2) / focalPx, (row + 0.5 - height / 2) / focalPx] as const;
    const found = follow(distortion, from, distorted);
    xs[row * width + column] = found.undistorted[0];
    ys[row * width + column] = found.undistorted[1];
    return found;
  };
  const solveRow = (row: number, from: Solved): Solved => {
    const middle = solve(midColumn, row, from);
    let last = middle;
    for (let column = midColumn - 1; column >= 0; column--) last = solve(column, row, last);
    last = middle;
    for (let column = midColumn + 1; column < width; column++) last = solve(column, row, last);
    return middle;
  };
  const first = solveRow(midRow, MIDDLE);
  let last = first;
  for (let row = midRow - 1; row >= 0; row--) last = solveRow(row, last);
  last = first;
  for (let row = midRow + 1; row < height; row++) last = solveRow(row, last);
  return [xs, ys];
}

interface Drawn {
  readonly width: number;
  readonly focalPx: number;
  readonly centerX: number;
  readonly centerY: number;
}

function lookUps(xs: Float64Array, ys: Float64Array, { width, focalPx, centerX, centerY }: Drawn) {
  const count = xs.length;
  const [corner, nearest] = [new Int32Array(count), new Int32Array(count)];
  const [right, down] = [new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; i++) {
    const [px, py] = [xs[i] * focalPx + centerX, ys[i] * focalPx + centerY];
    nearest[i] = Math.floor(py) * width + Math.floor(px);
    // in 1/256 pixel from the centre of the first pixel
    const [x, y] = [Math.round((px - 0.5) * 256), Math.round((py - 0.5) * 256)];
    corner[i] = (y >> 8) * width + (x >> 8);
    right[i] = x & 255;
    down[i] = y & 255;
  }
  return { corner, nearest, right, down };
}
