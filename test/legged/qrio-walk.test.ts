// [L3] Kinematics of the QRIO's legs, and that it walks over a real connection. qrio-walk.long.test.ts: two metres, turns, pushes.

import { expect, test } from "vitest";
import { bodyAngles, centerOfMass } from "../../examples/legged/QrioBody.js";
import { legAngles, legPose } from "../../examples/legged/QrioLeg.js";
import { measureQrioWalk } from "../../examples/legged/QrioTrial.js";
import { fromAxisAngle, IDENTITY } from "../../src/math/Quat.js";
import { distance } from "../../src/math/Vec3.js";

test("[L3] angles of a leg bring its foot to its pose", () => {
  for (const [yaw, roll, pitch, knee] of [
    [0, 0, -0.4, 0.9],
    [0.4, 0.2, -0.7, 1.2],
    [-0.3, -0.2, -0.2, 0.5],
  ]) {
    const angles = [yaw, roll, pitch, knee, -pitch - knee, -roll] as const;
    for (const side of ["Left", "Right"] as const) {
      const found = legAngles(side, legPose(side, angles));
      for (const [i, angle] of angles.entries()) expect(found[i]).toBeCloseTo(angle, 3);
    }
  }
});

test("[L3] angles of the body bring its centre of mass to its place", () => {
  const foot = (y: number) => ({ ankle: [0, y, 0.049] as const, turn: IDENTITY });
  const [center, feet] = [[0.02, 0.03, 0.26] as const, { Left: foot(0.046), Right: foot(-0.046) }];
  const legs = bodyAngles(center, fromAxisAngle([0, 1, 0], 0), feet);
  const { ankle } = legPose("Left", legs.Left);
  const mass = centerOfMass(legs);
  const found = [0, 1, 2].map((i) => mass[i] - ankle[i] + feet.Left.ankle[i]) as [number, number, number];
  expect(distance(found, center)).toBeLessThan(1e-5);
});

test("[L3] the QRIO walks at 0.1 m/s, upright", async () => {
  const trial = await measureQrioWalk({ forward: 0.1, left: 0, turn: 0 }, 1);
  expect(trial.hasFallen).toBe(false);
  expect(trial.forward).toBeGreaterThan(0.06);
  expect(trial.lowest).toBeGreaterThan(0.97);
});
