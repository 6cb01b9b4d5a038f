// Every accuracy case at two step sizes. The *.long.test.ts files beside this one run all four.

import { expect, it } from "vitest";
import { boundOf, STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "../../bench/accuracy/Cases.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ACCURACY_CASES, [2, 5]);

it("[M4] no case may have an error above 1 %", () => {
  for (const one of ACCURACY_CASES)
    for (const ms of STEPS_MS) expect(boundOf(one, ms), one.name).toBeLessThanOrEqual(0.01);
});
