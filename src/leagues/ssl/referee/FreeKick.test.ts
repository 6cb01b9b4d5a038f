import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BALL_RADIUS, fieldOf } from "../../../../testing/builders/ScriptedMatch.js";
import type { Vec3 } from "../../../math/Vec3.js";
import { type Crossing, crossingOf } from "../../shared/BallCrossing.js";
import { gapBetween } from "../../shared/Place.js";
import { FIELD_TYPES } from "../field/FieldGeometry.js";
import { defenceAreaDistance, isInDefenceArea, nearestFreeKickPlace } from "./FieldAreas.js";
import { type LastTouch, restartAfter } from "./FreeKick.js";
import { ruleScale } from "./RefereeRules.js";

const A = fieldOf("division-a");
const B = fieldOf("division-b");
const crossing = (before: Vec3, now: Vec3, field = A): Crossing => {
  const found = crossingOf(field, before, now, BALL_RADIUS);
  if (!found) throw new Error("not out");
  return found;
};
const by = (team: LastTouch["team"], x = 0, y = 0): LastTouch => ({ team, x, y, isKickOff: false });
const OVER_TOUCH = crossing([2, -4.4, 0.02], [2, -4.6, 0.02]);
const OVER_GOAL = crossing([5.9, 2, 0.02], [6.1, 2, 0.02]);

describe("restarts; blue's goal is at -x", () => {
  it("[F5] a throw-in is 0.2 m inside the touch line, for the other team", () => {
    const restart = restartAfter(OVER_TOUCH, by("blue"), A, false);
    expect(restart).toMatchObject({ kind: "throw-in", team: "yellow" });
    expect(restart.place[0]).toBeCloseTo(2, 9);
    expect(restart.place[1]).toBeCloseTo(-4.3, 9);
  });

  it("[F5] a goal kick is 1 m from the goal line, a corner kick 0.2 m", () => {
    expect(restartAfter(OVER_GOAL, by("blue"), A, false)).toEqual({
      kind: "goal-kick",
      team: "yellow",
      place: [5, 4.3],
    });
    expect(restartAfter(OVER_GOAL, by("yellow"), A, false)).toEqual({
      kind: "corner-kick",
      team: "blue",
      place: [5.8, 4.3],
    });
    // with sides changed it is the other way round
    expect(restartAfter(OVER_GOAL, by("blue"), A, true)).toMatchObject({ kind: "corner-kick", team: "yellow" });
  });

  it("[F5] no touch: a forced start", () => {
    expect(restartAfter(OVER_TOUCH, undefined, A, false)).toMatchObject({ kind: "forced-start", team: undefined });
  });

  it("[F5] in division B a kick from the own half over the far goal line is aimless, a kick-off is not", () => {
    const over = crossing([4.4, 2, 0.02], [4.6, 2, 0.02], B);
    expect(restartAfter(over, by("blue", -1, 0.5), B, false)).toEqual({
      kind: "aimless-kick",
      team: "yellow",
      place: [-1, 0.5],
    });
    expect(restartAfter(over, by("blue", 1, 0), B, false).kind).toBe("goal-kick");
    expect(restartAfter(over, { ...by("blue", -0.02, 0), isKickOff: true }, B, false).kind).toBe("goal-kick");
    expect(restartAfter(OVER_GOAL, by("blue", -1, 0), A, false).kind).toBe("goal-kick");
  });
});

describe("places", () => {
  it("[F5] a place in a defence area moves to its front or side, by the shortest way", () => {
    expect(nearestFreeKickPlace(A, [5.5, 0])).toEqual([expect.closeTo(3.2, 9), 0]);
    expect(nearestFreeKickPlace(A, [-5.7, -1.7])).toEqual([-5.7, expect.closeTo(-2.8, 9)]);
  });

  it("[F5] every resulting place is allowed, and an allowed place is not moved", () => {
    const far = { min: -10, max: 10, noNaN: true };
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_TYPES), fc.double(far), fc.double(far), (type, x, y) => {
        const field = fieldOf(type);
        const place = nearestFreeKickPlace(field, [x, y]);
        expect(Math.abs(place[0])).toBeLessThanOrEqual(field.fieldLength / 2 - 0.2 + 1e-9);
        expect(Math.abs(place[1])).toBeLessThanOrEqual(field.fieldWidth / 2 - 0.2 + 1e-9);
        for (const side of [1, -1] as const)
          expect(defenceAreaDistance(field, side, place)).toBeGreaterThanOrEqual(ruleScale(field) - 1e-9);
        const again = nearestFreeKickPlace(field, place);
        expect(gapBetween(place[0], place[1], again[0], again[1])).toBeLessThan(1e-9);
      }),
    );
  });

  it("[F5] a robot is in a defence area by its middle, its edge or as a whole", () => {
    expect(isInDefenceArea(A, 1, [4.25, 0])).toBe(true);
    expect(isInDefenceArea(A, 1, [4.25, 0], -0.09)).toBe(false);
    expect(isInDefenceArea(A, 1, [4.15, 0], 0.09)).toBe(true);
    expect(isInDefenceArea(A, 1, [4.15, 0])).toBe(false);
    expect(isInDefenceArea(A, -1, [4.25, 0])).toBe(false);
    // behind the goal line there is none
    expect(isInDefenceArea(A, 1, [6.2, 0])).toBe(false);
  });
});
