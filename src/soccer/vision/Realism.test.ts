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

  it("[F4] ER-Force's message changes what is set in it and nothing else", () => {
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
    ["stddev_ball_p", { stddevBallP: Number.NaN }],
    ["stddev_robot_phi", { stddevRobotPhi: Number.POSITIVE_INFINITY }],
    ["missing_ball_detections", { missingBallDetections: 1.5 }],
    ["robot_command_loss", { robotCommandLoss: -0.1 }],
    ["vision_delay", { visionDelay: -1n }],
    ["command_delay", { commandDelay: 2n ** 63n }],
  ] as const)("[F4] %s out of range is refused by name", (name, init) => {
    expect(() => realismFromErForce(create(RealismConfigErForceSchema, init), none)).toThrow(
      new RegExp(`VALUE_OUT_OF_RANGE.*RealismConfigErForce/${name}`),
    );
  });
});
