// Rides of the 2004 paper's Segway (Appendix A) in process: hinge-2 and ball joint on each wheel, motors of 80 N·m.

import { expect } from "vitest";
import { BalancedSegway } from "../../examples/BalancedSegway.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyImpulse, readPose } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import { Physics } from "../../src/physics/Physics.js";

export const FALLEN = 60 * DEGREE;
const PUSH_EVERY_SEC = 30;

interface Ride {
  readonly seconds: number;
  /** Maximum distance from the start, m. */
  readonly drift: number;
  /** Largest turn of a wheel about its steering axis, degrees. */
  readonly steer: number;
  /** Whether it ever tilted by more than 60°. */
  readonly fell: boolean;
}

/** A push of 20 N·s every 30 s, each time from another side. Ends early if the Segway falls or a wheel turns by `endSteer` degrees. */
export async function ride(seconds: number, guides: boolean, endSteer = Number.POSITIVE_INFINITY): Promise<Ride> {
  const physics = await Physics.create();
  const robot = new BalancedSegway(physics, { guides, fMax: 80 });
  let [drift, steer, fell] = [0, 0, false];
  while (physics.timeSec < seconds && !fell && steer <= endSteer) {
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

/** [R6] The Segway stands, its wheels stay aligned, and it stays near its start. */
export async function expectBalance(seconds: number): Promise<void> {
  const { fell, drift, steer, seconds: ridden } = await ride(seconds, true);
  expect(fell).toBe(false);
  expect(ridden).toBeCloseTo(seconds, 3);
  expect(drift).toBeLessThan(2);
  expect(steer).toBeLessThan(0.01);
}
