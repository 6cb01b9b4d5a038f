// [M4] A sphere hits what its sweep hits, and nothing else (src/physics/contact/EarlyContact.test.ts), with more flights.

import { expect, test } from "vitest";
import { SWEPT_SHAPES, sweepAt } from "../../testing/builders/Sweeps.js";

test.each(SWEPT_SHAPES)("$kind, 600 flights at 8 m/s and 2 ms", async (shape) => {
  const { hits, misses, wrong } = await sweepAt(shape, 600);
  expect(wrong).toEqual([]);
  expect(Math.min(hits, misses)).toBeGreaterThan(80);
});
