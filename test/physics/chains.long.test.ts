// [M4] Chains of extreme mass ratios in free fall (src/physics/flow/SmoothFlow.test.ts), for several swings.

import { afterEach, expect, test } from "vitest";
import { length } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { chain } from "../../testing/builders/Chain.js";
import { disposeWorlds, makeWorld, run } from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

test("the lightest chain with the heaviest bob does not explode from the horizontal", async () => {
  const physics = await makeWorld({ entities: [chain([0.0005, 0.0005, 0.0005, 5])] });
  run(physics, 3);
  expect(length(readPose(physics, "chain", "L3").position)).toBeLessThan(0.36);
});
