// Passes onto a robot's front from all phases of the step: the start moves by up to one step's travel. Receiving: how fast the ball
// comes back, and how often it stays. Redirecting: how much of the speed along the front it keeps, and its direction.
// Dribbling: how far a ball moves that is caught while the robot drives.

import { BALL_RADIUS } from "../../robots/Ball.js";
import { cos, DEGREE, sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { BallStand } from "./BallStand.js";

export interface Pass {
  readonly text: string;
  /** From the robot's centre to the plate, m. */
  readonly face: number;
  /** m/s; degrees from straight onto the front. */
  readonly speed: number;
  readonly angle: number;
  readonly stepSec: number;
  /** rad/s of the bar; commanded before the pass. */
  readonly dribbler: number;
}

export interface Range {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

export interface PassRange {
  /** Speed as a share of that before. */
  readonly speed: Range;
  /** Speed back and speed along the front, as shares of those before. */
  readonly back: Range;
  readonly along: Range;
  /** Degrees from straight away from the front. */
  readonly direction: Range;
  /** Phases in which the ball stays at the robot. */
  readonly caught: number;
}

export const PHASES = 60;
/** m: from the touch to the start. */
const WAY = 0.25;
/** s after the touch. */
const LATER = 0.06;
/** m and m/s: a ball closer and slower than this is caught. */
const NEAR = 0.01;
const SLOW = 0.05;

/** A rolling ball; measured in the robot's frame a moment after the touch. */
export async function passOf(pass: Pass, phases = PHASES): Promise<PassRange> {
  const { text, face, speed, angle, stepSec, dribbler } = pass;
  const stand = await BallStand.open(text, { stepSec });
  const [dx, dy] = [sin(angle * DEGREE), -cos(angle * DEGREE)];
  const start = stand.world.snapshot();
  const [kept, back, along, direction]: [number[], number[], number[], number[]] = [[], [], [], []];
  let caught = 0;
  for (let k = 0; k < phases; k++) {
    stand.world.restore(start);
    const way = WAY + (k / phases) * speed * stepSec;
    const at: Vec3 = [-way * dx, face + BALL_RADIUS - way * dy, BALL_RADIUS];
    const spin: Vec3 = [(-speed * dy) / BALL_RADIUS, (speed * dx) / BALL_RADIUS, 0];
    stand.put(at, [speed * dx, speed * dy, 0], spin);
    stand.drive(WAY / speed + LATER, [0, 0, 0], dribbler);
    const { position, velocity } = stand.seen;
    const gap = position[1] - face - BALL_RADIUS;
    if (gap < NEAR && Math.abs(velocity[0]) + Math.abs(velocity[1]) < SLOW) caught++;
    kept.push(Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]) / speed);
    back.push(-velocity[1] / (speed * dy));
    along.push(angle === 0 ? 0 : velocity[0] / (speed * dx));
    direction.push(Math.atan2(velocity[0], velocity[1]) / DEGREE);
  }
  stand.dispose();
  return {
    speed: rangeOf(kept),
    back: rangeOf(back),
    along: rangeOf(along),
    direction: rangeOf(direction),
    caught,
  };
}

/** mm: farthest distance from the plate in 1 s of driving, of a ball that touches the bar at any phase; and how often it is lost. */
export async function dribbleOf(
  pass: Omit<Pass, "angle">,
  told: Vec3,
  phases = PHASES,
): Promise<{ far: Range; lost: number }> {
  const { text, face, speed, stepSec, dribbler } = pass;
  const stand = await BallStand.open(text, { stepSec });
  const start = stand.world.snapshot();
  const far: number[] = [];
  let lost = 0;
  for (let k = 0; k < phases; k++) {
    stand.world.restore(start);
    const way = 0.02 + (k / phases) * speed * stepSec;
    stand.put([0, face + BALL_RADIUS + way, BALL_RADIUS], [0, -speed, 0], [speed / BALL_RADIUS, 0, 0]);
    stand.drive(0.5, [0, 0, 0], dribbler);
    let most = 0;
    stand.drive(1, told, dribbler, () => {
      const [x, y] = stand.seen.position;
      most = Math.max(most, 1000 * Math.abs(y - face - BALL_RADIUS), 1000 * Math.abs(x));
    });
    if (most > LOST) lost++;
    else far.push(most);
  }
  stand.dispose();
  return { far: rangeOf(far), lost };
}

/** mm. */
const LOST = 15;

function rangeOf(numbers: readonly number[]): Range {
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return { least: Math.min(...numbers), mean, most: Math.max(...numbers) };
}
