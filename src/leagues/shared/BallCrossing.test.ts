import { describe, expect, it } from "vitest";
import { BALL_RADIUS, fieldOf } from "../../../testing/builders/ScriptedMatch.js";
import type { Vec3 } from "../../math/Vec3.js";
import { crossingOf, isOut } from "./BallCrossing.js";

const A = fieldOf("division-a");
const R = BALL_RADIUS;
/** Its middle is here when the ball has just left the outer edge of the line: 6 m + half a line + its radius. */
const GOAL_LIMIT = 6.005 + R;
const TOUCH_LIMIT = 4.505 + R;
const cross = (before: Vec3, now: Vec3) => crossingOf(A, before, now, R);

describe("lines", () => {
  it("[F5] a ball on the line, or just not completely over it, is in", () => {
    expect(isOut(A, [6, 1, R], R)).toBe(false);
    expect(isOut(A, [GOAL_LIMIT, 1, R], R)).toBe(false);
    expect(isOut(A, [GOAL_LIMIT + 1e-9, 1, R], R)).toBe(true);
    expect(isOut(A, [0, -TOUCH_LIMIT, R], R)).toBe(false);
    expect(isOut(A, [0, -TOUCH_LIMIT - 1e-9, R], R)).toBe(true);
  });

  it("[F5] the crossing is found between two steps of any distance", () => {
    expect(cross([1, 4, R], [2, 5, R])).toEqual({
      line: "touch",
      side: 1,
      x: expect.closeTo(1 + TOUCH_LIMIT - 4, 9),
      y: expect.closeTo(TOUCH_LIMIT, 9),
      isInGoal: false,
    });
    expect(cross([5, 0, R], [7, 0, R])).toMatchObject({ line: "goal", side: 1, x: expect.closeTo(GOAL_LIMIT, 9) });
  });

  it("[F5] near a corner the line that was crossed first counts", () => {
    expect(cross([5.9, 4.5, R], [6.2, 4.6, R])).toMatchObject({ line: "touch", side: 1 });
    expect(cross([6.02, 4, R], [6.2, 5, R])).toMatchObject({ line: "goal", side: 1 });
  });
});

describe("goals", () => {
  it.each([
    ["in the middle", 0, R, true],
    ["beside the post, inside", 0.899, R, true],
    ["beside the post, outside", 0.901, R, false],
    ["below the bar", 0, 0.16 - R, true],
    ["as high as the bar", 0, 0.161 - R, false],
    ["over it", 0.3, 0.5, false],
  ])("[F5] %s", (_, y, z, isInGoal) => {
    for (const side of [1, -1] as const)
      expect(cross([side * 5.9, y, z], [side * 6.1, y, z])).toMatchObject({ line: "goal", side, isInGoal });
  });

  it("[F5] a ball from outside the field scores no goal", () => {
    expect(cross([6.2, 0, R], [6.15, 0, R])).toMatchObject({ line: "goal", isInGoal: false });
  });
});
