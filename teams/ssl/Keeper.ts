// The goalkeeper: stands between ball and goal, moves onto the line of a shot, clears balls that stay in its area.

import { PI } from "../../src/math/Trigonometry.js";
import type { Kick } from "./Aim.js";
import { crossing } from "./BallPath.js";
import { type Order, order, playBall } from "./BallSkill.js";
import type { DecisionInput } from "./DecisionInput.js";
import type { Pitch } from "./Pitch.js";
import { along, angleOf, clamp, length, type Point, point, sub, toSegment, unit } from "./Plane.js";
import { STOP_PACE, steer } from "./Steering.js";
import type { Player, View } from "./View.js";

/** Distance in front of the goal line, m. */
const OFF_LINE = 0.12;
/** m/s: onto the line of a shot, and otherwise. */
const [DIVE, WALK] = [3.4, 2];

/** `kick`: the kick of a ball in its area; undefined: the ball is not in play. */
export function keepGoal(player: Player, { view, pitch, situation }: DecisionInput, kick: Kick | undefined): Order {
  const { ball } = view;
  const shot = shotPlace(player, view, pitch);
  if (!shot && kick && isKeepersBall(ball.at, length(ball.velocity), pitch))
    return playBall({ player, kick, view, pitch, isKeeper: true });
  const to = shot ?? guardPlace(ball.at, pitch);
  // on two wheels it drives to and fro along its line
  const facing = player.isDifferential ? PI / 2 : angleOf(sub(ball.at, player.at));
  const goal = {
    to,
    facing,
    isKeeper: true,
    isBold: true,
    maxSpeed: situation.kind === "stop" ? STOP_PACE : shot ? DIVE : WALK,
  };
  return order(player.id, steer(player, goal, view, pitch), { dribble: shot !== undefined });
}

export const isKeepersBall = (at: Point, speed: number, pitch: Pitch): boolean =>
  pitch.isInOwnArea(at, -0.02) && speed < 1.5;

/** Where a shot at the goal can be met; undefined: there is no shot. */
function shotPlace(player: Player, { ball }: View, pitch: Pitch): Point | undefined {
  const line = pitch.ownGoal.x;
  const end = crossing(ball, pitch.sizes.ball, line);
  if (!end || end.sec > 2.5 || Math.abs(end.y) > pitch.sizes.goalWidth / 2 + 0.1) return undefined;
  const goal = point(line + OFF_LINE, end.y);
  // straight onto its line, if that is in front of the goal
  const { share } = toSegment(player.at, ball.at, goal);
  const foot = along(ball.at, sub(goal, ball.at), share);
  return pitch.isInOwnArea(foot) ? foot : goal;
}

/** Between the ball and the centre of the goal; the wider the goal, the nearer to it. */
function guardPlace(ball: Point, pitch: Pitch): Point {
  const out = Math.min(0.45 * pitch.sizes.goalWidth, pitch.sizes.areaDepth);
  const place = along(pitch.ownGoal, unit(sub(ball, pitch.ownGoal)), out);
  const half = pitch.sizes.goalWidth / 2 - 0.05;
  return point(Math.max(place.x, pitch.ownGoal.x + OFF_LINE), clamp(place.y, -half, half));
}
