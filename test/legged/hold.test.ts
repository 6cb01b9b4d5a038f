// [L2] Servos of the AIBO hold, stop at their limits and give way, and say so in their effort.

import { describe, expect, test } from "vitest";
import { AIBO_JOINTS } from "../../robots/AiboJoints.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { GROUND, LeggedBench, SPACE } from "./LeggedBench.js";

describe("[L2] servos of the AIBO", () => {
  test("hold their angles to 0.01 degrees in the stand; anchors and axes do not drift", async () => {
    const bench = await LeggedBench.create(GROUND);
    bench.run(2);
    let worst = 0;
    for (let i = 0; i < 50; i++) {
      bench.run(0.1);
      worst = Math.max(worst, bench.worstAngle());
    }
    const { anchor, axis } = bench.worstJoint();
    expect(worst).toBeLessThan(0.01);
    expect(anchor).toBeLessThan(1e-9);
    expect(axis).toBeLessThan(1e-6);
    bench.world.dispose();
  });

  test("hold a speed of 0, and an angle under a load of its own weight again", async () => {
    const bench = await LeggedBench.create(GROUND);
    bench.run(2);
    for (const { name } of AIBO_JOINTS) {
      bench.targets.set(name, bench.joint(name).position);
      bench.world.physics.setJoint("Aibo", name, "Velocity", 0);
    }
    bench.run(5);
    expect(bench.worstAngle()).toBeLessThan(0.01);
    bench.world.dispose();
  });

  test("never exceed their speed or their torque", async () => {
    const bench = await LeggedBench.create(SPACE);
    for (const { name, range } of AIBO_JOINTS) bench.setAngle(name, range[1] * DEGREE);
    bench.run(0.02);
    bench.run(1, () => {
      for (const { name, speed, torque } of AIBO_JOINTS) {
        const { velocity, effort } = bench.joint(name);
        expect(Math.abs(velocity)).toBeLessThan(speed * 1.01);
        expect(Math.abs(effort)).toBeLessThan(torque * 1.001);
      }
    });
    bench.world.dispose();
  });

  test("a joint told beyond its stop stays at it, and its effort is the load that it carries", async () => {
    const bench = await LeggedBench.create(GROUND);
    bench.run(1);
    bench.setAngle("NeckPan", 3);
    bench.setAngle("NeckTilt", -3);
    bench.run(1);
    expect(bench.joint("NeckPan").position / DEGREE).toBeCloseTo(93, 2);
    const { position, velocity, effort } = bench.joint("NeckTilt");
    expect(position / DEGREE).toBeCloseTo(-80, 2);
    expect(Math.abs(velocity)).toBeLessThan(1e-6);
    // neck, head, jaw and ears, 0.22 kg, about 0.1 m in front of the axis
    expect(effort).toBeGreaterThan(0.1);
    expect(effort).toBeLessThan(0.3);
    bench.world.dispose();
  });

  test("an overloaded joint gives way, and its effort is its whole torque", async () => {
    const bench = await LeggedBench.create(GROUND);
    bench.setAngle("NeckTilt", -60 * DEGREE);
    bench.run(1);
    const load = bench.joint("NeckTilt").effort;
    bench.world.physics.setJoint("Aibo", "NeckTilt", "FMax", load / 4);
    bench.run(0.06);
    expect(bench.joint("NeckTilt").position / DEGREE).toBeLessThan(-62);
    expect(bench.joint("NeckTilt").effort).toBeCloseTo(load / 4, 6);
    bench.world.physics.setJoint("Aibo", "NeckTilt", "FMax", 0.6);
    bench.run(1);
    expect(bench.joint("NeckTilt").position / DEGREE).toBeCloseTo(-60, 2);
    bench.world.dispose();
  });
});
