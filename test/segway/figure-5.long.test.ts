// Figure 5 of the 2004 paper (examples/figure-5.ts): what its text says can be seen in the numbers, and the pictures repeat.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { takeShots } from "../../examples/figure-5.js";

it("[S3] a Segway leans back to balance, drifts forward, is driven back and then forward; the same pictures in every run", async () => {
  const document = readFileSync(new URL("../../robots/segway.xml", import.meta.url));
  const shots = await takeShots(document);
  const [, , third, fourth, fifth, sixth] = shots.map(({ sample }) => sample);
  // its centre of mass is in front of the axle
  expect(third.tilt).toBeLessThan(-0.15);
  expect(third.place).toBeGreaterThan(0.3);
  expect(fourth.speed).toBeLessThan(-0.1);
  expect(fifth.place).toBeLessThan(third.place);
  expect(sixth.speed).toBeGreaterThan(0.1);
  for (const { side, own } of shots) for (const picture of [side, own]) expect(picture).toHaveLength(3 * 320 * 240);
  expect(await takeShots(document)).toEqual(shots);
});
