// The 2004 paper's Segway (Appendix A) in process. segway.long.test.ts has the ride of ten minutes.

import { describe, expect, it } from "vitest";
import { tiltOf } from "../../examples/BalancedSegway.js";
import { segway, segwayOnGround } from "../../robots/Segway.js";
import { readPose } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";
import { expectBalance, FALLEN, ride } from "./PushedRide.js";

describe("the Segway of Appendix A", () => {
  it("[R6] balances for 95 s under three pushes, wheels aligned to 0.01°, drift under 2 m", () => expectBalance(95));

  it("[R6] falls within 3 s without commands", async () => {
    const physics = await Physics.create();
    physics.add(segway(), segwayOnGround());
    while (physics.timeSec < 3) physics.step();
    expect(Math.abs(tiltOf(readPose(physics, "CMU", "MainBody").orientation))).toBeGreaterThan(FALLEN);
    physics.dispose();
  });

  it("[R6] its wheels turn by more than 1° within 60 s without the ball joints, as the paper found", async () => {
    const { steer } = await ride(60, false, 1);
    expect(steer).toBeGreaterThan(1);
  });
});
