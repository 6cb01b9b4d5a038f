// Realism over the wire (F4): ER-Force's RealismConfigErForce, whose fields have the same meaning here. What is not set stays as
// it was; one field that is wrong, and nothing changes.

import { isFieldSet } from "@bufbuild/protobuf";
import { SimError } from "../../describe/SimError.js";
import { type RealismConfigErForce, RealismConfigErForceSchema } from "../wire/SslSimulation_pb.js";
import { REALISM_RANGES, type Realism, type RealismNumber } from "./Realism.js";

type ErForceField = keyof typeof RealismConfigErForceSchema.field;

const NUMBERS: readonly (readonly [ErForceField, RealismNumber])[] = [
  ["stddevBallP", "ballNoise"],
  ["stddevRobotP", "robotNoise"],
  ["stddevRobotPhi", "orientationNoise"],
  ["stddevBallArea", "ballAreaNoise"],
  ["ballVisibilityThreshold", "ballVisibilityThreshold"],
  ["cameraOverlap", "cameraOverlap"],
  ["dribblerBallDetections", "dribblerBallDetections"],
  ["cameraPositionError", "cameraPositionError"],
  ["robotCommandLoss", "robotCommandLoss"],
  ["robotResponseLoss", "robotResponseLoss"],
  ["missingBallDetections", "missingBallDetections"],
  ["visionDelay", "visionDelay"],
  ["visionProcessingTime", "visionProcessingTime"],
  ["objectPositionOffset", "objectPositionOffset"],
  ["missingRobotDetections", "missingRobotDetections"],
  ["commandDelay", "commandDelay"],
];

const NS = 1e-9;

/** Throws VALUE_OUT_OF_RANGE with the field's name on the wire. */
export function realismFromErForce(message: RealismConfigErForce, before: Realism): Realism {
  const field = RealismConfigErForceSchema.field;
  const isSet = (name: ErForceField): boolean => isFieldSet(message, field[name]);
  const change: { -readonly [K in keyof Realism]?: Realism[K] } = {};
  for (const [theirs, ours] of NUMBERS) {
    if (!isSet(theirs)) continue;
    const value = message[theirs as keyof RealismConfigErForce] as unknown as number | bigint;
    change[ours] = checked(typeof value === "bigint" ? Number(value) * NS : value, ours, field[theirs].name);
  }
  if (isSet("enableInvisibleBall")) change.occlusion = message.enableInvisibleBall;
  if (isSet("simulateDribbling")) change.simulateDribbling = message.simulateDribbling;
  return Object.freeze({ ...before, ...change });
}

function checked(value: number, ours: RealismNumber, theirs: string): number {
  const [least, most, unit] = REALISM_RANGES[ours];
  if (value >= least && value <= most) return value;
  const allowed = `${least} to ${most} ${unit}`.trim();
  throw new SimError("VALUE_OUT_OF_RANGE", { where: `RealismConfigErForce/${theirs}`, found: value, allowed });
}
