// [M4] Chains of extreme mass ratios (src/physics/flow/SmoothFlow.test.ts), for several swings: in free fall and in contact.

import { afterEach, expect, test } from "vitest";
import { flatGround } from "../../src/describe/world/WorldDescription.js";
import { length } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { chain, mostEnergy } from "../../testing/builders/Chain.js";
import { disposeWorlds, makeWorld, run } from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

test("the lightest chain with the heaviest bob does not explode from the horizontal", async () => {
  const physics = await makeWorld({ entities: [chain([0.0005, 0.0005, 0.0005, 5])] });
  run(physics, 3);
  expect(length(readPose(physics, "chain", "L3").position)).toBeLessThan(0.36);
});

/** Links, height of the hinge: it strikes the ground, or only itself. */
const RELEASED = [2, 4, 10].flatMap((links) =>
  [0.05 * links, 0.08 * links, 2].map((height) => [links, height] as const),
);

test.each(RELEASED)(
  "%i links at %d m strike themselves and the ground without a gain of energy",
  async (links, height) => {
    for (const last of [1, 10, 100])
      for (const stepSec of [0.001, 0.002, 0.005]) {
        const masses = Array.from({ length: links }, (_, i) => (i === links - 1 ? last : 1));
        const physics = await makeWorld({ stepSec, entities: [flatGround()] });
        physics.add(chain(masses, true), { position: [0, 0, height], orientation: [0, 0, 0, 1] });
        expect([last, stepSec, mostEnergy(physics, masses, height, 4) < 0.02]).toEqual([last, stepSec, true]);
      }
  },
);
