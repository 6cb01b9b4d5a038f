// Exact Coulomb friction: the solution fulfils the laws of contact in scenes where the convex cone does not; it falls back to the
// convex cone where it does not settle; and no island depends on another.

import { afterEach, describe, expect, test } from "vitest";
import { boxShape, disposeWorlds, makeWorld, objectOf } from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, readBody, setVelocity } from "../Bodies.js";
import type { Physics } from "../Physics.js";
import { INTERNALS } from "../state/LiveModel.js";
import { measureContactLaws } from "./ContactLaws.js";
import type { SolverOptions } from "./Kernel.js";

afterEach(disposeWorlds);

const kernelOf = (physics: Physics) => physics[INTERNALS].compiled.kernel;
const set = (physics: Physics, options: Partial<SolverOptions>): void => kernelOf(physics).set(options);

/** Boxes, balls and cylinders with sliding, spinning and rolling friction, thrown onto each other. */
const thrown = (count: number, seed: string): { entities: EntityInput[]; speeds: Vec3[] } => {
  const random = new RandomStream(seed);
  const between = (from: number, to: number) => from + (to - from) * random.uniform();
  const shapes = [
    boxShape(0.2),
    { kind: "Sphere", radius: 0.1 },
    { kind: "Cylinder", radius: 0.1, length: 0.15 },
  ] as const;
  const entities = Array.from({ length: count }, (_, i) =>
    objectOf(`thing${i}`, shapes[i % 3], {
      position: [between(-0.2, 0.2), between(-0.2, 0.2), 0.15 + 0.22 * i],
      mass: between(0.2, 5),
      material: ["Plain", "Rolling", "Skewed"][i % 3],
      frictionAxis: [1, 0, 0],
    }),
  );
  return { entities, speeds: entities.map(() => [between(-3, 3), between(-3, 3), between(-1, 0)] as Vec3) };
};

const MATERIALS = [
  { name: "Plain", friction: 0.6 },
  { name: "Rolling", friction: 0.5, rolling: 0.01, spinning: 0.02 },
  { name: "Skewed", friction: 0.7, friction2: 0.3 },
];

async function throwThings(count: number, seed: string): Promise<Physics> {
  const { entities, speeds } = thrown(count, seed);
  const physics = await makeWorld({ materials: MATERIALS, entities: [flatGround("Plain"), ...entities] });
  entities.forEach(({ name }, i) => {
    setVelocity(physics, name, "Body", speeds[i], [3 * i, 5, -4]);
  });
  return physics;
}

describe("[M4] the laws of contact", () => {
  test.each(["a", "b", "c", "d"])("hold while things are thrown onto each other, seed %s", async (seed) => {
    const physics = await throwThings(6, seed);
    const worst = { signorini: 0, coulomb: 0, dissipation: 0 };
    for (let i = 0; i < 600; i++) {
      const before = kernelOf(physics).counters.fallbacks;
      physics.step();
      if (kernelOf(physics).counters.fallbacks > before) continue;
      const errors = measureContactLaws(physics[INTERNALS].compiled);
      for (const key of ["signorini", "coulomb", "dissipation"] as const)
        worst[key] = Math.max(worst[key], errors[key]);
    }
    expect(worst.signorini).toBeLessThan(1e-6);
    expect(worst.coulomb).toBeLessThan(2e-3);
    expect(worst.dissipation).toBeLessThan(2e-3);
    const { islands, fallbacks, failures } = kernelOf(physics).counters;
    expect(fallbacks).toBeLessThan(0.01 * islands);
    expect(failures).toBe(0);
  });

  test("the measure sees the convex cone break them: a box that slides is lifted", async () => {
    const box = objectOf("box", boxShape(0.2), { position: [0, 0, 0.1], material: "Plain" });
    const physics = await makeWorld({ materials: MATERIALS, entities: [flatGround("Plain"), box] });
    for (let i = 0; i < 100; i++) physics.step();
    set(physics, { law: "convex" });
    setVelocity(physics, "box", "Body", [2, 0, 0], [0, 0, 0]);
    physics.step();
    expect(measureContactLaws(physics[INTERNALS].compiled).signorini).toBeGreaterThan(0.1);
    expect(readBody(physics, "box", "Body").linearVelocity[2]).toBeGreaterThan(0.1);
  });
});

describe("[M4] the fallback", () => {
  /** A box that is pushed along the ground, and starts to slide. */
  async function pushed(options: Partial<SolverOptions>): Promise<Physics> {
    const box = objectOf("box", boxShape(0.2, 0.2, 0.1), { position: [0, 0, 0.05], material: "Plain" });
    const physics = await makeWorld({ materials: MATERIALS, entities: [flatGround("Plain"), box] });
    for (let i = 0; i < 100; i++) physics.step();
    set(physics, options);
    for (let i = 0; i < 200; i++) {
      applyForce(physics, "box", "Body", [8, 3, 0]);
      physics.step();
    }
    return physics;
  }

  test("is reached and counted where no update of the normal forces is allowed, and is near the exact motion", async () => {
    const [exact, convex] = [await pushed({}), await pushed({ maxUpdates: -1 })];
    expect(kernelOf(exact).counters.fallbacks).toBe(0);
    expect(kernelOf(convex).counters.fallbacks).toBeGreaterThan(100);
    const [a, b] = [readBody(exact, "box", "Body"), readBody(convex, "box", "Body")];
    // (F - mu m g) t / m, along the push
    const push = Math.sqrt(8 * 8 + 3 * 3);
    expect(a.linearVelocity[0]).toBeCloseTo((8 / push) * (push - 0.6 * 9.81) * 0.2, 3);
    expect(Math.abs(b.linearVelocity[0] - a.linearVelocity[0])).toBeLessThan(0.02 * a.linearVelocity[0]);
    expect(Math.abs(b.position[2] - 0.05)).toBeLessThan(1e-3);
  });

  test("a solve stays within its maximum number of steps and is finite", async () => {
    const physics = await throwThings(6, "bounded");
    set(physics, { maxSteps: 2, maxUpdates: 1 });
    for (let i = 0; i < 300; i++) {
      expect(physics.step()).toEqual([]);
      expect(kernelOf(physics).counters.worstIterations).toBeLessThanOrEqual(4);
    }
    expect(kernelOf(physics).counters.failures).toBe(0);
    for (let i = 0; i < 6; i++)
      for (const x of readBody(physics, `thing${i}`, "Body").position) expect(Math.abs(x)).toBeLessThan(100);
  });
});

test("[M5] bystanders change no bit: a far heap beside another heap", async () => {
  const [alone, crowded] = [await throwThings(6, "own"), await throwThings(6, "own")];
  const far = objectOf("a far box", boxShape(1), { position: [300, 0, 0.5], mass: 5000 });
  crowded.add(far);
  crowded.add(
    { ...far, name: "z far box", bodies: [{ ...far.bodies[0] }] },
    { position: [0, 0, 1.2], orientation: [0, 0, 0, 1] },
  );
  for (let i = 0; i < 400; i++) {
    alone.step();
    crowded.step();
  }
  for (let i = 0; i < 6; i++) expect(crowded.hashOf(`thing${i}`)).toBe(alone.hashOf(`thing${i}`));
});
