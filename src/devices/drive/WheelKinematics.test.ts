// Wheel kinematics against the published formula, against geometry, and their inverse.

import { describe, expect, test } from "vitest";
import { RandomStream } from "../../math/RandomStream.js";
import { cos, DEGREE, sin } from "../../math/Trigonometry.js";
import { type PlanarVelocity, WheelKinematics, type WheelPlace } from "./WheelKinematics.js";

const wheelsAt = (...degrees: number[]): WheelPlace[] =>
  degrees.map((angle) => ({ angle: angle * DEGREE, distance: 0.076, radius: 0.027 }));
const FOUR = wheelsAt(60, 135, 225, 300);
const THREE = wheelsAt(60, 180, 300);
const TWO = wheelsAt(90, 270);
const motion = (forward: number, left: number, turn: number): PlanarVelocity => ({ forward, left, turn });

describe("[F2] [R8] inverse kinematics", () => {
  test.each([
    ["four", FOUR],
    ["three", THREE],
    ["two", TWO],
    ["seven", wheelsAt(0, 10, 77, 130, 200, 255, 333)],
  ])("%s wheels: (R w - vx sin a + vy cos a) / r", (_, wheels) => {
    const random = new RandomStream("wheels");
    for (let i = 0; i < 50; i++) {
      const [vx, vy, w] = [0, 0, 0].map(() => random.uniform(-5, 5));
      const speeds = new WheelKinematics(wheels).wheelSpeeds(motion(vx, vy, w));
      wheels.forEach(({ angle, distance, radius }, k) => {
        expect(speeds[k]).toBeCloseTo((distance * w - vx * sin(angle) + vy * cos(angle)) / radius, 9);
      });
    }
  });

  test("a differential robot: opposite wheel speeds for forward, equal ones for turning, left is 0", () => {
    const two = new WheelKinematics(TWO);
    expect(two.wheelSpeeds(motion(0.27, 0, 0))).toEqual([-10, 10].map((x) => expect.closeTo(x, 9)));
    expect(two.wheelSpeeds(motion(0, 0, 1))).toEqual([0.076, 0.076].map((x) => expect.closeTo(x / 0.027, 9)));
    expect(two.wheelSpeeds(motion(0, 5, 0))).toEqual([0, 0]);
  });

  test.each([
    ["four", FOUR],
    ["three", THREE],
    ["with one of them small and far out", [...THREE, { angle: 0.3, distance: 0.2, radius: 0.01 }]],
  ])("forward kinematics invert it: %s wheels", (_, wheels) => {
    const kinematics = new WheelKinematics(wheels);
    const random = new RandomStream("back");
    for (let i = 0; i < 50; i++) {
      const there = motion(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-20, 20));
      const back = kinematics.bodyVelocity(kinematics.wheelSpeeds(there));
      for (const name of ["forward", "left", "turn"] as const) expect(back[name]).toBeCloseTo(there[name], 9);
    }
  });

  test("a component that two wheels cannot produce is 0, the others are recovered", () => {
    const two = new WheelKinematics(TWO);
    const back = two.bodyVelocity(two.wheelSpeeds(motion(1, 3, -2)));
    expect(back).toEqual({ forward: expect.closeTo(1, 9), left: 0, turn: expect.closeTo(-2, 9) });
  });

  test("four inconsistent wheels: the least-squares motion", () => {
    const kinematics = new WheelKinematics(FOUR);
    const speeds = [3, -1, 4, 1];
    const best = kinematics.bodyVelocity(speeds);
    const left = (v: PlanarVelocity) => kinematics.wheelSpeeds(v).reduce((sum, x, i) => sum + (x - speeds[i]) ** 2, 0);
    for (const name of ["forward", "left", "turn"] as const)
      for (const off of [-1e-3, 1e-3]) expect(left({ ...best, [name]: best[name] + off })).toBeGreaterThan(left(best));
  });
});
