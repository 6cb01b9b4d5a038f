// Every accuracy case at 2 ms, long ones for a twentieth of their time. The *.long.test.ts files beside this one run all
// four step sizes and the whole time.

import { expect, it } from "vitest";
import { boundOf, STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "../../bench/accuracy/Cases.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ACCURACY_CASES, [2], 0.05);

it("[M4] bounds are at most 1 % up to 1 ms and 2 % at 2 ms", () => {
  for (const one of ACCURACY_CASES)
    for (const ms of STEPS_MS)
      if (ms <= 2) expect(boundOf(one, ms), one.name).toBeLessThanOrEqual(ms <= 1 ? 0.01 : 0.02);
});
