// Measures what the QRIO does: walks, turns, pushes. Truth comes from the world.

import { atan2, cos, DEGREE, hypot, sin, TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyImpulse } from "../../src/physics/Bodies.js";
import type { Command } from "./Gaits.js";
import { readDocument, runTrial, type Truth, truthOf } from "./LeggedTrial.js";
import { QrioPilot } from "./QrioPilot.js";

/** Times of standing before, and of walking until it is measured, s. */
const [STAND, SPEED_UP] = [1.5, 1];

export interface QrioWalkTrial {
  /** Mean velocity in the direction of the start: m/s and rad/s. */
  readonly forward: number;
  readonly left: number;
  readonly turn: number;
  /** Of the torso: 1 upright. */
  readonly lowest: number;
  readonly hasFallen: boolean;
}

export async function measureQrioWalk(command: Command, seconds: number): Promise<QrioWalkTrial> {
  const pilot = new QrioPilot();
  let start: Truth | undefined;
  let [last, turned, lowest] = [0, 0, 1];
  let end: Truth | undefined;
  await runTrial({ name: "Qrio", document: readDocument("qrio") }, (robot, frame, world) => {
    pilot.walk(frame.time < STAND ? { forward: 0, left: 0, turn: 0 } : command);
    pilot.step(robot, frame);
    const truth = truthOf(world, robot.name);
    lowest = Math.min(lowest, truth.upright);
    if (frame.time >= STAND + SPEED_UP) {
      if (start) turned += wrap(truth.heading - last);
      start ??= truth;
      last = truth.heading;
    }
    end = truth;
    return truth.upright < 0.5 || frame.time >= STAND + SPEED_UP + seconds;
  });
  if (start === undefined || end === undefined) return { forward: 0, left: 0, turn: 0, lowest, hasFallen: true };
  const [dx, dy] = [end.position[0] - start.position[0], end.position[1] - start.position[1]];
  const way = hypot(dx, dy) / seconds;
  const direction = atan2(-dx, dy) - start.heading;
  return {
    forward: way * cos(direction),
    left: way * sin(direction),
    turn: turned / seconds,
    lowest,
    hasFallen: lowest < 0.5,
  };
}

const wrap = (angle: number): number => angle - TAU * Math.round(angle / TAU);

export interface PushTrial {
  /** Of the torso: 1 upright. */
  readonly lowest: number;
  readonly staysUp: boolean;
  /** How far it has moved, m. */
  readonly moved: number;
}

/** Where the push comes from, and how far to the right of forward it goes, degrees. */
const DIRECTIONS: readonly (readonly [string, number])[] = [
  ["from behind", 0],
  ["nearly from behind", 22],
  ["from behind on the left", 45],
  ["from the left", 90],
  ["from ahead on the left", 135],
  ["nearly from ahead", 158],
  ["from ahead", 180],
  ["from ahead on the right", 225],
  ["from the right", 270],
  ["from behind on the right", 315],
];

/** Pushes of 2 N·s to the right, forward, up. */
export const QRIO_PUSHES: readonly (readonly [string, Vec3])[] = DIRECTIONS.map(([from, angle]) => [
  from,
  [2 * sin(angle * DEGREE), 2 * cos(angle * DEGREE), 0],
]);

/** Pushes the torso; `impulse`: N·s to the right, forward, up. */
export async function measureQrioPush(impulse: Vec3, seconds = 4): Promise<PushTrial> {
  const pilot = new QrioPilot();
  let [lowest, moved, isPushed] = [1, 0, false];
  await runTrial({ name: "Qrio", document: readDocument("qrio") }, (robot, frame, world) => {
    if (!isPushed && frame.time >= STAND) {
      applyImpulse(world.physics, robot.name, "Torso", impulse);
      isPushed = true;
    }
    pilot.step(robot, frame);
    const { upright, position } = truthOf(world, robot.name);
    lowest = Math.min(lowest, upright);
    moved = hypot(position[0], position[1]);
    return frame.time > STAND + seconds || upright < 0.3;
  });
  return { lowest, moved, staysUp: lowest > 0.5 };
}
