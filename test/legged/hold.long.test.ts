// [L2] AIBO and QRIO stand under angle, velocity and torque control: no joint leaves its angle, no anchor and no axis drifts. It prints
// the maxima. UBERSIM_HOLD_SEC=3600 makes it the hour of the rule; a shorter time may use up only its share of the 0.01 degrees.

import { expect, test } from "vitest";
import { GROUND, LeggedBench, MODES } from "./LeggedBench.js";

const SECONDS = Number(process.env.UBERSIM_HOLD_SEC ?? 120);
const CASES = (["aibo", "qrio"] as const).flatMap((robot) => MODES.map((mode) => [robot, mode] as const));

test.each(CASES)(
  `[L2] every joint of %s holds its angle to ${(0.01 * SECONDS) / 3600} degrees for ${SECONDS} s under %s control`,
  async (robot, mode) => {
    const bench = await LeggedBench.create(GROUND, robot);
    bench.run(2);
    bench.hold(mode);
    let [angle, anchor, axis] = [0, 0, 0];
    for (let second = 0; second < SECONDS; second++) {
      bench.run(1);
      const joint = bench.worstJoint();
      angle = Math.max(angle, bench.worstAngle());
      anchor = Math.max(anchor, joint.anchor);
      axis = Math.max(axis, joint.axis);
    }
    console.log(
      `${robot}, ${SECONDS} s under ${mode} control: angles within ${angle.toExponential(1)} degrees, anchors ${anchor.toExponential(1)} m, axes ${axis.toExponential(1)}`,
    );
    expect(angle).toBeLessThan((0.01 * SECONDS) / 3600);
    expect(anchor).toBeLessThan(1e-9);
    expect(axis).toBeLessThan(1e-6);
    bench.world.dispose();
  },
  3_600_000,
);
