// Ball handling of one robot: wait for a moving ball, drive behind a resting ball, take it with the dribbler, turn with it, and kick
// in the right direction.

import type { Kick } from "./Aim.js";
import { meet } from "./BallPath.js";
import { driveAlong, isOnLine, lineOf } from "./DifferentialDrive.js";
import { BALL, MOUTH, type Pitch, ROBOT } from "./Pitch.js";
import {
  along,
  angleOf,
  clamp,
  cross,
  distance,
  dot,
  heading,
  left,
  length,
  type Point,
  scale,
  sub,
  unit,
  wrap,
} from "./Plane.js";
import { type Goal, type Motion, steer, toMotion } from "./Steering.js";
import type { Ball, Player, View } from "./View.js";

/** Order for one robot and one step. */
export interface Order extends Motion {
  readonly id: number;
  /** Kick speed, m/s, 0: not armed; angle, degrees. */
  readonly kick: number;
  readonly angle: number;
  readonly dribble: boolean;
}

export const order = (id: number, motion: Motion, extra: Partial<Order> = {}): Order => ({
  kick: 0,
  angle: 0,
  dribble: false,
  ...motion,
  ...extra,
  id,
});

/** m/s: the robot waits for a faster ball instead of following it. */
const FAST = 0.8;
/** Maximum turning speed with the ball, rad/s. */
const HOLD_TURN = 2.2;

export interface BallTask {
  readonly player: Player;
  readonly kick: Kick;
  readonly view: View;
  readonly pitch: Pitch;
  readonly isKeeper?: boolean;
  readonly maxSpeed?: number;
  /** False: goes behind the ball and waits for the start. */
  readonly mayKick?: boolean;
  /** True: a restart; the first touch has to be the kick. */
  readonly isCareful?: boolean;
  /** True: it has held the ball for long; any direction except the own goal is accepted. */
  readonly isInHurry?: boolean;
}

/** True: the ball is between dribbler and kicker, or about to be. */
export function isInMouth({ at, facing, hasBall }: Player, ball: Ball): boolean {
  const way = sub(ball.at, at);
  const [ahead, beside] = [dot(way, heading(facing)), cross(heading(facing), way)];
  return (hasBall || ahead < MOUTH + 0.02) && ahead > 0.05 && ahead < MOUTH + 0.05 && Math.abs(beside) < 0.04;
}

export function playBall(task: BallTask): Order {
  const { player, view, mayKick = true } = task;
  const { ball } = view;
  const wrong = Math.abs(wrap(angleOf(sub(task.kick.to, ball.at)) - player.facing));
  if (mayKick && isInMouth(player, ball) && (!task.isCareful || wrong < task.kick.slack)) return turnAndKick(task);
  const way = sub(ball.at, player.at);
  const comes = length(ball.velocity) > FAST && dot(way, ball.velocity) < 0.5 * length(way) * length(ball.velocity);
  return comes && mayKick ? receive(task) : approach(task);
}

/** Turns about the ball. */
function turnAndKick({ player, kick, view, pitch, isInHurry, isCareful }: BallTask): Order {
  const wrong = wrap(angleOf(sub(kick.to, view.ball.at)) - player.facing);
  const turn = clamp(6 * wrong, -HOLD_TURN, HOLD_TURN);
  const isReady = Math.abs(wrong) < kick.slack || (isInHurry === true && heading(player.facing).x > 0);
  // the ball may lie off centre
  const beside = cross(heading(player.facing), sub(view.ball.at, player.at));
  // two wheels carry the ball about their own centre
  const sideways = player.isDifferential ? 0 : 4 * beside - turn * MOUTH;
  // and take it away from a wall first
  const isAtWall = player.isDifferential === true && !pitch.hasRoom(view.ball.at);
  const motion = { forward: isReady ? 0.4 : isAtWall ? -0.25 : 0.12, left: sideways, turn: isAtWall ? turn / 2 : turn };
  return order(player.id, motion, { dribble: !isCareful, ...(isReady ? shoot(player, kick) : {}) });
}

/** The kicker adds to the robot's own speed. */
function shoot(player: Player, { speed, angle }: Kick): Partial<Order> {
  const own = Math.max(0, dot(player.velocity, heading(player.facing)));
  return { kick: angle > 0 ? speed : Math.max(1, speed - own), angle };
}

