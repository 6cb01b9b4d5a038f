// Heading of the sensor's +y (S1): one float32, rad, from -π to π, from the world's +y, counter-clockwise seen from above. With y
// the sensor's +y in world axes it is atan2(-y.x, y.y). It reads 0 while +y points straight up or down. Ideal: no magnetic
// disturbance, no tilt error. No memory.

import { atan2 } from "../../math/Trigonometry.js";
import type { DeviceType, PayloadField } from "../Device.js";
import { rotateFast } from "../FastRotation.js";

const FIELDS: readonly PayloadField[] = [{ name: "heading", type: "float32", unit: "rad" }];

/** A horizontal part of +y below this length is rounding error: +y points up or down. */
const UPRIGHT = 1e-12;

export const COMPASS: DeviceType<undefined> = {
  element: "Compass",
  summary: "heading of its +y from the world's +y, counter-clockwise, rad",
  role: "sensor",
  read: () => undefined,
  sends: () => FIELDS,
  drawings: () => [{ kind: "heading", value: 0 }],
  takes: [],
  create: (_, host) => ({
    sample: () => {
      const [x, y] = rotateFast(host.pose().orientation, 0, 1, 0);
      return [x * x + y * y < UPRIGHT * UPRIGHT ? 0 : atan2(-x, y)];
    },
  }),
};
