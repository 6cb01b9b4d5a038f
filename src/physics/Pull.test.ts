import { expect, test } from "vitest";
import { length, sub, type Vec3 } from "../math/Vec3.js";
import { readBody } from "./Bodies.js";
import { Physics } from "./Physics.js";
import { applyPull } from "./Pull.js";

const box = (mass: number, size: Vec3) => ({
  name: "box",
  bodies: [{ name: "b", solids: [{ name: "s", shape: { kind: "Box" as const, size }, mass }] }],
});

test.each([0.001, 0.005])("[E4] a pull moves any mass to the target, step %s s", async (stepSec) => {
  for (const mass of [0.01, 1, 1000]) {
    const physics = await Physics.create({ stepNs: stepSec * 1e9, entities: [box(mass, [0.3, 0.2, 0.1])] });
    const to: Vec3 = [1, -0.5, 2];
    for (let i = 0; i < 4 / stepSec; i++) {
      applyPull(physics, { entity: "box", body: "b", from: [0, 0, 0], to, strength: 1 });
      physics.step();
    }
    const { position, linearVelocity } = readBody(physics, "box", "b");
    // g / w² = 2.5 cm
    expect(length(sub(position, to))).toBeCloseTo(9.81 / 400, 3);
    expect(length(linearVelocity)).toBeLessThan(1e-3);
    physics.dispose();
  }
});

test("[E4] a pull far off the centre of a thin rod stays bounded", async () => {
  const physics = await Physics.create({ stepNs: 5e6, entities: [box(2, [2, 0.01, 0.01])] });
  for (let i = 0; i < 2000; i++) {
    applyPull(physics, { entity: "box", body: "b", from: [1, 0, 0], to: [0, 0, 3], strength: 100 });
    expect(physics.step()).toEqual([]);
  }
  expect(length(readBody(physics, "box", "b").linearVelocity)).toBeLessThan(20);
  expect(length(sub(readBody(physics, "box", "b").position, [0, 0, 3]))).toBeLessThan(1.5);
  physics.dispose();
});

test("[M5] changed gravity is part of snapshot, restore and hash; the original gravity gives the original hash", async () => {
  const physics = await Physics.create({ entities: [box(1, [0.1, 0.1, 0.1])] });
  const [start, hash] = [physics.snapshot(), physics.hash()];
  physics.gravity = [1, 0, -2];
  expect(physics.hash()).not.toBe(hash);
  const changed = physics.snapshot();
  for (let i = 0; i < 100; i++) physics.step();
  const { linearVelocity } = readBody(physics, "box", "b");
  expect(linearVelocity[0]).toBeCloseTo(0.1, 6);
  expect(linearVelocity[2]).toBeCloseTo(-0.2, 6);
  const end = physics.hash();
  physics.restore(start);
  expect(physics.gravity).toEqual([0, 0, -9.81]);
  expect(physics.hash()).toBe(hash);
  physics.restore(structuredClone(changed));
  for (let i = 0; i < 100; i++) physics.step();
  expect(physics.hash()).toBe(end);
  expect(() => {
    physics.gravity = [0, 0, Number.NaN];
  }).toThrow("COMMAND_NOT_FINITE");
  physics.dispose();
});
