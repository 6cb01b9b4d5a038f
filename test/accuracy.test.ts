// The accuracy suite as a test: every case at every step within its bound. `npm run accuracy` prints the figures.

import { describe, expect, it } from "vitest";
import { boundOf, errorOf, STEPS_MS } from "../bench/accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "../bench/accuracy/Cases.js";

describe("[M4] accuracy against closed form", () => {
  for (const one of ACCURACY_CASES)
    it.each(STEPS_MS)(`[M1] [M4] ${one.group}: ${one.name}, at %s ms`, async (ms) => {
      const measured = await one.measure(ms / 1000);
      expect(errorOf(one, measured), `measured ${measured}, closed form ${one.closedForm}`).toBeLessThanOrEqual(
        boundOf(one, ms),
      );
    });

  it("allows more than 1 % only where two balls meet obliquely at 2 ms and above", () => {
    const loose = ACCURACY_CASES.flatMap((one) =>
      STEPS_MS.filter((ms) => boundOf(one, ms) > 0.01).map((ms) => [one, ms] as const),
    );
    for (const [one, ms] of loose) {
      expect(one.name).toMatch(/^two balls oblique/);
      expect(ms).toBeGreaterThanOrEqual(2);
    }
  });
});
