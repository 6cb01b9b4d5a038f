// Positions before a kick-off: robots stand in their own half and outside the centre circle, except one robot of the team that
// kicks. A robot that is not there in time is put there. A robot counts by its centre.

import { PI } from "../../math/Trigonometry.js";
import { gapBetween, type Place, type Side } from "./Place.js";
import type { RobotKey } from "./Teams.js";

export interface KickOffRobot<Team extends string> extends RobotKey<Team> {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** m. */
export interface KickOffField {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  readonly centerCircleRadius: number;
}

export interface KickOffRules<Team extends string> {
  readonly field: KickOffField;
  /** The team that kicks. */
  readonly team: Team;
  readonly sideOf: (team: Team) => Side;
}

/** Where a robot is put, m, and the direction it faces, rad. */
export interface KickOffPlace<Team extends string> extends RobotKey<Team> {
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

const inCircle = (
  { centerCircleRadius }: KickOffField,
  { x, y }: { readonly x: number; readonly y: number },
): boolean => gapBetween(x, y, 0, 0) < centerCircleRadius;

/** Robots that may not stand where they are. The kicker is the robot of its team that is nearest to the centre. */
function misplacedRobots<Team extends string, R extends KickOffRobot<Team>>(
  robots: readonly R[],
  rules: KickOffRules<Team>,
): readonly R[] {
  const kicker = kickerOf(robots, rules);
  return robots.filter((robot) => {
    if (robot === kicker) return false;
    return robot.x * rules.sideOf(robot.team) < 0 || inCircle(rules.field, robot);
  });
}

/** The robot in the circle that will kick; undefined: there is none. */
function kickerOf<Team extends string, R extends KickOffRobot<Team>>(
  robots: readonly R[],
  { field, team }: KickOffRules<Team>,
): R | undefined {
  let nearest: R | undefined;
  let nearestGap = Number.POSITIVE_INFINITY;
  for (const robot of robots) {
    const gap = gapBetween(robot.x, robot.y, 0, 0);
    if (robot.team !== team || !inCircle(field, robot) || gap >= nearestGap) continue;
    nearest = robot;
    nearestGap = gap;
  }
  return nearest;
}

export const isReadyForKickOff = <Team extends string>(
  robots: readonly KickOffRobot<Team>[],
  rules: KickOffRules<Team>,
): boolean => kickerOf(robots, rules) !== undefined && misplacedRobots(robots, rules).length === 0;

/** A free place in its own half for each misplaced robot, as near as possible to the mirror image of where it stands. */
export function placesForMisplaced<Team extends string>(
  robots: readonly KickOffRobot<Team>[],
  rules: KickOffRules<Team>,
): readonly KickOffPlace<Team>[] {
  const misplaced = misplacedRobots(robots, rules);
  const taken: Place[] = robots.filter((robot) => !misplaced.includes(robot)).map(({ x, y }) => [x, y]);
  return misplaced.map((robot) => {
    const side = rules.sideOf(robot.team);
    const [x, y] = freePlace(robot, taken, side, rules.field);
    taken.push([x, y]);
    return { team: robot.team, id: robot.id, x, y, orientation: side > 0 ? PI : 0 };
  });
}

/** Searches columns from the circle towards the goal, and in each column rows outwards from the robot's y. */
function freePlace(robot: KickOffRobot<string>, taken: readonly Place[], side: Side, field: KickOffField): Place {
  const pitch = 3 * robot.radius;
  const minX = field.centerCircleRadius + pitch;
  const maxX = Math.max(minX, field.fieldLength / 2 - pitch);
  const maxY = field.fieldWidth / 2 - pitch;
  const startX = Math.min(maxX, Math.max(minX, Math.abs(robot.x)));
  const startY = Math.max(-maxY, Math.min(maxY, robot.y));
  for (let n = 0; n < 1000; n++) {
    // rows: 0, 1, -1, 2, -2, ... of 9, then the next column
    const k = n % 9;
    const row = (k % 2 === 0 ? -1 : 1) * ((k + 1) >> 1);
    const y = startY + row * pitch;
    const x = minX + ((startX - minX + Math.floor(n / 9) * pitch) % (maxX - minX + pitch));
    if (Math.abs(y) > maxY || x > maxX + pitch) continue;
    if (taken.every(([tx, ty]) => gapBetween(tx, ty, side * x, y) >= pitch)) return [side * x, y];
  }
  return [side * startX, startY];
}
