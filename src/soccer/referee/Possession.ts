// Who touched the ball last, how high it has flown since, and how long each team has had it (F5): a team has the ball from
// its touch to the other team's, while the ball is in play. Two who touch at once take turns.

import type { Scene, SceneBall, SceneRobot } from "../Scene.js";
import { type RobotKey, TEAMS, type TeamColor } from "../Team.js";
import type { RefereeState } from "./RefereeState.js";

export const isSame = (a: RobotKey, b: RobotKey): boolean => a.team === b.team && a.id === b.id;

/** The ball at the last look. */
export type BallBefore = Pick<SceneBall, "position" | "velocity">;

/** All who touched the ball since the last look, in the order of the scene; a kick is a touch. */
export function touching(
  scene: Scene,
  touches: readonly RobotKey[],
  before: BallBefore | undefined,
): readonly RobotKey[] {
  const now = scene.robots.filter(({ touchesBall }) => touchesBall);
  const others = touches.filter((key) => !now.some((robot) => isSame(robot, key)));
  if (others.length > 0) return [...others, ...now];
  if (now.length > 0 || !scene.ball || !before) return now;
  const kicker = kickerOf(scene.robots, scene.ball, before);
  return kicker ? [kicker] : now;
}

/** m: nearer than this a kicker reaches a ball, or will within a step. m/s: what nothing but a kick adds in a step. */
const REACH = 0.02;
const LEAST_GAIN = 0.25;

/** A kicker pushes without a contact: the ball is suddenly faster, away from a robot that it was close to. */
function kickerOf(robots: readonly SceneRobot[], ball: SceneBall, before: BallBefore): SceneRobot | undefined {
  const [gainX, gainY] = [ball.velocity[0] - before.velocity[0], ball.velocity[1] - before.velocity[1]];
  if (Math.abs(gainX) + Math.abs(gainY) < LEAST_GAIN) return undefined;
  return robots.find((robot) => {
    const [dx, dy] = [before.position[0] - robot.x, before.position[1] - robot.y];
    const far = Math.sqrt(dx * dx + dy * dy);
    return far < robot.radius + ball.radius + REACH && gainX * dx + gainY * dy > LEAST_GAIN * far;
  });
}

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
