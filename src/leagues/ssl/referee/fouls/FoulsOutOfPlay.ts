// Fouls while the ball is out of play (F5): too close to a kick, too fast in STOP, too close to the other team's defence area in STOP.
// Each has a grace period of 2 s after the command.

import { NS_PER_SEC } from "../../../../describe/world/WorldDescription.js";
import { gapBetween } from "../../../shared/Place.js";
import type { FieldBall, FieldRobot } from "../../FieldState.js";
import { otherTeam } from "../../Team.js";
import { defenceAreaDistance, isInDefenceArea, sideOf } from "../FieldAreas.js";
import { RULES, ruleScale } from "../RefereeRules.js";
import { type Foul, type FoulContext, foul, isNewFoul } from "./Foul.js";

/** While one team may kick: robots of the other team keep their distance, or the time for the kick starts again. */
export function foulsAtKick(context: FoulContext): Foul[] {
  const { state, settings, fieldState, ball } = context;
  const { kick, timeNs, commandNs } = state;
  if (!kick || timeNs - commandNs < RULES.grace * NS_PER_SEC) return [];
  const minGap = RULES.keepAway * ruleScale(settings.field) - RULES.keepAwayTolerance;
  const team = otherTeam(kick.team);
  const near = fieldState.robots.find((robot) => robot.team === team && gapToBall(robot, ball) < minGap);
  if (!near || !isNewFoul(state, `near ${team}`)) return [];
  const text = "was too close to the ball";
  return [foul(context, "DEFENDER_TOO_CLOSE_TO_KICK_POINT", near, { text, value: gapToBall(near, ball) })];
}

/** Distance from a robot's hull, seen from above, to the ball's centre. */
export const gapToBall = (robot: FieldRobot, { position }: FieldBall): number =>
  gapBetween(robot.x, robot.y, position[0], position[1]) - robot.radius;

/** During STOP: speed, once per robot; the other team's defence area, once per team. */
export function foulsInStop(context: FoulContext): Foul[] {
  const { state, settings, fieldState } = context;
  if (state.timeNs - state.commandNs < RULES.grace * NS_PER_SEC) return [];
  const found: Foul[] = [];
  for (const robot of fieldState.robots) {
    const speed = gapBetween(0, 0, robot.vx, robot.vy);
    const theirs = sideOf(otherTeam(robot.team), state.blueOnPositiveHalf);
    const margin = robot.radius + RULES.attackerClearance;
    if (speed > RULES.stopSpeed && isNewFoul(state, `stop ${robot.name}`, Number.POSITIVE_INFINITY))
      found.push(
        foul(context, "BOT_TOO_FAST_IN_STOP", robot, { text: `drove ${speed.toFixed(1)} m/s in STOP`, value: speed }),
      );
    if (
      isInDefenceArea(settings.field, theirs, [robot.x, robot.y], margin) &&
      isNewFoul(state, `close ${robot.team}`, Number.POSITIVE_INFINITY)
    )
      found.push(
        foul(context, "ATTACKER_TOO_CLOSE_TO_DEFENSE_AREA", robot, {
          text: "was too close to the other team's defence area in STOP",
          value: Math.max(0, defenceAreaDistance(settings.field, theirs, [robot.x, robot.y]) - robot.radius),
        }),
      );
  }
  return found;
}
