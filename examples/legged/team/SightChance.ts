// How likely a robot at a place would see a beacon or a goal as it does.

import { atan2, cos, exp, hypot, sin } from "../../../src/math/Trigonometry.js";
import { FIELD } from "./FieldMap.js";
import { type Placement, type Spot, wrap } from "./Placement.js";

/** A beacon: where it stands on the field, and where the robot sees it. */
export interface BeaconFix {
  readonly spot: Spot;
  readonly bearing: number;
  readonly distance: number;
  readonly deviation: number;
}

/** A goal in the direction of x or against it, by the bearings of its ends from the camera. */
export interface GoalFix {
  readonly isOwn: boolean;
  readonly left: number | undefined;
  readonly right: number | undefined;
  readonly from: Spot;
}

/** Standard deviations of bearings, rad. */
export const BEACON_BEARING = 0.05;
const GOAL_BEARING = 0.1;
/** Likelihood of a sight that is wrong altogether. The ends of a goal are often those of a robot before it. */
const [FALSE_BEACON, FALSE_GOAL] = [0.02, 0.35];

export function beaconChance({ x, y, heading }: Placement, { spot, bearing, distance, deviation }: BeaconFix): number {
  const [dx, dy] = [spot[0] - x, spot[1] - y];
  const far = (hypot(dx, dy) - distance) / deviation;
  const off = wrap(atan2(dy, dx) - heading - bearing) / BEACON_BEARING;
  return FALSE_BEACON + (1 - FALSE_BEACON) * exp(-0.5 * (far * far + off * off));
}

export function goalChance(place: Placement, goal: GoalFix): number {
  const { heading } = place;
  const c = cos(heading);
  const s = sin(heading);
  const x = place.x + goal.from[0] * c - goal.from[1] * s;
  const y = place.y + goal.from[0] * s + goal.from[1] * c;
  const front = FIELD.halfLength;
  const back = front + FIELD.goalDepth;
  const side = goal.isOwn ? -1 : 1;
  const middle = atan2(-y, side * front - x);
  // the picture shows nothing but goal ahead
  if (goal.left === undefined && goal.right === undefined)
    return Math.abs(wrap(middle - heading)) < 1.5 ? 1 : FALSE_GOAL;
  // the outermost corners of the box as seen from here
  let left = -9;
  let right = 9;
  for (let corner = 0; corner < 4; corner++) {
    const depth = corner < 2 ? front : back;
    const wide = corner % 2 === 0 ? -FIELD.halfGoal : FIELD.halfGoal;
    const off = wrap(atan2(wide - y, side * depth - x) - middle);
    left = Math.max(left, off);
    right = Math.min(right, off);
  }
  let square = 0;
  if (goal.left !== undefined) square += wrap(middle + left - heading - goal.left) ** 2;
  if (goal.right !== undefined) square += wrap(middle + right - heading - goal.right) ** 2;
  return FALSE_GOAL + (1 - FALSE_GOAL) * exp((-0.5 * square) / (GOAL_BEARING * GOAL_BEARING));
}
