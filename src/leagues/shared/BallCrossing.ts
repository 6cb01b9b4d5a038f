// Detects how the ball left the field (F5): it is out when all of it is beyond the outer edge of a line. The crossing point is
// interpolated between two steps, so that fast balls are not missed. A goal is a crossing between the posts and below their height.

import type { Vec3 } from "../../math/Vec3.js";
import type { Side } from "./Place.js";

/** m. */
interface BallField {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  readonly lineThickness: number;
  readonly goalWidth: number;
  readonly goalHeight: number;
}

export interface Crossing {
  readonly line: "touch" | "goal";
  /** Of a goal line: its side; of a touch line: 1 is +y. */
  readonly side: Side;
  /** Centre of the ball at the crossing. */
  readonly x: number;
  readonly y: number;
  /** Between the posts and below their height. */
  readonly isInGoal: boolean;
}

/** Distances of the ball's centre from the centre of the field beyond which a ball of this radius is out. */
const limits = (field: BallField, radius: number): readonly [number, number] => [
  field.fieldLength / 2 + field.lineThickness / 2 + radius,
  field.fieldWidth / 2 + field.lineThickness / 2 + radius,
];

export function isOut(field: BallField, [x, y]: Vec3, radius: number): boolean {
  const [maxX, maxY] = limits(field, radius);
  return Math.abs(x) > maxX || Math.abs(y) > maxY;
}

/** The share of the way from `from` to `to` at which `limit` is passed; 1 or more: it is not passed. */
function passing(from: number, to: number, limit: number): number {
  if (Math.abs(to) <= limit) return Number.POSITIVE_INFINITY;
  const end = to > 0 ? limit : -limit;
  return Math.abs(from) > limit ? 0 : (end - from) / (to - from);
}

/** Undefined: the ball is not out. */
export function crossingOf(field: BallField, before: Vec3, now: Vec3, radius: number): Crossing | undefined {
  if (!isOut(field, now, radius)) return undefined;
  const [maxX, maxY] = limits(field, radius);
  const overGoalLine = passing(before[0], now[0], maxX);
  const overTouchLine = passing(before[1], now[1], maxY);
  const part = Math.min(overGoalLine, overTouchLine);
  const [x, y, z] = [0, 1, 2].map((axis) => before[axis] + (now[axis] - before[axis]) * part);
  if (overTouchLine <= overGoalLine) return { line: "touch", side: now[1] > 0 ? 1 : -1, x, y, isInGoal: false };
  const wasOnField = Math.abs(before[0]) <= maxX;
  const isInGoal = wasOnField && Math.abs(y) < field.goalWidth / 2 && z + radius <= field.goalHeight;
  return { line: "goal", side: now[0] > 0 ? 1 : -1, x, y, isInGoal };
}
