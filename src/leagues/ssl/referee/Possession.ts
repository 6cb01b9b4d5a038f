// Who touched the ball last, how high it has flown since, and how long each team has had it (F5): a team has the ball from
// its touch to the other team's, while the ball is in play. Two who touch at once take turns.

import type { Scene, SceneBall } from "../FieldState.js";
import { type RobotKey, TEAMS, type TeamColor } from "../Team.js";
import type { RefereeState } from "./RefereeState.js";

export const isSame = (a: RobotKey, b: RobotKey): boolean => a.team === b.team && a.id === b.id;

/** All who touch the ball, in the order of the scene. */
export const touching = ({ robots }: Scene): readonly RobotKey[] => robots.filter(({ touchesBall }) => touchesBall);

/** Whoever touched the ball last; two at once take turns. */
export const lastOf = (keys: readonly RobotKey[], before: RobotKey | undefined): RobotKey | undefined =>
  (before && keys.find((key) => !isSame(key, before))) ?? keys[0] ?? before;

export function noteTouches(state: RefereeState, ball: SceneBall, keys: readonly RobotKey[]): void {
  const { watch } = state;
  const [x, y, z] = ball.position;
  for (const team of TEAMS) watch.heights[team] = Math.max(watch.heights[team], z - ball.radius);
  if (keys.length === 0) return;
  for (const { team } of keys) watch.heights[team] = z - ball.radius;
  const { team, id } = lastOf(keys, watch.touch) ?? keys[0];
  const isKickOff = state.phase === "kick" && state.kick?.isKickOff === true;
  watch.touch = { team, id, timeNs: state.timeNs, x, y, isKickOff };
}

/** 0 to 1 of the time in which anybody had it. */
export function possessionShare(possessionNs: Readonly<Record<TeamColor, number>>, team: TeamColor): number {
  const total = possessionNs.blue + possessionNs.yellow;
  return total > 0 ? possessionNs[team] / total : 0;
}
