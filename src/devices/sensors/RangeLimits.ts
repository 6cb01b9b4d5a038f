// Limits and error of RangeSensor and Lidar (S1). Distances below Min read Min. Distances above Max, and rays that hit nothing, read
// exactly Max. Others get the error of the curve and are clamped to Min and Max. src/physics/Rays.ts defines what
// rays hit; the sensor's own body is excluded.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { RandomStream } from "../../math/RandomStream.js";
import type { RayPattern } from "../../physics/Rays.js";
import type { DeviceHost } from "../Device.js";
import { drawError, type ErrorCurve, readErrorCurve } from "./ErrorCurve.js";

export interface RangeLimits {
  /** Smallest and largest reading, m. */
  readonly min: number;
  readonly max: number;
  readonly curve: ErrorCurve | undefined;
}

const DEFAULT_MAX = 10;
/** Upper bound of Min and Max, m. */
const FURTHEST = 1e6;

export function readLimits(element: ElementReader): RangeLimits {
  const min = element.number("Min", { min: 0, max: FURTHEST }) ?? 0;
  const max = element.number("Max", { above: 0, max: FURTHEST }) ?? Math.max(DEFAULT_MAX, 2 * min);
  if (max <= min) throw element.error("VALUE_OUT_OF_RANGE", { found: max, allowed: `above Min, ${min}` }, "Max");
  return { min, max, curve: readErrorCurve(element) };
}

/** Casts the rays of a sensor. Distances are exact; +infinity: no hit. */
export class RangeFinder {
  readonly #host: DeviceHost;
  readonly #pattern: RayPattern;
  readonly #max: number;
  readonly distances: Float64Array;

  constructor(host: DeviceHost, pattern: RayPattern, { max }: RangeLimits) {
    this.#host = host;
    this.#pattern = pattern;
    this.#max = max;
    this.distances = new Float64Array(pattern.count);
  }

  look(): Float64Array {
    const { physics, robot, description } = this.#host;
    const exclude = { entity: robot, body: description.body ?? "" };
    this.#pattern.cast(physics, this.#host.pose(), { exclude, maxDistance: this.#max }, this.distances);
    return this.distances;
  }
}

/** The reading for an exact distance. */
export function measure({ min, max, curve }: RangeLimits, distance: number, stream: RandomStream): number {
  const error = curve ? drawError(curve, distance, stream) : 0;
  if (distance > max) return max;
  return Math.min(max, Math.max(min, distance + error));
}
