// Every accuracy case at two step sizes. The *.long.test.ts files beside this one run all four.

import { expect, it } from "vitest";
import { boundOf, STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "../../bench/accuracy/Cases.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ACCURACY_CASES, [2, 5]);

it("[M4] bounds are 1 % up to 1 ms and 2 % at 2 ms; only oblique impacts of two balls have more at 2 ms", () => {
  for (const one of ACCURACY_CASES) {
    for (const ms of STEPS_MS) if (ms <= 1) expect(boundOf(one, ms), one.name).toBeLessThanOrEqual(0.01);
    expect(boundOf(one, 2), one.name).toBeLessThanOrEqual(one.name.startsWith("two balls oblique") ? 0.03 : 0.02);
  }
});
