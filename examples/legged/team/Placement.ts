// Position and heading in a plane, and points seen from there.

import { cos, sin, TAU } from "../../../src/math/Trigonometry.js";

export type Spot = readonly [x: number, y: number];

/** Position, m, and heading, rad counter-clockwise from the x axis. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** A point ahead and to the left of `from`, in the frame of `from`'s own coordinates. */
export function outOf({ x, y, heading }: Placement, [ahead, left]: Spot): Spot {
  const [c, s] = [cos(heading), sin(heading)];
  return [x + ahead * c - left * s, y + ahead * s + left * c];
}

/** How far a point is ahead of and to the left of `from`. */
export function into({ x, y, heading }: Placement, [px, py]: Spot): Spot {
  const [c, s, dx, dy] = [cos(heading), sin(heading), px - x, py - y];
  return [dx * c + dy * s, dy * c - dx * s];
}

/** An angle from -PI to PI. */
export const wrap = (angle: number): number => angle - TAU * Math.round(angle / TAU);
