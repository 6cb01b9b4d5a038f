// Where its +y points (S1): one float32, rad, from -π to π: the heading of the sensor's +y from the world's +y,
// counter-clockwise seen from above. With y the sensor's +y in the world's axes, atan2(-y.x, y.y). Pointing straight up or
// down it says 0. An ideal sensor: no iron disturbs it, no tilt. No memory.

import { atan2 } from "../../math/Trigonometry.js";
import type { DeviceType, PayloadField } from "../Device.js";
import { rotateFresh } from "../Turning.js";

const FIELDS: readonly PayloadField[] = [{ name: "heading", type: "float32", unit: "rad" }];

/** Shorter than this over ground, +y points up or down: what is left of it is rounding. */
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
      const [x, y] = rotateFresh(host.pose().orientation, 0, 1, 0);
      return [x * x + y * y < UPRIGHT * UPRIGHT ? 0 : atan2(-x, y)];
    },
  }),
};
