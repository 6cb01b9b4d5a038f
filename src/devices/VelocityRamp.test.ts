// Ramps: how fast they rise, how fast they fall, and that they arrive.

import { describe, expect, test } from "vitest";
import { ramp } from "./VelocityRamp.js";
import type { PlanarVelocity } from "./WheelKinematics.js";

const LIMITS = { plane: { most: 3, speedUp: 2, brake: 4 }, turning: { most: 10, speedUp: 20, brake: 40 } };
const motion = (forward: number, left: number, turn: number): PlanarVelocity => ({ forward, left, turn });

function rampFor(steps: number, from: PlanarVelocity, to: PlanarVelocity): PlanarVelocity {
  let now = from;
  for (let i = 0; i < steps; i++) now = ramp(now, to, LIMITS, 0.01);
  return now;
}

describe("[F2] limits of a drive", () => {
  test("it speeds up at one rate and brakes at the other, turning apart", () => {
    expect(rampFor(50, motion(0, 0, 0), motion(3, 0, 10)).forward).toBeCloseTo(1, 9);
    expect(rampFor(25, motion(0, 0, 0), motion(3, 0, 10)).turn).toBeCloseTo(5, 9);
    expect(rampFor(50, motion(3, 0, 10), motion(0, 0, 0)).forward).toBeCloseTo(1, 9);
    expect(rampFor(12, motion(3, 0, -10), motion(0, 0, 0)).turn).toBeCloseTo(-5.2, 9);
  });

  test("a reversal brakes first, then speeds up", () => {
    expect(rampFor(25, motion(1, 0, 0), motion(-1, 0, 0)).forward).toBeCloseTo(0, 9);
    expect(rampFor(50, motion(1, 0, 0), motion(-1, 0, 0)).forward).toBeCloseTo(-0.5, 9);
  });

  test("it goes straight from one velocity to the other and arrives exactly", () => {
    const [from, to] = [motion(0.5, -1, 0), motion(1, 2, 0)];
    const half = rampFor(40, from, to);
    expect((half.forward - 0.5) / 0.5).toBeCloseTo((half.left + 1) / 3, 9);
    expect(rampFor(400, from, to)).toEqual(to);
  });

  test("too much is cut to the most, its direction kept; without limits it is there at once", () => {
    const fast = rampFor(1000, motion(0, 0, 0), motion(6, 8, -30));
    expect(fast).toEqual({ forward: expect.closeTo(1.8, 9), left: expect.closeTo(2.4, 9), turn: -10 });
    const none = { most: Infinity, speedUp: Infinity, brake: Infinity };
    const free = { plane: none, turning: none };
    expect(ramp(motion(0, 0, 0), motion(60, 80, -300), free, 0.01)).toEqual(motion(60, 80, -300));
  });
});
