// 10,000 random impacts of boxes, rods, cylinders and balls: none gains energy.

import { expect, test } from "vitest";
import { RandomStream } from "../../src/math/RandomStream.js";
import { throwBodies } from "../../testing/builders/RandomImpacts.js";

test.each([0.001, 0.002])("impacts never gain energy, at %s s", async (stepSec) => {
  const tally = await throwBodies(new RandomStream("long"), 5400, stepSec);
  expect(tally.impacts).toBeGreaterThan(5000);
  expect(tally.gains, `${tally.worst}: ${tally.text}`).toBe(0);
});
