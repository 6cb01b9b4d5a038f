// Drives robots on two wheels (F2), which cannot move sideways: a wanted velocity becomes a heading and a speed along it, and the wanted
// direction to look at counts only where the robot stands. Ball handling is different too: the robot goes to a place far enough
// behind the ball, turns, and drives along the line to its target, so that it pushes or kicks the ball straight on.

import { PI } from "../../src/math/Trigonometry.js";
import { along, angleOf, clamp, cross, dot, heading, length, type Point, scale, sub, unit, wrap } from "./Plane.js";
import type { Player } from "./View.js";

/** In the robot's frame, m/s and rad/s; left is 0. */
export interface DifferentialMotion {
  readonly forward: number;
  readonly left: 0;
  readonly turn: number;
}

/** m/s: at a lower wanted speed the robot turns to where it looks. */
const STANDING = 0.15;
/** rad from ahead: beyond it the robot drives backwards. */
const BACKWARD = 2;
const MAX_TURN = 6;
const GAIN = 6;
/** rad: a robot that looks elsewhere by more than this turns before it drives. */
const MAX_OFF = 1;

const turnTo = (angle: number): number => clamp(GAIN * angle, -MAX_TURN, MAX_TURN);

/** `velocity` in the field, `facing` where the robot looks at its target. */
export function toDifferential(player: Player, velocity: Point, facing: number): DifferentialMotion {
  const speed = length(velocity);
  if (speed < STANDING) return { forward: 0, left: 0, turn: turnTo(wrap(facing - player.facing)) };
  const ahead = wrap(angleOf(velocity) - player.facing);
  const isBackward = Math.abs(ahead) > BACKWARD;
  const off = isBackward ? wrap(ahead + PI) : ahead;
  const share = Math.max(0, 1 - Math.abs(off) / MAX_OFF);
  return { forward: (isBackward ? -1 : 1) * speed * share, left: 0, turn: turnTo(off) };
}

/** Half of the approach corridor at the ball, and its growth with the distance. */
const [CORRIDOR, GROWTH] = [0.025, 0.22];
/** rad. */
const ASKEW = 0.35;
/** m before the robot on the line to which it steers. */
const LOOK_AHEAD = 0.14;

/** Where the robot stands on the line through the ball to its target. */
export interface Line {
  /** m. */
  readonly behind: number;
  readonly beside: number;
  readonly direction: Point;
}

export function lineOf(player: Player, ball: Point, target: Point): Line {
  const direction = unit(sub(target, ball));
  const way = sub(ball, player.at);
  return { behind: dot(way, direction), beside: cross(direction, way), direction };
}

/** True: the robot can drive on along the line and meets the ball with its front. */
export function isOnLine(player: Player, { behind, beside, direction }: Line): boolean {
  const askew = Math.abs(wrap(angleOf(direction) - player.facing));
  return (
    behind > 0.04 && behind < 0.6 && askew < ASKEW && Math.abs(beside) < CORRIDOR + GROWTH * Math.max(0, behind - 0.1)
  );
}

/** Along the line, towards a point ahead on it. */
export function driveAlong(player: Player, { beside, direction }: Line, speed: number): DifferentialMotion {
  // the line is at `beside` to the left of the robot, along the normal of its direction
  const normal = { x: -direction.y, y: direction.x };
  const aim = along(scale(normal, beside), direction, LOOK_AHEAD);
  const off = wrap(angleOf(aim) - player.facing);
  return { forward: speed * Math.max(0.2, dot(heading(player.facing), unit(aim))), left: 0, turn: turnTo(off) };
}

/** Limits the change of a robot's speed, which its casters would answer by tilting: keeps the last speed of each robot. */
export class SpeedRamp {
  readonly #last = new Map<number, number>();
  readonly #maxChange: number;

  /** m/s between two orders. */
  constructor(maxChange: number) {
    this.#maxChange = maxChange;
  }

  limit<T extends { readonly id: number; readonly forward: number }>(order: T): T {
    const last = this.#last.get(order.id) ?? 0;
    const forward = clamp(order.forward, last - this.#maxChange, last + this.#maxChange);
    this.#last.set(order.id, forward);
    return { ...order, forward };
  }
}
