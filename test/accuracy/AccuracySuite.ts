// Tests of accuracy cases against their closed form. `npm run accuracy` prints the figures.

import { describe, expect, it } from "vitest";
import { type AccuracyCase, boundOf, errorOf, type StepMs } from "../../bench/accuracy/AccuracyCase.js";

/** One test for each case and each step: the error stays within the bound of the case. Long cases run `share` of their time. */
export function testAccuracy(cases: readonly AccuracyCase[], stepsMs: readonly StepMs[], share = 1): void {
  const part = share < 1 ? `, ${100 * share} % of long times` : "";
  describe(`[M4] accuracy against closed form${part}`, () => {
    for (const one of cases)
      it.each(stepsMs)(`[M1] [M4] ${one.group}: ${one.name}, at %s ms`, async (ms) => {
        const measured = await one.measure(ms / 1000, share);
        expect(errorOf(one, measured), `measured ${measured}, closed form ${one.closedForm}`).toBeLessThanOrEqual(
          boundOf(one, ms),
        );
      });
  });
}