/** Moves onto the ball's line, front first. */
function receive(task: BallTask): Order {
  const { player, view, pitch } = task;
  const direction = unit(view.ball.velocity);
  const { at } = meet(player, view.ball, pitch);
  const stand = along(at, direction, MOUTH);
  const facing = angleOf(scale(direction, -1));
  return order(player.id, steer(player, goalOf(task, stand, facing), view, pitch), { dribble: true });
}

const goalOf = ({ isKeeper, maxSpeed, pitch }: BallTask, to: Point, facing: number): Goal => ({
  to: isKeeper ? to : pitch.outsideAreas(to),
  facing,
  isKeeper: isKeeper ?? false,
  isBold: true,
  maxSpeed: maxSpeed ?? pitch.pace,
});

/** Goes behind the ball as seen from the target, then into it. */
function approach(task: BallTask): Order {
  const { player, kick, view, pitch, mayKick = true } = task;
  const { ball } = view;
  const lead = distance(player.at, ball.at) > 0.5 ? meet(player, ball, pitch).at : ball.at;
  if (player.isDifferential) return approachOnLine(task, lead);
  const direction = unit(sub(kick.to, lead));
  const way = sub(lead, player.at);
  const [behind, beside] = [dot(way, direction), cross(direction, way)];
  const wrong = wrap(angleOf(direction) - player.facing);
  const [aside, askew] = task.isCareful ? [0.015, 0.6 * kick.slack] : [0.03, 0.2];
  const isLinedUp = behind > 0.05 && behind < 0.35 && Math.abs(beside) < aside && Math.abs(wrong) < askew;
  if (isLinedUp && mayKick) return driveIn(task, direction, behind, beside);
  const flank = Math.sign(-beside) || 1;
  const stand =
    behind < 0.07
      ? along(along(lead, direction, -0.13), left(direction), flank * (ROBOT + 0.12))
      : along(lead, direction, -(MOUTH + (task.isCareful ? 0.09 : 0.05)));
  const goal = { ...goalOf(task, stand, angleOf(direction)), ballGap: ROBOT + BALL + (task.isCareful ? 0.05 : 0.02) };
  const drift = distance(player.at, ball.at) < 0.5 ? ball.velocity : undefined;
  return order(player.id, steer(player, drift ? { ...goal, drift } : goal, view, pitch), { dribble: !task.isCareful });
}

/** m behind the ball from which a robot on two wheels drives on. */
const RUN_UP = 0.3;

/** On two wheels: to a place behind the ball, turns there, then straight on through the ball. */
function approachOnLine(task: BallTask, lead: Point): Order {
  const { player, kick, view, pitch, mayKick = true } = task;
  // no room behind a ball at a wall: straight to it, and away with the dribbler
  const hasRoom = pitch.hasRoom(along(lead, unit(sub(kick.to, lead)), -RUN_UP));
  const line = lineOf(player, lead, hasRoom ? kick.to : along(lead, unit(sub(lead, player.at)), 1));
  const wrong = wrap(angleOf(sub(kick.to, view.ball.at)) - player.facing);
  if (mayKick && isOnLine(player, line)) {
    const push =
      clamp(0.5 + 2 * (line.behind - MOUTH), 0.5, 1.2) + Math.max(0, dot(view.ball.velocity, line.direction));
    const isReady = Math.abs(wrong) < kick.slack;
    const motion = driveAlong(player, line, push);
    return order(player.id, motion, { dribble: !task.isCareful, ...(isReady ? shoot(player, kick) : {}) });
  }
  const flank = Math.sign(-line.beside) || 1;
  const stand =
    line.behind < 0.07
      ? along(along(lead, line.direction, -0.2), left(line.direction), flank * (ROBOT + 0.14))
      : along(lead, line.direction, -RUN_UP);
  const goal = { ...goalOf(task, stand, angleOf(line.direction)), ballGap: ROBOT + BALL + 0.03 };
  return order(player.id, steer(player, goal, view, pitch));
}

function driveIn({ player, kick, view, isCareful }: BallTask, direction: Point, behind: number, beside: number): Order {
  const { ball } = view;
  const push = clamp(0.3 + 2 * (behind - MOUTH), 0.3, 1.2);
  const velocity = along(along(ball.velocity, direction, push), left(direction), 5 * beside);
  const wrong = wrap(angleOf(sub(kick.to, ball.at)) - player.facing);
  const motion = toMotion(player, velocity, angleOf(direction));
  const isReady = Math.abs(wrong) < kick.slack;
  return order(player.id, motion, { dribble: !isCareful, ...(isReady ? shoot(player, kick) : {}) });
}
