// Angular velocity of its body, in the sensor's frame (S1): float32 x y z, rad/s; R* w with the sensor's turning R and
// the world's w. The speed at the instant of the sample, not a mean over the step; no memory, true from the first one.

import type { Vec3 } from "../../math/Vec3.js";
import type { DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { rotateBack } from "../Turning.js";

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
