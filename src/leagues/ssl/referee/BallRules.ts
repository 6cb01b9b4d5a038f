// Has the ball left the field, and how (F5). It has when all of it is beyond the outer edge of a line; where it crossed is
// found between two looks, so that no speed is too fast. A goal is a crossing between the posts and below their height.

import type { Vec3 } from "../../../math/Vec3.js";
import type { Side } from "../../shared/Place.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";

export interface Crossing {
  readonly line: "touch" | "goal";
  /** Of the goal line: which; of a touch line: 1 is +y. */
  readonly side: Side;
  /** Where the ball's middle was. */
  readonly x: number;
  readonly y: number;
  /** Between the posts and below their height. */
  readonly isInGoal: boolean;
}

/** How far the middle of a ball of this radius may be off the field's middle: beyond, the ball is out. */
const limits = (field: FieldGeometry, radius: number): readonly [number, number] => [
  field.fieldLength / 2 + field.lineThickness / 2 + radius,
  field.fieldWidth / 2 + field.lineThickness / 2 + radius,
];

export function isOut(field: FieldGeometry, [x, y]: Vec3, radius: number): boolean {
  const [maxX, maxY] = limits(field, radius);
  return Math.abs(x) > maxX || Math.abs(y) > maxY;
}

/** The part of the way from `from` to `to` after which `most` is passed; 1 or more: not on the way. */
function passing(from: number, to: number, most: number): number {
  if (Math.abs(to) <= most) return Number.POSITIVE_INFINITY;
  const end = to > 0 ? most : -most;
  return Math.abs(from) > most ? 0 : (end - from) / (to - from);
}

/** Undefined: the ball is not out. */
export function crossingOf(field: FieldGeometry, before: Vec3, now: Vec3, radius: number): Crossing | undefined {
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
