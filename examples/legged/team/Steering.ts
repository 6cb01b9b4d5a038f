// Commands of the walk that bring the robot to a place, and around robots in its way.

import { atan2, cos, hypot } from "../../../src/math/Trigonometry.js";
import type { Command } from "../Gaits.js";
import { within } from "../LegKinematics.js";
import { STOP } from "../Trot.js";
import type { Spot } from "./Placement.js";

/** m/s and rad/s. */
const [FAST, SIDEWAYS, TURN] = [0.32, 0.2, 1.6];
/** Nearer than this it steps in any direction instead of turning to the place, m. */
const NEAR = 0.35;

/** To a place in the robot's frame, where it then turns by `turn`. Within `exact` m and 0.15 rad it stands. */
export function walkTo([x, y]: Spot, turn: number, exact = 0.06): Command {
  const distance = hypot(x, y);
  if (distance < exact && Math.abs(turn) < 0.15) return STOP;
  if (distance < NEAR)
    return {
      forward: within(1.2 * x, -0.2, 0.25),
      left: within(1.2 * y, -SIDEWAYS, SIDEWAYS),
      turn: within(1.5 * turn, -TURN, TURN),
    };
  const bearing = atan2(y, x);
  return {
    forward: Math.abs(bearing) < 1.2 ? FAST * cos(bearing) : 0,
    left: 0,
    turn: within(2 * bearing, -TURN, TURN),
  };
}

/** Robots nearer than this are walked around, m. */
const CLEAR = 0.5;

/** Changes a command so that the robot passes others on the side where there is more room. */
export function avoid(command: Command, others: readonly Spot[]): Command {
  let { forward, left } = command;
  for (const [x, y] of others) {
    const distance = hypot(x, y);
    if (distance > CLEAR || x < 0 || Math.abs(y) > 0.3) continue;
    const share = (CLEAR - distance) / CLEAR;
    forward = Math.min(forward, 0.32 * (1 - 1.6 * share));
    left = within(left + (y > 0 ? -1 : 1) * 0.3 * share, -SIDEWAYS, SIDEWAYS);
  }
  return { forward, left, turn: command.turn };
}
