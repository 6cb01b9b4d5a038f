// Samples of sensors as USARSim's SEN lines, in USARSim's frames. A kind that USARSim does not have sends its numbers as {Values ...}.

import type { Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { bodyVector, worldAngles, worldVector, yawOfHeading } from "./UsarFrames.js";
import { isSameName, type UsarValue, writeLine } from "./UsarLine.js";

type Blocks = readonly (readonly [string, UsarValue])[];

interface SensorLine {
  /** USARSim's name of the kind. */
  readonly type: string;
  blocks(values: readonly number[]): Blocks;
}

const vec = (values: readonly number[], at: number): Vec3 => [values[at], values[at + 1], values[at + 2]];
const quat = (values: readonly number[], at: number): Quat => [...vec(values, at), values[at + 3]] as unknown as Quat;

const SENSORS: Readonly<Record<string, SensorLine>> = {
  RangeSensor: { type: "Range", blocks: ([distance]) => [["Range", distance]] },
  Lidar: { type: "RangeScanner", blocks: (values) => [["Range", values]] },
  Accelerometer: { type: "AcceleroMeter", blocks: (v) => [["ProperAcceleration", bodyVector(vec(v, 0))]] },
  Gyroscope: { type: "Gyro", blocks: (v) => [["AngularVelocity", bodyVector(vec(v, 0))]] },
  Imu: {
    type: "IMU",
    blocks: (v) => [
      ["ProperAcceleration", bodyVector(vec(v, 0))],
      ["AngularVelocity", bodyVector(vec(v, 3))],
      ["Orientation", worldAngles(quat(v, 6))],
    ],
  },
  Compass: { type: "Compass", blocks: ([heading]) => [["Yaw", yawOfHeading(heading)]] },
  // leaning towards +y is positive there, a raised nose is positive here
  Inclinometer: { type: "Inclinometer", blocks: ([pitch]) => [["Pitch", 0 - pitch]] },
  ContactSensor: {
    type: "TouchArray",
    blocks: ([touching, force]) => [
      ["Touch", touching > 0],
      ["Force", force],
    ],
  },
  ForceSensor: {
    type: "ForceTorque",
    blocks: (v) => [
      ["Force", bodyVector(vec(v, 0))],
      ["Torque", bodyVector(vec(v, 3))],
    ],
  },
  PoseSensor: {
    type: "GroundTruth",
    blocks: (v) => [
      ["Location", worldVector(vec(v, 0))],
      ["Orientation", worldAngles(quat(v, 3))],
      ["LinearVelocity", worldVector(vec(v, 7))],
      ["AngularVelocity", worldVector(vec(v, 10))],
    ],
  },
};

/** Further names that clients of USARSim have for kinds of devices. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ir: "RangeSensor",
  sonar: "RangeSensor",
  ins: "PoseSensor",
  touch: "ContactSensor",
  touchsensor: "ContactSensor",
};

/** Whether a client means this kind of device: USARSim's names and this simulator's, which do not depend on case. */
export const isMeant = (type: string, kind: string): boolean =>
  isSameName(kind, type) || isSameName(usarType(kind), type) || OTHER_NAMES[type.toLowerCase()] === kind;

/** USARSim's name of a kind of device. */
export const usarType = (kind: string): string => (kind === "CameraSensor" ? "Camera" : (SENSORS[kind]?.type ?? kind));

export function sensorLine(kind: string, name: string, timeSec: number, values: readonly number[]): string {
  const head: Blocks = [
    ["Time", timeSec],
    ["Type", usarType(kind)],
    ["Name", name],
  ];
  return writeLine("SEN", [...head, ...(SENSORS[kind]?.blocks(values) ?? [["Values", values] as const])]);
}
