// Drives a robot to a target: straight and fast, slow enough to stop there, around defence areas. Of all directions near the wanted one it
// takes the first without a collision in the next second. The result is what the protocol takes: forward, left, turn.

import { toDifferential } from "./DifferentialDrive.js";
import { BALL, type Pitch, ROBOT } from "./Pitch.js";
import {
  along,
  clamp,
  distance,
  dot,
  length,
  ORIGIN,
  type Point,
  point,
  rotate,
  scale,
  shorten,
  sub,
  unit,
  wrap,
} from "./Plane.js";
import type { Player, View } from "./View.js";

export interface Goal {
  readonly to: Point;
  readonly facing: number;
  /** Maximum speed, m/s; default: the pace of the pitch. */
  readonly maxSpeed?: number;
  /** Velocity of the target. */
  readonly drift?: Point;
  /** Distance to the ball; 0: it may be touched. */
  readonly ballGap?: number;
  /** Distance of the robot's centre to the opponents' defence area, m. */
  readonly areaGap?: number;
  /** True: may enter our defence area. */
  readonly isKeeper?: boolean;
  /** True: other robots make way. */
  readonly isBold?: boolean;
}

/** In the robot's frame, m/s and rad/s. */
export interface Motion {
  readonly forward: number;
  readonly left: number;
  readonly turn: number;
}

/** m/s in STOP: the rules allow 1.5. */
export const STOP_PACE = 1.2;
/** m/s²: less than robots can do, so that they stop at the target. */
const BRAKE = 2.6;
/** 1/s: gains of the last centimetres and of turning. */
const [NEAR, TURN] = [5, 7];
const MAX_TURN = 8;
/** Distance of the centres of two robots that pass each other, m. */
const PASS_BY = 2 * ROBOT + 0.05;
const HORIZON = 0.9;

export function steer(player: Player, goal: Goal, view: View, pitch: Pitch): Motion {
  const { drift = ORIGIN, maxSpeed = pitch.pace } = goal;
  const next = goal.isKeeper ? goal.to : detour(player.at, goal.to, pitch, goal.areaGap);
  const way = sub(next, player.at);
  const far = length(way);
  const rest = next === goal.to ? far : far + distance(next, goal.to);
  const speed = Math.min(maxSpeed, NEAR * rest, Math.sqrt(2 * BRAKE * rest));
  const wanted = shorten(along(drift, unit(way), far < 0.003 ? 0 : speed), maxSpeed);
  const near = obstacles(player, goal, view);
  const safe = brakeFor(player, avoid(player, wanted, goal, near), near);
  return toMotion(player, player.isDifferential ? faster(safe, rest) : safe, goal.facing);
}

/** m/s, m: a robot on two wheels that is not there yet creeps on: slower it would take itself for arrived. */
const [CREEP, ARRIVED] = [0.2, 0.04];

const faster = (velocity: Point, rest: number): Point =>
  rest > ARRIVED && length(velocity) < CREEP && length(velocity) > 0.01 ? scale(unit(velocity), CREEP) : velocity;

/** Converts a field velocity and a direction to look at to the robot's frame. */
export function toMotion(player: Player, velocity: Point, facing: number): Motion {
  if (player.isDifferential) return toDifferential(player, velocity, facing);
  const own = rotate(velocity, -player.facing);
  // a robot that turns fast at full speed leaves its line
  const maxTurn = Math.min(MAX_TURN, 3 / Math.max(0.1, length(player.velocity)));
  const turn = clamp(TURN * wrap(facing - player.facing), -maxTurn, maxTurn);
  return { forward: own.x, left: own.y, turn };
}

/** Final limit: no robot approaches another one faster than it can brake. */
function brakeFor(player: Player, velocity: Point, near: readonly Obstacle[]): Point {
  let safe = velocity;
  for (const other of near) {
    const way = sub(other.at, player.at);
    const gap = length(way) - other.hull;
    if (gap > 1) continue;
    const direction = unit(way);
    const closing = dot(sub(safe, other.velocity), direction);
    const excess = closing - (other.touch + Math.sqrt(2 * BRAKE * Math.max(0, gap - 0.03)) * 0.6);
    // the other robot brakes too: only our own share
    if (excess > 0) safe = along(safe, direction, -Math.min(excess, Math.max(0, dot(safe, direction))));
  }
  return safe;
}

interface Obstacle {
  readonly at: Point;
  readonly velocity: Point;
  /** Minimum distance of its centre, and distance at contact. */
  readonly radius: number;
  readonly hull: number;
  /** m/s: a contact at this speed does no harm. */
  readonly touch: number;
}

/** Directions beside the wanted one, in the order in which they are tried; passing on the right first. */
const SIDESTEPS = [0, -0.2, 0.2, -0.4, 0.4, -0.65, 0.65, -0.95, 0.95, -1.3, 1.3, -1.7, 1.7, -2.2, 2.2];

