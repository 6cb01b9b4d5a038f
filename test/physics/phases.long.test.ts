// The phase of the step does not decide an impact: 60 shifts of the same shot leave within 2 % and 1°.

import { describe, expect, test } from "vitest";
import { spreadOf, TARGETS } from "../../bench/accuracy/Phases.js";

describe.each(TARGETS)("at a %s", (target) => {
  test.each([0.001, 0.002, 0.005])("1 to 8 m/s at 0, 30, 45, 60°; step %s s", async (stepSec) => {
    for (const speed of [1, 2, 4, 8])
      for (const angle of [0, 30, 45, 60]) {
        const { speedOff, angleOff } = await spreadOf({ target, speed, angle, stepSec });
        expect(speedOff, `${speed} m/s at ${angle}°`).toBeLessThan(0.02);
        expect(angleOff, `${speed} m/s at ${angle}°`).toBeLessThan(1);
      }
  });
});
