// The evaluation of the 2003 paper, compared with bounds. `npm run soccer-evaluation` prints it in full.

import { describe, expect, test } from "vitest";
import { accelerate } from "../../bench/soccer/AccelerationTrial.js";
import { ballCurve, modelSpeed } from "../../bench/soccer/BallCurve.js";
import { driveEight } from "../../bench/soccer/EightTrial.js";
import { robotText, scatter, withValues } from "../../bench/soccer/ScatteredRobot.js";
import { RandomStream } from "../../src/math/RandomStream.js";

const stream = new RandomStream(7);

describe("[F2] the paper's tests of the differential robot", () => {
  test("robots with scattered parameters all accelerate at 2 m/s²", async () => {
    const trials = [1, 2, 3].map((i) => scatter(robotText("diff-2003"), stream.split(`robot-${i}`)));
    expect(new Set(trials).size).toBe(3);
    for (const text of trials) {
      const { acceleration, braking } = await accelerate(text, { speed: 1.2, asked: 2, seconds: 1 });
      expect(acceleration).toBeCloseTo(2, 1);
      expect(braking).toBeCloseTo(2, 1);
    }
  });

  test("a figure of eight at 0.8 m/s with vision 100 ms late", async () => {
    const trial = await driveEight(robotText("diff-2003"), stream.split("eight"));
    expect(trial.meanSpeed).toBeCloseTo(0.8, 1);
    expect(trial.lapSec).toBeCloseTo((4 * Math.PI * 0.5) / 0.8, 0);
    expect(trial.rmsError).toBeLessThan(0.015);
  });

  test("with half the weight on the driven wheels, they slip above the acceleration that this grip allows", async () => {
    const strong = withValues(robotText("diff-2003"), { MOTOR_TORQUE: [2], MOTOR_SPEED: [300], LIMIT_SPEED: [6, 100] });
    const gentle = await accelerate(strong, { speed: 1.5, asked: 3, seconds: 1.6 });
    expect(gentle.acceleration).toBeCloseTo(3, 1);
    expect(gentle.maxSlip).toBeLessThan(0.06);
    const hard = await accelerate(strong, { speed: 1.5, asked: 9, seconds: 1.6 });
    expect(hard.acceleration).toBeLessThan(6);
    expect(hard.maxSlip).toBeGreaterThan(0.5);
  });
});

test("[F1] a ball slides and rolls by the two-phase model", async () => {
  const curve = await ballCurve(6, 4);
  for (const [t, v] of curve) expect(Math.abs(v - modelSpeed(6, t))).toBeLessThan(0.03);
});
