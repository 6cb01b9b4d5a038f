// A robot drives slowly into a resting ball, its dribbler off. In the groove both halves of the bar touch the ball at once, and the
// carpet supports it from below. A pair's restitution is at most 0.6, so the ball leaves at no more than 1.6 times the robot's speed.

import { describe, expect, test } from "vitest";
import { BallStand } from "../../bench/soccer/BallStand.js";
import { BALL_RADIUS } from "../../robots/Ball.js";
import { MaterialMatrix } from "../../src/describe/entity/Material.js";
import { length } from "../../src/math/Vec3.js";
import { robotFile } from "../../testing/builders/Pitch.js";

const SSL = robotFile("ssl.robot");
/** Distance from the robot's middle to the plate's face, and from there to the ball: enough to reach the commanded speed. */
const FACE = 0.073;
const AHEAD = 0.1;
const SPEEDS = [0.05, 0.1, 0.12, 0.15, 0.18, 0.2, 0.22, 0.24, 0.26, 0.3, 0.34, 0.38, 0.42, 0.46, 0.5];
/** Materials that may touch the ball: those of bar, plate and shell. */
const FRONT = ["Rubber", "Plastic"];

/** Maximum speed of the ball as a share of the robot's speed. */
async function push(speed: number, offset: number, stepSec: number): Promise<number> {
  const stand = await BallStand.open(SSL, { stepSec });
  stand.put([offset, FACE + BALL_RADIUS + AHEAD, BALL_RADIUS]);
  let fastest = 0;
  stand.drive(AHEAD / speed + 0.4, [speed, 0, 0], 0, () => {
    fastest = Math.max(fastest, length(stand.ball.linearVelocity));
  });
  stand.dispose();
  return fastest / speed;
}

describe("[F1] a ball pushed by a slow robot", () => {
  test("the restitution between the ball and a robot's front is at most 0.6", () => {
    for (const material of FRONT)
      expect(new MaterialMatrix().pair("GolfBall", material).restitution).toBeLessThanOrEqual(0.6);
  });

  test.each([0, 1e-4, -1e-4, 1e-3])(
    "%s m off the middle it leaves at 1 to 1.6 times the robot's speed",
    async (offset) => {
      for (const speed of SPEEDS) {
        const share = await push(speed, offset, 0.002);
        expect(share, `at ${speed} m/s`).toBeLessThan(1.6);
        expect(share, `at ${speed} m/s`).toBeGreaterThan(0.95);
      }
    },
  );

  test.each([0.001, 0.005])("in the middle, with a step of %s s", async (stepSec) => {
    for (const speed of SPEEDS) expect(await push(speed, 0, stepSec), `at ${speed} m/s`).toBeLessThan(1.6);
  });
});
