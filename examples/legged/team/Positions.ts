// Where players without the ball stand: at the kick-off, and in play by their role. Own half is at negative x.

import { hypot } from "../../../src/math/Trigonometry.js";
import { within } from "../LegKinematics.js";
import { FIELD } from "./FieldMap.js";
import type { Spot } from "./Placement.js";
import type { Role } from "./TeamMessage.js";

/** By number, 1 to 4: with and without the kick-off. */
const KICK_OFF: readonly Spot[] = [
  [-2.5, 0],
  [-0.32, 0],
  [-0.7, 0.8],
  [-1.4, -0.5],
];
const OTHER_KICK_OFF: readonly Spot[] = [
  [-2.5, 0],
  [-0.85, 0],
  [-1, 0.9],
  [-1.4, -0.7],
];

export const kickOffSpot = (number: number, isOwn: boolean): Spot => (isOwn ? KICK_OFF : OTHER_KICK_OFF)[number - 1];

/** Where a player of this role waits while another one plays the ball. */
export function waitingSpot(role: Role, ball: Spot): Spot {
  const [x, y] = ball;
  switch (role) {
    case "keeper":
      return keeperSpot(ball);
    case "defender":
      return [within(x - 1.5, -1.8, -0.3), within(0.5 * y, -0.8, 0.8)];
    default:
      // on the other side, a little behind the ball
      return [within(x - 0.6, -1.5, 1.6), y > 0 ? y - 0.9 : y + 0.9];
  }
}

/** m: distance of the keeper from the middle of its goal. */
const KEEPER_RADIUS = 0.3;

/** Between the ball and the middle of the goal. */
function keeperSpot([x, y]: Spot): Spot {
  const [dx, dy] = [Math.max(0.05, x + FIELD.halfLength), y];
  const distance = hypot(dx, dy);
  return [-FIELD.halfLength + (KEEPER_RADIUS * dx) / distance, within((KEEPER_RADIUS * dy) / distance, -0.3, 0.3)];
}
