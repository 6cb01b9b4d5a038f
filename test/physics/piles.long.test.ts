// Stacks with large mass ratios, heaps that start deep inside each other, a pile that collapses: nothing explodes, the kernel's
// iterations stay bounded, and no speed exceeds what gravity and the recovery from overlap can give.

import { afterEach, describe, expect, test } from "vitest";
import { boxPile } from "../../bench/scenes/BoxPile.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { flatGround } from "../../src/describe/world/WorldDescription.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { readSolver } from "../../src/physics/Diagnostics.js";
import { Physics } from "../../src/physics/Physics.js";

const G = 9.81;
/** Newton steps of an island: 50, and 50 of the fallback (docs/physics.md). */
const MAX_ITERATIONS = 100;

const worlds: Physics[] = [];
afterEach(() => {
  for (const physics of worlds.splice(0)) physics.dispose();
});

const box = (name: string, size: Vec3, position: Vec3, mass: number): EntityInput => ({
  name,
  bodies: [{ name: "Box", solids: [{ name: "S", shape: { kind: "Box", size }, position, mass, material: "Wood" }] }],
});

async function worldOf(stepMs: number, entities: readonly EntityInput[]): Promise<Physics> {
  const physics = await Physics.create({ name: "x", stepSec: stepMs / 1000, entities: [flatGround(), ...entities] });
  worlds.push(physics);
  return physics;
}

const speeds = (physics: Physics): number[] =>
  physics.names
    .filter((name) => name !== "ground")
    .map((name) => length(readBody(physics, name, "Box").linearVelocity));

/** Runs and returns the largest speed of all. */
function run(physics: Physics, seconds: number): number {
  let fastest = 0;
  for (let i = 0; i < Math.round(seconds / physics.stepSec); i++) {
    expect(physics.step()).toEqual([]);
    expect(readSolver(physics).worstIterations).toBeLessThanOrEqual(MAX_ITERATIONS);
    fastest = Math.max(fastest, ...speeds(physics));
  }
  expect(readSolver(physics).failures).toBe(0);
  return fastest;
}

describe.each([1, 2, 5])("[M1] [M7] with a step of %d ms", (stepMs) => {
  test.each([100, 1000])("a tower of six whose top weighs %d times as much stands", async (ratio) => {
    const tower = Array.from({ length: 6 }, (_, i) =>
      box(`b${i}`, [0.2, 0.2, 0.1], [0, 0, 0.05 + 0.1 * i], i === 5 ? ratio : 1),
    );
    const physics = await worldOf(stepMs, tower);
    run(physics, 2);
    for (const speed of speeds(physics)) expect(speed).toBeLessThan(1e-6);
    const [x, y, z] = readBody(physics, "b5", "Box").position;
    expect(Math.hypot(x, y)).toBeLessThan(1e-6);
    expect(z).toBeGreaterThan(0.53);
  });

  test("a box of 10,000 times the mass on a small one stays above it", async () => {
    const physics = await worldOf(stepMs, [
      box("light", [0.2, 0.2, 0.2], [0, 0, 0.1], 1),
      box("heavy", [0.2, 0.2, 0.2], [0, 0, 0.3], 10_000),
    ]);
    expect(run(physics, 2)).toBeLessThan(0.2);
    for (const speed of speeds(physics)) expect(speed).toBeLessThan(1e-4);
  });

  test.each([1, 2, 3])(
    "30 boxes inside each other, masses 1:1000, seed %d: they part and come to rest",
    async (seed) => {
      const random = new RandomStream(seed).split("jam");
      const size = (): number => random.uniform(0.05, 0.2);
      const boxes = Array.from({ length: 30 }, (_, i) =>
        box(
          `b${i}`,
          [size(), size(), size()],
          [random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(0.05, 0.4)],
          10 ** random.uniform(-1.5, 1.5),
        ),
      );
      const physics = await worldOf(stepMs, boxes);
      // 0.6 m of fall, and as much again for what the parting adds
      expect(run(physics, 3)).toBeLessThan(2 * Math.sqrt(2 * G * 0.6));
      for (const name of physics.names.filter((name) => name !== "ground"))
        expect(readBody(physics, name, "Box").position[2]).toBeGreaterThan(0);
    },
  );
});

test("[M1] [M7] a pile of 200 boxes collapses without an explosion", async () => {
  const { physics } = await boxPile.build();
  worlds.push(physics);
  expect(run(physics, 3)).toBeLessThan(Math.sqrt(2 * G * 1.6));
  const { fallbacks, islands } = readSolver(physics);
  expect(fallbacks / islands).toBeLessThan(0.05);
});
