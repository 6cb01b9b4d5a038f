// Whether the keeper should throw itself down: the ball comes fast, passes the keeper within reach, and passes soon.

import { hypot } from "../../../src/math/Trigonometry.js";
import type { Spot } from "./Placement.js";

/** m/s, s and m: nearer to the middle it needs no more than to stand, further out it does not reach. */
const SHOT = { speed: 0.3, seconds: 1.2, distance: 1.3, inside: 0.05, outside: 0.26 } as const;

/** The ball ahead and to the left of the keeper, m, and its velocity along the same axes, m/s. */
export function needsBlock([ahead, left]: Spot, [vx, vy]: Spot): boolean {
  if (hypot(vx, vy) < SHOT.speed || vx > -0.5 * SHOT.speed || ahead < 0.15 || ahead > SHOT.distance) return false;
  // when it passes the shoulders, and where
  const seconds = (ahead - 0.08) / -vx;
  const side = Math.abs(left + seconds * vy);
  return seconds < SHOT.seconds && side > SHOT.inside && side < SHOT.outside;
}
