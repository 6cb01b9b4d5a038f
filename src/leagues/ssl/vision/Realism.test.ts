import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RealismConfigErForceSchema } from "../wire/SslSimulation_pb.js";
import { checkRealism, REALISM_NAMES, REALISM_PRESETS, visionRateOf } from "./Realism.js";
import { realismFromErForce } from "./RealismChange.js";

const { none, realistic } = REALISM_PRESETS;

describe("Realism", () => {
  it("[F4] every preset is in range; 2003 has 30 Hz and 100 ms", () => {
    for (const name of REALISM_NAMES) expect(checkRealism(REALISM_PRESETS[name])).toEqual(REALISM_PRESETS[name]);
    expect([visionRateOf("2003"), REALISM_PRESETS["2003"].visionDelay, visionRateOf("rc2021")]).toEqual([30, 0.1, 60]);
  });

  it("[F4] ER-Force's message changes only the fields that it sets", () => {
    const change = create(RealismConfigErForceSchema, {
      stddevBallP: 0,
      visionDelay: 50_000_000n,
      commandDelay: 4_000_000n,
      enableInvisibleBall: false,
      simulateDribbling: false,
      missingRobotDetections: 0.5,
    });
    expect(realismFromErForce(change, realistic)).toEqual({
      ...realistic,
      ballNoise: 0,
      visionDelay: 0.05,
      commandDelay: 0.004,
      occlusion: false,
      simulateDribbling: false,
      missingRobotDetections: 0.5,
    });
    expect(realismFromErForce(create(RealismConfigErForceSchema), none)).toEqual(none);
  });

  it("[F4] every number of the message arrives", () => {
    const numbers = RealismConfigErForceSchema.fields.filter(({ scalar }) => scalar !== 8);
    expect(numbers).toHaveLength(16);
    for (const field of numbers) {
      const isLong = /delay|processing/.test(field.name);
      const message = create(RealismConfigErForceSchema, { [field.localName]: isLong ? 1_000_000_000n : 0.75 });
      const changed = Object.entries(realismFromErForce(message, none)).filter(
        ([key, value]) => none[key as keyof typeof none] !== value,
      );
      expect(
        changed.map(([, value]) => value),
        field.name,
      ).toEqual([isLong ? 1 : 0.75]);
    }
  });

  it.each([
    ["COMMAND_NOT_FINITE", "stddev_ball_p: found NaN", { stddevBallP: Number.NaN }],
    ["COMMAND_NOT_FINITE", "stddev_robot_phi: found Infinity", { stddevRobotPhi: Number.POSITIVE_INFINITY }],
    ["VALUE_OUT_OF_RANGE", "missing_ball_detections: found 1.5", { missingBallDetections: 1.5 }],
    ["VALUE_OUT_OF_RANGE", "robot_command_loss: found -0.1", { robotCommandLoss: Math.fround(-0.1) }],
    ["VALUE_OUT_OF_RANGE", "vision_delay: found -1, allowed: 0 to 10000000000 ns", { visionDelay: -1n }],
    ["VALUE_OUT_OF_RANGE", "command_delay: found", { commandDelay: 2n ** 63n }],
  ] as const)("[F4] %s: %s, as it was sent", (code, text, init) => {
    expect(() => realismFromErForce(create(RealismConfigErForceSchema, init), none)).toThrow(
      new RegExp(`${code}.*realism_config/${text}`),
    );
  });
});
