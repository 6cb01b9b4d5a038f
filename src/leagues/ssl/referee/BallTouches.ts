// Records touches of the ball for the built-in referee (F5): the last one, and how high the ball has been since each team's touch.

import { lastToucher } from "../../shared/Possession.js";
import type { FieldBall } from "../FieldState.js";
import { type RobotKey, TEAMS } from "../Team.js";
import type { RefereeState } from "./RefereeState.js";

export function noteTouches(state: RefereeState, ball: FieldBall, keys: readonly RobotKey[]): void {
  const { watch } = state;
  const [x, y, z] = ball.position;
  for (const team of TEAMS) watch.heights[team] = Math.max(watch.heights[team], z - ball.radius);
  if (keys.length === 0) return;
  for (const { team } of keys) watch.heights[team] = z - ball.radius;
  const { team, id } = lastToucher(keys, watch.touch) ?? keys[0];
  const isKickOff = state.phase === "kick" && state.kick?.isKickOff === true;
  watch.touch = { team, id, timeNs: state.timeNs, x, y, isKickOff };
}
