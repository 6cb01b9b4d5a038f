// Offences in play for which a robot is taken off the field for 30 s (F5, L4): pushing, standing in the own penalty area as a field
// player, leaving the carpet, lying on the floor. Each must last for some seconds. Left out: holding the ball, obstruction.

import { cos, sin } from "../../../math/Trigonometry.js";
import { gapBetween } from "../../shared/Place.js";
import type { LeggedGeometry } from "../field/LeggedGeometry.js";
import type { LeggedFieldState, LeggedRobot } from "../LeggedFieldState.js";
import { GOALKEEPER, sideOf } from "../LeggedTeam.js";
import type { LeggedRefereeState } from "./LeggedRefereeState.js";
import { type Penalty, RULES } from "./LeggedRules.js";

export interface Offence {
  readonly robot: LeggedRobot;
  readonly penalty: Penalty;
}

const NS = 1e9;
/** The other robot is in front within 60 degrees. */
const IN_FRONT = 0.5;

/** Offences that have lasted long enough at this instant, of robots that are on the field. */
export function findOffences(
  state: LeggedRefereeState,
  { robots, contacts, ball }: LeggedFieldState,
  field: LeggedGeometry,
  elapsedNs: number,
): readonly Offence[] {
  const playing = robots.filter(({ name }) => !state.removed[name]);
  const found: Offence[] = [];
  const judge = (
    robot: LeggedRobot,
    penalty: Penalty,
    isOffending: boolean,
    limitSec: number,
    ns = elapsedNs,
  ): void => {
    if (lasts(state, `${penalty} ${robot.name}`, isOffending, ns) >= limitSec * NS) found.push({ robot, penalty });
  };
  for (const robot of playing) {
    judge(robot, "leaving the field", isOffCarpet(robot, field), 0.1);
    judge(robot, "request for pickup", !robot.isUpright, RULES.fallenFor);
    judge(robot, "illegal defender", isIllegalDefender(robot, field), RULES.illegalDefenderFor);
  }
  if (!contacts) return found;
  const sinceNs = 0.1 * NS;
  for (const robot of playing) {
    const pushed = playing.filter((other) => touches(contacts, robot, other) && pushes(robot, other));
    const keeper = pushed.some((other) => isKeeperAtHome(other, field));
    const isAtBall =
      ball !== undefined && gapBetween(robot.x, robot.y, ball.position[0], ball.position[1]) < RULES.playsBallWithin;
    judge(robot, "goalie pushing", keeper, RULES.pushingFor, sinceNs);
    judge(robot, "player pushing", !keeper && !isAtBall && pushed.length > 0, RULES.pushingFor, sinceNs);
  }
  return found;
}

/** How long a condition has lasted now, ns. It ends twice as fast as it grew: a short break does not count. */
function lasts(state: LeggedRefereeState, key: string, isTrue: boolean, elapsedNs: number): number {
  const before = state.lasting[key] ?? 0;
  if (!isTrue && before === 0) return 0;
  const now = isTrue ? before + elapsedNs : Math.max(0, before - 2 * elapsedNs);
  if (now === 0) delete state.lasting[key];
  else state.lasting[key] = now;
  return isTrue ? now : 0;
}

export function isOffCarpet({ x, y }: LeggedRobot, field: LeggedGeometry): boolean {
  const maxX = field.fieldLength / 2 + field.carpetMarginGoalLine;
  const maxY = field.fieldWidth / 2 + field.carpetMargin;
  return Math.abs(x) > maxX || Math.abs(y) > maxY;
}

function isInPenaltyArea({ team, x, y }: LeggedRobot, field: LeggedGeometry): boolean {
  const depth = field.fieldLength / 2 - sideOf(team) * x;
  return depth < field.penaltyAreaDepth && Math.abs(y) < field.penaltyAreaWidth / 2;
}

const isIllegalDefender = (robot: LeggedRobot, field: LeggedGeometry): boolean =>
  robot.id !== GOALKEEPER && isInPenaltyArea(robot, field);

const isKeeperAtHome = (robot: LeggedRobot, field: LeggedGeometry): boolean =>
  robot.id === GOALKEEPER && isInPenaltyArea(robot, field);

const touches = (
  contacts: readonly (readonly [string, string])[],
  { name }: LeggedRobot,
  { name: other }: LeggedRobot,
): boolean => contacts.some((pair) => pair.includes(name) && pair.includes(other));

/** True: the other robot is an opponent in front, and `robot` moves it or walks against it. */
function pushes(robot: LeggedRobot, other: LeggedRobot): boolean {
  if (robot.team === other.team) return false;
  const gap = Math.max(gapBetween(robot.x, robot.y, other.x, other.y), 1e-6);
  const [ux, uy] = [(other.x - robot.x) / gap, (other.y - robot.y) / gap];
  const isAhead = ux * cos(robot.orientation) + uy * sin(robot.orientation) > IN_FRONT;
  return isAhead && robot.vx * ux + robot.vy * uy > RULES.pushingSpeed;
}
