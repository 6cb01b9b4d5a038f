// Radial and tangential distortion after Brown (1966) and Conrady (1919), in normalised coordinates: x right, y down,
// both divided by the depth. r² = x² + y², s = 1 + k1 r² + k2 r⁴ + k3 r⁶,
//   x' = s x + 2 p1 x y + p2 (r² + 2 x²)
//   y' = s y + p1 (r² + 2 y²) + 2 p2 x y.
// The inverse has no closed form: Newton's method from a nearby solution, which must not cross a fold.

import { SimError } from "../../describe/SimError.js";
import type { LensSettings } from "./LensSettings.js";

export type Distortion = Pick<LensSettings, "radial" | "tangential">;
export type Point = readonly [x: number, y: number];

/** Maps a point of the pinhole picture to the distorted picture. */
export function distort({ radial: [k1, k2, k3], tangential: [p1, p2] }: Distortion, [x, y]: Point): Point {
  const r2 = x * x + y * y;
  const s = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [s * x + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), s * y + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y];
}

const MAX_ROUNDS = 30;
/** Minimum determinant of the Jacobian; below it the picture is close to a fold. */
const MIN_AREA = 0.01;
/** A longer Newton step could cross a fold. Outside of the circle of radius 1 lengths are multiples of the radius. */
const LONGEST_STEP = 0.03;

/** Unit of lengths at a point: a distortion varies little within a small part of its radius. */
const scaleAt = (x: number, y: number): number => Math.max(1, Math.sqrt(x * x + y * y));

/**
 * Solves distort(p) = target from a nearby start. Undefined if the solution lies behind a fold or on another branch.
 */
export function invert(
  { radial: [k1, k2, k3], tangential: [p1, p2] }: Distortion,
  target: Point,
  start: Point,
): Point | undefined {
  let [x, y] = start;
  const longest = LONGEST_STEP * scaleAt(x, y);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const r2 = x * x + y * y;
    const s = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    // ds/dx = slope x, ds/dy = slope y
    const slope = 2 * k1 + r2 * (4 * k2 + 6 * k3 * r2);
    const fx = s * x + 2 * p1 * x * y + p2 * (r2 + 2 * x * x) - target[0];
    const fy = s * y + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y - target[1];
    const xx = s + slope * x * x + 2 * p1 * y + 6 * p2 * x;
    const xy = slope * x * y + 2 * p1 * x + 2 * p2 * y;
    const yy = s + slope * y * y + 6 * p1 * y + 2 * p2 * x;
    const area = xx * yy - xy * xy;
    if (!(area > MIN_AREA && xx + yy > 0)) return undefined;
    const dx = (yy * fx - xy * fy) / area;
    const dy = (xx * fy - xy * fx) / area;
    const step = Math.abs(dx) + Math.abs(dy);
    if (step > longest) return undefined;
    x -= dx;
    y -= dy;
    if (step < 1e-14 * (1 + Math.abs(x) + Math.abs(y))) return [x, y];
  }
  return undefined;
}

/** A point of the distorted picture and the same point in the pinhole picture. */
export interface Solved {
  readonly distorted: Point;
  readonly undistorted: Point;
}

export const MIDDLE: Solved = { distorted: [0, 0], undistorted: [0, 0] };
/** Distance from one solution to the next: the shortest before a fold is assumed, and the longest. */
const [SAFE_STEP, FAST_STEP] = [0.005, 0.04];

/** The solution for a point, by small steps from another solution, so that no fold lies between them. */
export function follow(distortion: Distortion, from: Solved, distorted: Point): Solved {
  const [dx, dy] = [distorted[0] - from.distorted[0], distorted[1] - from.distorted[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  let { undistorted } = from;
  let step = FAST_STEP;
  for (let done = 0; done < length || length === 0; ) {
    const share = length === 0 ? 1 : Math.min(1, (done + step * scaleAt(...undistorted)) / length);
    const place: Point = share === 1 ? distorted : [from.distorted[0] + share * dx, from.distorted[1] + share * dy];
    const next = invert(distortion, place, undistorted);
    if (next) {
      undistorted = next;
      if (share === 1) break;
      done = share * length;
      step = Math.min(2 * step, FAST_STEP);
    } else if (step > SAFE_STEP) step = Math.max(SAFE_STEP, step / 2);
    else throw foldError(distortion, distorted);
  }
  return { distorted, undistorted };
}

/** Maps a point of the distorted picture to the pinhole picture. Throws LENS_FOLDS if there is no unique solution. */
export const undistort = (distortion: Distortion, place: Point): Point => follow(distortion, MIDDLE, place).undistorted;

function foldError({ radial, tangential }: Distortion, [x, y]: Point): SimError {
  const [k1, k2, k3] = radial;
  const [p1, p2] = tangential;
  return new SimError("LENS_FOLDS", {
    where: "Lens",
    found: `a fold at ${x.toFixed(3)} ${y.toFixed(3)} with K1 ${k1}, K2 ${k2}, K3 ${k3}, P1 ${p1}, P2 ${p2}`,
  });
}
