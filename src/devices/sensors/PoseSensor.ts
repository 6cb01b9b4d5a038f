// Ground truth in the world frame (S1): 13 float64: position x y z of the sensor's origin, m; orientation x y z w of its frame;
// velocity of its origin, m/s; angular velocity, rad/s. Exact from the first sample. No memory.

import type { DeviceType, PayloadField } from "../Device.js";

const real = (unit: string) => (name: string) => ({ name, type: "float64", unit }) as const;

const FIELDS: readonly PayloadField[] = [
  ...["x", "y", "z"].map(real("m")),
  ...["qx", "qy", "qz", "qw"].map(real("")),
  ...["vx", "vy", "vz"].map(real("m/s")),
  ...["wx", "wy", "wz"].map(real("rad/s")),
];

export const POSE_SENSOR: DeviceType<undefined> = {
  element: "PoseSensor",
  summary: "ground truth: position, orientation x y z w, velocity and angular velocity in the world",
  role: "sensor",
  read: () => undefined,
  sends: () => FIELDS,
  takes: [],
  create: (_, host) => ({
    sample: () => {
      const { position, orientation } = host.pose();
      const { linear, angular } = host.velocity();
      return [...position, ...orientation, ...linear, ...angular];
    },
  }),
};
