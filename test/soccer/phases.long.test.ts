// The phase of the step does not decide what a robot's front does with a ball: 60 phases, three robots.

import { describe, expect, test } from "vitest";
import { dribbleOf, passOf } from "../../bench/soccer/PhaseMeasures.js";
import { robotText } from "../../bench/soccer/ScatteredRobot.js";

const FACES = { ssl: 0.073, tigers: 0.075, "omni-2003": 0.067175 } as const;

describe.each(Object.entries(FACES))("%s", (name, face) => {
  const robot = { text: robotText(name as keyof typeof FACES), face };

  test.each([45, 50, 60])("passes at %s° leave within 2 percent and 1° of the mean, at 1 ms", async (angle) => {
    for (const speed of angle > 45 ? [3, 4, 6] : [4, 6]) {
      const found = await passOf({ ...robot, speed, angle, stepSec: 0.001, dribbler: 0 });
      for (const edge of ["least", "most"] as const) {
        expect(Math.abs(found.speed[edge] / found.speed.mean - 1), `${speed} m/s`).toBeLessThan(0.02);
        expect(Math.abs(found.direction[edge] - found.direction.mean), `${speed} m/s`).toBeLessThan(1);
      }
    }
  });

  test.each([0.001, 0.002])("a pass of 4 m/s straight onto a resting bar stays, at %s s", async (stepSec) => {
    const { caught } = await passOf({ ...robot, speed: 4, angle: 0, stepSec, dribbler: 0 });
    expect(caught).toBe(60);
  });

  test.each([0.001, 0.002])(
    "a ball caught at 0.5 m/s stays while the robot drives backward, at %s s",
    async (stepSec) => {
      const { far, lost } = await dribbleOf({ ...robot, speed: 0.5, stepSec, dribbler: 450 }, [-1, 0, 0]);
      expect(lost).toBe(0);
      expect(far.most).toBeLessThan(1);
    },
  );
});
