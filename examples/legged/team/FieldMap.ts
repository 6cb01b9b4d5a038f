// The field of the four-legged league as a player knows it: origin in the centre, x towards the goal that its team attacks, y to the
// left, m. The red team defends the yellow goal, the blue team the sky-blue one.

import { within } from "../LegKinematics.js";
import { SKY_BLUE, YELLOW } from "./ColorClasses.js";
import type { Spot } from "./Placement.js";

export type TeamColor = "red" | "blue";

export const FIELD = {
  /** Half of the distances between the lines. */
  halfLength: 2.7,
  halfWidth: 1.8,
  /** Half of the goal's width, and its depth. */
  halfGoal: 0.4,
  goalDepth: 0.3,
  /** Penalty area: from the goal line, and half of its width. */
  areaDepth: 0.65,
  halfArea: 0.65,
  ballRadius: 0.042,
} as const;

const [BEACON_X, BEACON_Y] = [1.35, 1.95];

/** Beacons: two bands of 100 mm above 200 mm of white, diameter 100 mm. */
export const BEACON = { radius: 0.05, bandHeight: 0.1, top: 0.4, bottom: 0.2 } as const;

export const goalColor = (team: TeamColor): number => (team === "red" ? YELLOW : SKY_BLUE);
export const opponentOf = (team: TeamColor): TeamColor => (team === "red" ? "blue" : "red");

/**
 * Where the beacon with this colour beside pink is. Seen from the yellow goal, beacons on the left have pink below, those on the right
 * have pink above; the other colour is that of the nearer goal.
 */
export function beaconSpot(team: TeamColor, color: number, isPinkAbove: boolean): Spot {
  const x = color === SKY_BLUE ? BEACON_X : -BEACON_X;
  const y = isPinkAbove ? -BEACON_Y : BEACON_Y;
  return team === "red" ? [x, y] : [-x, -y];
}

/** The four beacons. */
export const BEACONS: readonly Spot[] = [-1, 1].flatMap((a) => [-1, 1].map((b): Spot => [a * BEACON_X, b * BEACON_Y]));

/** Only the keeper may play there. `margin`: m around it. */
export const isInOwnArea = ([x, y]: Spot, margin = 0): boolean =>
  x < -FIELD.halfLength + FIELD.areaDepth + margin && Math.abs(y) < FIELD.halfArea + 0.1 + margin;

/** Where a field player stands that has left the own area. */
export const beforeArea = (y: number): Spot => [-FIELD.halfLength + FIELD.areaDepth + 0.25, y];

/** A ball so far beyond the lines is out; a player waits for it so far inside, m. */
const [OUT, INSIDE] = [0.3, 0.4];

/** Beyond the lines, where the referee fetches it; the goal's mouth is none of it. */
export const isOutside = ([x, y]: Spot): boolean =>
  Math.abs(y) > FIELD.halfWidth + OUT || (Math.abs(x) > FIELD.halfLength + OUT && Math.abs(y) > FIELD.halfGoal);

/** The nearest spot where a player waits. */
export const inside = ([x, y]: Spot): Spot => [
  within(x, -FIELD.halfLength + INSIDE, FIELD.halfLength - INSIDE),
  within(y, -FIELD.halfWidth + INSIDE, FIELD.halfWidth - INSIDE),
];
