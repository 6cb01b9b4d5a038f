// Ramps: rates of acceleration and braking, and exact arrival.

import { describe, expect, test } from "vitest";
import { limitVelocity, type Ramps, ramp as rampInto } from "./VelocityRamp.js";
import type { PlanarVelocity } from "./WheelKinematics.js";

const LIMITS = { plane: { max: 3, speedUp: 2, brake: 4 }, turning: { max: 10, speedUp: 20, brake: 40 } };
const motion = (forward: number, left: number, turn: number): PlanarVelocity => ({ forward, left, turn });

function ramp(now: PlanarVelocity, wanted: PlanarVelocity, ramps: Ramps, sec: number): PlanarVelocity {
  const array = ({ forward, left, turn }: PlanarVelocity): Float64Array => Float64Array.of(forward, left, turn);
  const to = new Float64Array(3);
  const limited = array(wanted);
  limitVelocity(limited, ramps);
  rampInto(to, array(now), limited, { ...ramps, sec });
  const [forward, left, turn] = to;
  return motion(forward, left, turn);
}

function rampFor(steps: number, from: PlanarVelocity, to: PlanarVelocity): PlanarVelocity {
  let now = from;
  for (let i = 0; i < steps; i++) now = ramp(now, to, LIMITS, 0.01);
  return now;
}

describe("[F2] limits of a drive", () => {
  test("it accelerates at one rate and brakes at the other; turning is separate", () => {
    expect(rampFor(50, motion(0, 0, 0), motion(3, 0, 0)).forward).toBeCloseTo(1, 9);
    expect(rampFor(25, motion(0, 0, 0), motion(3, 0, 10)).turn).toBeCloseTo(5, 9);
    expect(rampFor(50, motion(3, 0, 0), motion(0, 0, 0)).forward).toBeCloseTo(1, 9);
    expect(rampFor(12, motion(3, 0, -10), motion(0, 0, 0)).turn).toBeCloseTo(-5.2, 9);
  });

  test("a reversal brakes first, then accelerates", () => {
    expect(rampFor(25, motion(1, 0, 0), motion(-1, 0, 0)).forward).toBeCloseTo(0, 9);
    expect(rampFor(50, motion(1, 0, 0), motion(-1, 0, 0)).forward).toBeCloseTo(-0.5, 9);
  });

  test("it goes straight from one velocity to the other and arrives exactly", () => {
    const [from, to] = [motion(0.5, -1, 0), motion(1, 2, 0)];
    const half = rampFor(40, from, to);
    expect((half.forward - 0.5) / 0.5).toBeCloseTo((half.left + 1) / 3, 9);
    expect(rampFor(400, from, to)).toEqual(to);
  });

  test("a velocity above the maximum is scaled down; without limits it is reached at once", () => {
    const fast = rampFor(1000, motion(0, 0, 0), motion(6, 8, 0));
    expect(fast).toEqual({ forward: expect.closeTo(1.8, 9), left: expect.closeTo(2.4, 9), turn: 0 });
    expect(rampFor(1000, motion(0, 0, 0), motion(0, 0, -30)).turn).toBe(-10);
    const none = { max: Infinity, speedUp: Infinity, brake: Infinity };
    const free = { plane: none, turning: none };
    expect(ramp(motion(0, 0, 0), motion(60, 80, -300), free, 0.01)).toEqual(motion(60, 80, -300));
  });

  test("a robot that rotates while moving straight through the world needs no acceleration", () => {
    let now = motion(2, 0, 5);
    for (let i = 1; i <= 100; i++) {
      const angle = 5 * 0.01 * i;
      now = ramp(now, motion(2 * Math.cos(angle), -2 * Math.sin(angle), 5), LIMITS, 0.01);
      expect(Math.hypot(now.forward - 2 * Math.cos(angle), now.left + 2 * Math.sin(angle))).toBeLessThan(1e-9);
    }
  });

  test("a robot that keeps moving to its own left is limited by its acceleration: v w", () => {
    const { forward, left, turn } = rampFor(2000, motion(0, 0, 0), motion(0, 3, 5));
    expect(turn).toBe(5);
    expect(Math.hypot(forward, left) * 5).toBeLessThan(4.1);
    expect(Math.hypot(forward, left) * 5).toBeGreaterThan(1.9);
  });

  test("ease scales the change; with ease 0 there is none, even without limits", () => {
    expect(ramp(motion(0, 0, 0), motion(3, 0, 0), { ...LIMITS, ease: 0.5 }, 0.01).forward).toBeCloseTo(0.01, 9);
    const none = { max: Infinity, speedUp: Infinity, brake: Infinity };
    expect(ramp(motion(1, 0, 0), motion(3, 0, 0), { plane: none, turning: none, ease: 0 }, 0.01).forward).toBe(1);
  });
});
