// The 2004 paper's Segway (Appendix A): hinge-2 and ball joint on each wheel, motors of 80 N·m, in process.

import { describe, expect, it } from "vitest";
import { BalancedSegway, tiltOf } from "../examples/BalancedSegway.js";
import { segway, segwayOnGround } from "../robots/Segway.js";
import { DEGREE } from "../src/math/Trigonometry.js";
import type { Vec3 } from "../src/math/Vec3.js";
import { applyImpulse, readPose } from "../src/physics/Bodies.js";
import { readJoint } from "../src/physics/Joints.js";
import { Physics } from "../src/physics/Physics.js";

const FALLEN = 60 * DEGREE;
const PUSH_EVERY_SEC = 30;

interface Ride {
  readonly seconds: number;
  /** Farthest from the start, m. */
  readonly drift: number;
  /** Largest turn of a wheel about its steering axis, degrees. */
  readonly steer: number;
  readonly fell: boolean;
}

/** A push of 20 N·s every 30 s, each time from another side. */
async function ride(seconds: number, guides: boolean): Promise<Ride> {
  const physics = await Physics.create();
  const robot = new BalancedSegway(physics, { guides, fMax: 80 });
  let [drift, steer, fell] = [0, 0, false];
  while (physics.timeSec < seconds && !fell) {
    robot.control();
    if (physics.steps > 0 && physics.steps % (PUSH_EVERY_SEC * 1000) === 0) {
      const side = (physics.timeSec / PUSH_EVERY_SEC) * 2.4;
      applyImpulse(physics, robot.name, "MainBody", [20 * Math.sin(side), 20 * Math.cos(side), 0] as Vec3);
    }
    physics.step();
    if (physics.steps % 10 !== 0) continue;
    const [x, y] = readPose(physics, robot.name, "MainBody").position;
    drift = Math.max(drift, Math.hypot(x, y));
    for (const motor of ["LMotor", "RMotor"])
      steer = Math.max(steer, Math.abs(readJoint(physics, robot.name, motor)[0].position) / DEGREE);
    fell = Math.abs(robot.tilt) > FALLEN;
  }
  const result = { seconds: physics.timeSec, drift, steer, fell };
  physics.dispose();
  return result;
}

describe("the Segway of Appendix A", () => {
  it("[R6] balances for 10 minutes under pushes, wheels aligned to 0.01°, drift under 2 m", async () => {
    const { fell, drift, steer, seconds } = await ride(600, true);
    expect(fell).toBe(false);
    expect(seconds).toBeCloseTo(600, 3);
    expect(drift).toBeLessThan(2);
    expect(steer).toBeLessThan(0.01);
  });

  it("[R6] falls within 3 s when nobody commands it", async () => {
    const physics = await Physics.create();
    physics.add(segway(), segwayOnGround());
    while (physics.timeSec < 3) physics.step();
    expect(Math.abs(tiltOf(readPose(physics, "CMU", "MainBody").orientation))).toBeGreaterThan(FALLEN);
    physics.dispose();
  });

  it("[R6] its wheels wander without the ball joints, as the paper found", async () => {
    const { steer } = await ride(60, false);
    expect(steer).toBeGreaterThan(1);
  });
});
