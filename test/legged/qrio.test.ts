// [L1] The QRIO's document, and [L2] that it stands.

import { expect, test } from "vitest";
import { qrioDocument } from "../../robots/Qrio.js";
import { QRIO_JOINTS } from "../../robots/QrioJoints.js";
import { rotate } from "../../src/math/Quat.js";
import { readPose } from "../../src/physics/Bodies.js";
import { massOfEntity } from "../../src/physics/Masses.js";
import { GROUND, LeggedBench, legged, readText } from "./LeggedBench.js";

test("[L1] robots/qrio.xml is what robots/Qrio.ts prints: 38 servos, 7 kg, 580 mm, the sensors of the real robot", () => {
  expect(readText("robots/qrio.xml")).toBe(qrioDocument());
  const { entity, devices } = legged("qrio");
  expect(QRIO_JOINTS).toHaveLength(38);
  expect(entity.joints.map(({ kind }) => kind)).toEqual(Array(38).fill("Servo"));
  expect(massOfEntity(entity)).toBeCloseTo(7, 1);
  const skull = entity.bodies.flatMap(({ solids }) => solids).find(({ name }) => name === "Skull");
  expect(skull?.pose.position[2]).toBeCloseTo(0.58 - 0.092 / 2, 6);
  const count = (kind: string) => devices.filter((device) => device.kind === kind).length;
  expect(["CameraSensor", "Accelerometer", "Gyroscope", "RangeSensor"].map(count)).toEqual([2, 3, 1, 3]);
  expect(devices.filter(({ name }) => name.endsWith("Force"))).toHaveLength(8);
});

test("[L2] the QRIO stands, holds its angles to 0.01 degrees, and no anchor or axis drifts", async () => {
  const bench = await LeggedBench.create(GROUND, "qrio");
  bench.run(2);
  let worst = 0;
  for (let i = 0; i < 30; i++) {
    bench.run(0.1);
    worst = Math.max(worst, bench.worstAngle());
  }
  expect(worst).toBeLessThan(0.01);
  const { anchor, axis } = bench.worstJoint();
  expect(anchor).toBeLessThan(1e-9);
  expect(axis).toBeLessThan(1e-6);
  const { orientation, position } = readPose(bench.world.physics, "Qrio", "Torso");
  expect(rotate(orientation, [0, 0, 1])[2]).toBeGreaterThan(0.999);
  expect(position[2]).toBeGreaterThan(0.38);
  bench.world.dispose();
});
