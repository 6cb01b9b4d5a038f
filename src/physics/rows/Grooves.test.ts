// A ball that hits two solids at once, and friction wedges it between them. It must not leave with more energy than it had.
// test/physics/grooves.long.test.ts has all combinations.

import { describe, expect, test } from "vitest";
import { exactBack, flyInto, groovesOf } from "../../../testing/builders/Groove.js";

const friction = [0, 0.3, 0.8, 1.2];

describe("[M3] a ball into a groove of two boxes", () => {
  test.each([0.2, 0.5, 0.8, 1])("e = %s: it leaves with what friction leaves of e v", async (restitution) => {
    const values = { restitution: [restitution], friction, half: [60, 75], stepSec: [0.001], speed: [0.2, 3] };
    for (const groove of groovesOf(values)) {
      const { back } = await flyInto(groove);
      expect(back, JSON.stringify(groove)).toBeLessThan(1.002 * exactBack(groove));
      expect(back, JSON.stringify(groove)).toBeGreaterThan(0.98 * exactBack(groove));
    }
  });

  test.each([0.001, 0.002, 0.005])("its energy never grows, at %s s", async (stepSec) => {
    const values = { restitution: [0.2, 1], friction: [0.3, 1.2], half: [30, 45], speed: [0.12, 1] };
    for (const groove of groovesOf({ ...values, stepSec: [stepSec], offset: [0, 1e-3] }))
      expect((await flyInto(groove)).energy, JSON.stringify(groove)).toBeLessThan(1.001);
  });
});