function avoid(player: Player, wanted: Point, goal: Goal, near: readonly Obstacle[]): Point {
  const speed = length(wanted);
  if (speed < 0.05) return wanted;
  if (near.length === 0) return wanted;
  const far = distance(player.at, goal.to);
  let best = { velocity: scale(wanted, 0.2), cost: Number.POSITIVE_INFINITY };
  for (const side of SIDESTEPS)
    for (const share of [1, 0.5]) {
      const velocity = scale(rotate(wanted, side), share);
      const cost = Math.abs(side) + 1.2 * (1 - share) + danger(player.at, velocity, near, far);
      if (cost < best.cost) best = { velocity, cost };
      if (best.cost <= Math.abs(side)) return best.velocity;
    }
  return best.velocity;
}

function obstacles(player: Player, goal: Goal, { ours, theirs, ball }: View): readonly Obstacle[] {
  const found: Obstacle[] = [];
  for (const other of [...ours, ...theirs]) {
    if (other === player) continue;
    const gap = distance(other.at, player.at);
    if (gap > 2.5) continue;
    const radius = goal.isBold ? PASS_BY - 0.05 : PASS_BY;
    found.push({ at: other.at, velocity: other.velocity, radius, hull: 2 * ROBOT, touch: 0.4 });
  }
  const gap = goal.ballGap ?? 0;
  if (gap > 0) found.push({ at: ball.at, velocity: ball.velocity, radius: gap, hull: ROBOT + BALL, touch: 0.1 });
  return found;
}

/** 0: no collision; larger for an earlier collision. */
function danger(at: Point, velocity: Point, near: readonly Obstacle[], far: number): number {
  const horizon = Math.min(HORIZON, far / Math.max(0.1, length(velocity)) + 0.1);
  let sum = 0;
  for (const obstacle of near) {
    const gap = sub(obstacle.at, at);
    const closing = sub(velocity, obstacle.velocity);
    const apart = length(gap);
    if (apart < obstacle.radius) {
      // too near already: any direction away is good
      sum += dot(gap, velocity) > 0 ? 3 * (dot(gap, unit(velocity)) / apart) + 2 * (1 - apart / obstacle.radius) : 0;
      continue;
    }
    const square = dot(closing, closing);
    const sec = square < 1e-6 ? 0 : dot(gap, closing) / square;
    if (sec <= 0) continue;
    const at2 = Math.min(sec, horizon);
    const miss = length(sub(gap, scale(closing, at2)));
    if (miss < obstacle.radius) sum += 0.5 + 2.5 * (1 - miss / obstacle.radius) + 1.5 * (1 - at2 / HORIZON);
  }
  return sum;
}

/** Around the defence areas: straight, or to a corner first. */
function detour(from: Point, to: Point, pitch: Pitch, fromTheirs = ROBOT + 0.03): Point {
  for (const side of [-1, 1] as const) {
    const { length: long, areaDepth, areaWidth } = pitch.sizes;
    if (areaDepth <= 0) continue;
    const margin = side < 0 ? ROBOT + 0.03 : fromTheirs;
    const box = { x: long / 2 - areaDepth - margin, y: areaWidth / 2 + margin };
    const [a, b] = [point(side * from.x, from.y), point(side * to.x, to.y)];
    if (a.x > box.x && Math.abs(a.y) < box.y) return point(side * (box.x - 0.05), from.y); // in it: out
    if (!cuts(a, b, box)) continue;
    const corners = [point(side * (box.x - 0.04), box.y + 0.04), point(side * (box.x - 0.04), -box.y - 0.04)];
    const open = corners.filter((corner) => !cuts(a, point(side * corner.x, corner.y), box));
    const choice = open.length > 0 ? open : corners;
    return choice.reduce((best, one) =>
      distance(from, one) + distance(one, to) < distance(from, best) + distance(best, to) ? one : best,
    );
  }
  return to;
}

/** True: a segment crosses the box x > box.x, |y| < box.y. */
function cuts(a: Point, b: Point, box: Point): boolean {
  const way = sub(b, a);
  const [lowX, highX] = clip(a.x, way.x, box.x, Number.POSITIVE_INFINITY);
  const [lowY, highY] = clip(a.y, way.y, -box.y, box.y);
  return Math.max(lowX, lowY, 0) < Math.min(highX, highY, 1);
}

function clip(start: number, way: number, min: number, max: number): readonly [number, number] {
  if (Math.abs(way) < 1e-9) return start > min && start < max ? [0, 1] : [1, 0];
  const [one, two] = [(min - start) / way, (max - start) / way];
  return [Math.min(one, two), Math.max(one, two)];
}
