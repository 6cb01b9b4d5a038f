// Commands of the walk that bring the robot to a place, and around robots in its way.

import { atan2, cos, hypot, sin } from "../../../src/math/Trigonometry.js";
import type { Command } from "../Gaits.js";
import { within } from "../LegKinematics.js";
import { STOP } from "../Trot.js";
import { FIELD } from "./FieldMap.js";
import { type Placement, type Spot, wrap } from "./Placement.js";

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

/** Away from a point in the robot's frame, without turning from it. */
export function awayFrom([x, y]: Spot): Command {
  const distance = Math.max(0.05, hypot(x, y));
  return { forward: (-SIDEWAYS * x) / distance, left: (-SIDEWAYS * y) / distance, turn: 0 };
}

/** So near to a touch line it does not walk further outward, m; the carpet ends soon behind it. */
const LINE = 0.12;

/** Beyond the lines it steps back in, whichever way it faces; near a touch line it walks along it. */
export function stayInside(command: Command, { x, y, heading }: Placement): Command {
  if (Math.abs(x) > FIELD.halfLength || Math.abs(y) > FIELD.halfWidth) {
    const back = wrap(atan2(-y, -x) - heading);
    return { forward: 0.25 * cos(back), left: 0.2 * sin(back), turn: within(back, -1, 1) };
  }
  const { forward, left, turn } = command;
  const [c, s] = [cos(heading), sin(heading)];
  const [along, across] = [forward * c - left * s, forward * s + left * c];
  if (Math.abs(y) < FIELD.halfWidth - LINE || across * y <= 0) return command;
  return { forward: along * c, left: -along * s, turn };
}
