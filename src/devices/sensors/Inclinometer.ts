// Pitch of its body (S1, W5): one float32, rad, from -π to π. With up u = (0, 0, 1) of the world in the sensor frame,
// pitch = atan2(-u.y, u.z): leaning towards +y is positive. Up is the world's z, independent of gravity: an ideal sensor, no
// pendulum. It reads 0 while the body lies on its side (u along x). No memory.

import { atan2 } from "../../math/Trigonometry.js";
import type { DeviceType, PayloadField } from "../Device.js";
import { rotateBack } from "../FastRotation.js";

const FIELDS: readonly PayloadField[] = [{ name: "pitch", type: "float32", unit: "rad" }];

export const INCLINOMETER: DeviceType<undefined> = {
  element: "Inclinometer",
  summary: "how far its body leans towards +y of the sensor, rad",
  role: "sensor",
  read: () => undefined,
  sends: () => FIELDS,
  drawings: () => [{ kind: "tilt", value: 0 }],
  takes: [],
  create: (_, host) => ({
    sample: () => {
      const [, y, z] = rotateBack(host.pose().orientation, 0, 0, 1);
      return [atan2(-y, z)];
    },
  }),
};
