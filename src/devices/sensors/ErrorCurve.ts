// Error bound of a distance as a function of the distance, as of the infrared sensor of 2006. Points (distance, error), linear
// between them, constant before the first and after the last. The error of a measurement is uniform from -bound to +bound.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { RandomStream } from "../../math/RandomStream.js";

/** Distances and errors in m; distances ascend. */
export interface ErrorCurve {
  readonly distances: readonly number[];
  readonly errors: readonly number[];
}

const MAX_POINTS = 1000;

/** Reads `<ErrorCurve>` with `<Point distance="" error=""/>`, or with the numbers `distance error distance error ...`. */
export function readErrorCurve(owner: ElementReader): ErrorCurve | undefined {
  const element = owner.child("ErrorCurve");
  if (element === undefined) return undefined;
  const points = element.children("Point").map(readPoint);
  const numbers = points.length > 0 ? points.flat() : (owner.numbers("ErrorCurve") ?? []);
  if (numbers.length === 0 || numbers.length % 2 !== 0 || numbers.length > 2 * MAX_POINTS)
    throw element.error("LENGTH_WRONG", {
      found: `${numbers.length} numbers`,
      allowed: `1 to ${MAX_POINTS} pairs: distance error`,
    });
  const [distances, errors] = [0, 1].map((k) => Object.freeze(numbers.filter((_, i) => i % 2 === k)));
  const wrong = numbers.find((x) => x < 0);
  if (wrong !== undefined) throw element.error("VALUE_OUT_OF_RANGE", { found: wrong, allowed: "0 or more" });
  const back = distances.findIndex((x, i) => i > 0 && x <= distances[i - 1]);
  if (back > 0)
    throw element.error("VALUE_OUT_OF_RANGE", { found: distances[back], allowed: `above ${distances[back - 1]}` });
  return Object.freeze({ distances, errors });
}

function readPoint(point: ElementReader): [number, number] {
  const [distance, error] = [point.numberAttribute("distance"), point.numberAttribute("error")];
  if (distance !== undefined && error !== undefined) return [distance, error];
  const missing = distance === undefined ? "distance" : "error";
  throw point.error("ATTRIBUTE_MISSING", { found: `no ${missing}`, allowed: `<Point distance="" error=""/>` });
}

/** Largest error of a measurement of this distance, m. */
export function boundOf({ distances, errors }: ErrorCurve, distance: number): number {
  const last = distances.length - 1;
  if (distance <= distances[0]) return errors[0];
  if (distance >= distances[last]) return errors[last];
  let i = 1;
  while (distances[i] < distance) i++;
  const share = (distance - distances[i - 1]) / (distances[i] - distances[i - 1]);
  return errors[i - 1] + share * (errors[i] - errors[i - 1]);
}

/** Draws exactly one number at every distance. */
export function drawError(curve: ErrorCurve, distance: number, stream: RandomStream): number {
  return stream.uniform(-1, 1) * boundOf(curve, distance);
}
