// Decision after the ball left the field (F5): a goal, if the rules let it count, or how the game continues. A goal does not count if
// the ball was higher than 0.15 m since the scoring team touched it, if that team committed a foul in the last 2 s, or if it has
// too many robots.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Crossing } from "../../shared/BallCrossing.js";
import { scoreText } from "../../shared/Score.js";
import type { FieldState } from "../FieldState.js";
import { otherTeam, robotName, type TeamColor } from "../Team.js";
import { teamAt } from "./FieldAreas.js";
import { restartAfter } from "./FreeKick.js";
import { countGoal, recordEvent, stopFor } from "./GameFlow.js";
import type { EventType, RefereeEvent } from "./RefereeEvent.js";
import { type RefereeSettings, RULES, robotsAllowed } from "./RefereeRules.js";
import { freeKickCommand, type RefereeState } from "./RefereeState.js";

export function decideCrossing(
  state: RefereeState,
  settings: RefereeSettings,
  fieldState: FieldState,
  crossing: Crossing,
): void {
  if (crossing.isInGoal && decideGoal(state, settings, fieldState, crossing)) return;
  const { touch } = state.watch;
  const restart = restartAfter(crossing, touch, settings.field, state.blueOnPositiveHalf);
  const type: EventType =
    restart.kind === "aimless-kick"
      ? "AIMLESS_KICK"
      : crossing.line === "touch"
        ? "BALL_LEFT_FIELD_TOUCH_LINE"
        : "BALL_LEFT_FIELD_GOAL_LINE";
  const by = touch ? `, last touched by ${robotName(touch)}` : "";
  const after = restart.team ? `${restart.kind} for ${settings.names[restart.team]}` : "forced start";
  recordEvent(state, {
    type: touch ? type : "NOTE",
    timeNs: state.timeNs,
    team: touch?.team,
    bot: touch?.id,
    x: crossing.x,
    y: crossing.y,
    from: touch && [touch.x, touch.y],
    text: `ball out over the ${crossing.line} line${by}: ${after.replace("-", " ")}`,
  });
  stopFor(state, restart.team ? freeKickCommand(restart.team) : "FORCE_START", restart.place);
}

/** True: the goal counts. */
function decideGoal(
  state: RefereeState,
  settings: RefereeSettings,
  fieldState: FieldState,
  crossing: Crossing,
): boolean {
  const team = otherTeam(teamAt(crossing.side, state.blueOnPositiveHalf));
  const flaw = flawOfGoal(state, settings, fieldState, team);
  const { touch, heights } = state.watch;
  const event: Omit<RefereeEvent, "type" | "text"> = {
    timeNs: state.timeNs,
    team,
    bot: touch?.id,
    kickingTeam: touch?.team,
    x: crossing.x,
    y: crossing.y,
    from: touch && [touch.x, touch.y],
    value: heights[team],
  };
  if (flaw !== undefined) {
    recordEvent(state, { ...event, type: "INVALID_GOAL", text: `no goal for ${settings.names[team]}: ${flaw}` });
    return false;
  }
  const how = !touch ? "" : touch.team === team ? ` by ${robotName(touch)}` : `, own goal of ${robotName(touch)}`;
  countGoal(state, team);
  recordEvent(state, {
    ...event,
    type: "GOAL",
    text: `goal for ${settings.names[team]}${how}: ${scoreText(state.score, settings.names)}`,
  });
  return true;
}

function flawOfGoal(
  { watch, timeNs }: RefereeState,
  { field }: RefereeSettings,
  { robots }: FieldState,
  team: TeamColor,
): string | undefined {
  const foulNs = watch.foulNs[team];
  if (watch.heights[team] > RULES.goalHeightLimit) return `the ball was ${watch.heights[team].toFixed(2)} m high`;
  if (foulNs !== undefined && timeNs - foulNs < RULES.foulVoidsGoal * NS_PER_SEC) return "a foul just before";
  const max = robotsAllowed(field);
  return robots.filter((robot) => robot.team === team).length > max ? `more than ${max} robots` : undefined;
}
