// Angular velocity of its body in the sensor frame (S1): float32 x y z, rad/s; R* w with sensor orientation R and world angular
// velocity w. It is the value at the time of the sample, not a mean over the step. No memory.

import type { Vec3 } from "../../math/Vec3.js";
import type { DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { rotateBack } from "../FastRotation.js";

export const GYROSCOPE_FIELDS: readonly PayloadField[] = ["wx", "wy", "wz"].map((name) => ({
  name,
  type: "float32",
  unit: "rad/s",
}));

export function sampleGyroscope(host: DeviceHost): Vec3 {
  const [x, y, z] = host.velocity().angular;
  return rotateBack(host.pose().orientation, x, y, z);
}

export const GYROSCOPE: DeviceType<undefined> = {
  element: "Gyroscope",
  summary: "angular velocity x y z in the sensor's frame, rad/s",
  role: "sensor",
  read: () => undefined,
  sends: () => GYROSCOPE_FIELDS,
  drawings: () => [{ kind: "vector", first: 0, axes: "device" }],
  takes: [],
  create: (_, host) => ({ sample: () => sampleGyroscope(host) }),
};
