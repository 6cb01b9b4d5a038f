// Realism over the wire (F4): ER-Force's RealismConfigErForce, whose fields have the same meaning here. Fields that are not set stay as
// they were; if one field is wrong, nothing changes.

import { isFieldSet } from "@bufbuild/protobuf";
import { checkRange } from "../commands/WireError.js";
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

/** Throws VALUE_OUT_OF_RANGE or COMMAND_NOT_FINITE with the field's name on the wire. */
export function realismFromErForce(message: RealismConfigErForce, before: Realism): Realism {
  const field = RealismConfigErForceSchema.field;
  const isSet = (name: ErForceField): boolean => isFieldSet(message, field[name]);
  const change: { -readonly [K in keyof Realism]?: Realism[K] } = {};
  for (const [theirs, ours] of NUMBERS) {
    if (!isSet(theirs)) continue;
    const value = message[theirs as keyof RealismConfigErForce] as unknown as number | bigint;
    change[ours] = checked(value, ours, field[theirs].name);
  }
  if (isSet("enableInvisibleBall")) change.occlusion = message.enableInvisibleBall;
  if (isSet("simulateDribbling")) change.simulateDribbling = message.simulateDribbling;
  return Object.freeze({ ...before, ...change });
}

/** Whole numbers are ns on the wire; errors show the value that was sent. */
function checked(sent: number | bigint, ours: RealismNumber, theirs: string): number {
  const [min, max, unit] = REALISM_RANGES[ours];
  const where = `realism_config/${theirs}`;
  if (typeof sent !== "bigint") return checkRange(sent, { min, max, unit }, where);
  return checkRange(Number(sent), { min: min / NS, max: max / NS, unit: "ns" }, where) * NS;
}
