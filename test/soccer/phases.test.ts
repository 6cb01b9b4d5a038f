// The phase of the step does not decide what a robot's front does with a ball: it meets two rims of the bar, the carpet and the
// plate within a few milliseconds. phases.long.test.ts has more speeds and all phases.

import { expect, test } from "vitest";
import { dribbleOf, passOf } from "../../bench/soccer/PhaseMeasures.js";
import { robotText } from "../../bench/soccer/ScatteredRobot.js";

const SSL = { text: robotText("ssl"), face: 0.073 };
const PHASES = 8;

test.each([45, 60])("a pass of 4 m/s at %s° leaves within 2 percent and 1° of the mean, at 1 ms", async (angle) => {
  const { speed, direction } = await passOf({ ...SSL, speed: 4, angle, stepSec: 0.001, dribbler: 0 }, PHASES);
  for (const edge of ["least", "most"] as const) {
    expect(Math.abs(speed[edge] / speed.mean - 1)).toBeLessThan(0.02);
    expect(Math.abs(direction[edge] - direction.mean)).toBeLessThan(1);
  }
});

test.each([0.001, 0.002, 0.005])(
  "a ball caught at 0.5 m/s stays while the robot drives backward, at %s s",
  async (stepSec) => {
    const { far, lost } = await dribbleOf({ ...SSL, speed: 0.5, stepSec, dribbler: 450 }, [-1, 0, 0], 3);
    expect(lost).toBe(0);
    expect(far.most).toBeLessThan(1);
  },
);
