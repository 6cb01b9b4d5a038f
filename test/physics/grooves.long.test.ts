// [M3] A ball into a groove of two boxes (src/physics/rows/Grooves.test.ts), with all combinations of values.

import { expect, test } from "vitest";
import { exactBack, flyInto, groovesOf } from "../../testing/builders/Groove.js";

const friction = [0, 0.3, 0.8, 1.2];
const speed = [0.12, 0.2, 0.4, 1, 3];

test.each([0.2, 0.5, 0.8, 1])("e = %s: it leaves with what friction leaves of e v", async (restitution) => {
  const values = { restitution: [restitution], friction, half: [60, 75], stepSec: [0.001, 0.002], speed };
  for (const groove of groovesOf(values)) {
    const { back } = await flyInto(groove);
    expect(back, JSON.stringify(groove)).toBeLessThan(1.002 * exactBack(groove));
    expect(back, JSON.stringify(groove)).toBeGreaterThan(0.98 * exactBack(groove));
  }
});

test.each([0.001, 0.002, 0.005])("its energy never grows, at %s s", async (stepSec) => {
  const values = { restitution: [0.2, 0.5, 1], friction, half: [30, 45, 60], speed, offset: [0, 1e-4, 1e-3] };
  for (const groove of groovesOf({ ...values, stepSec: [stepSec] }))
    expect((await flyInto(groove)).energy, JSON.stringify(groove)).toBeLessThan(1.001);
});
