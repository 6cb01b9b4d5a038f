// Every accuracy case at two step sizes. The *.long.test.ts files beside this one run all four.

import { expect, it } from "vitest";
import { boundOf, STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "../../bench/accuracy/Cases.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ACCURACY_CASES, [2, 5]);

it("[M4] only oblique impacts of two balls at 2 ms and above may have an error above 1 %", () => {
  const loose = ACCURACY_CASES.flatMap((one) =>
    STEPS_MS.filter((ms) => boundOf(one, ms) > 0.01).map((ms) => [one, ms] as const),
  );
  for (const [one, ms] of loose) {
    expect(one.name).toMatch(/^two balls oblique/);
    expect(ms).toBeGreaterThanOrEqual(2);
  }
});
