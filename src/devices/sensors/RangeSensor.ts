// Distance ahead (S1): one float32, m, along +y of the sensor, from Min to Max; Max if nothing is hit. With a Cone (full opening,
// rad) it is the nearest hit of 61 rays: one along +y and four rings up to the edge (RayFan.ts). An object narrower than about
// an eighth of the cone may be missed. An ErrorCurve bounds the error by the distance, as of the infrared sensor of 2006. Rays
// pass through the sensor's own body and hit the other bodies of the robot. No memory.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { PI } from "../../math/Trigonometry.js";
import { RayPattern } from "../../physics/Rays.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { measure, RangeFinder, type RangeLimits, readLimits } from "./RangeLimits.js";
import { coneDirections } from "./RayFan.js";

export interface RangeSettings extends RangeLimits {
  /** Full opening, rad; 0: a single ray. */
  readonly cone: number;
}

const FIELDS: readonly PayloadField[] = [{ name: "distance", type: "float32", unit: "m" }];

export const RANGE_SENSOR: DeviceType<RangeSettings> = {
  element: "RangeSensor",
  summary: "distance along +y, or of the nearest in a cone about it, m",
  role: "sensor",
  read: (element) => Object.freeze({ ...readLimits(element), cone: readCone(element) ?? 0 }),
  rays: ({ cone }) => coneDirections(cone).length / 3,
  sends: () => FIELDS,
  drawings: ({ min, max, cone }) => [{ kind: "beam", value: 0, min, max, cone }],
  takes: [],
  create: createRange,
};

/** Reads `<Cone>`: full opening, rad, below π. */
export function readCone(element: ElementReader): number | undefined {
  const cone = element.number("Cone", { above: 0 });
  if (cone !== undefined && cone >= PI)
    throw element.error(
      "VALUE_OUT_OF_RANGE",
      { found: cone, allowed: "above 0 and below π, in rad", advice: "Cone is in rad: 15° is 0.262." },
      "Cone",
    );
  return cone;
}

function createRange(settings: RangeSettings, host: DeviceHost): Device {
  const finder = new RangeFinder(host, new RayPattern(coneDirections(settings.cone)), settings);
  return {
    sample: () => {
      const found = finder.look();
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < found.length; i++) nearest = Math.min(nearest, found[i]);
      return [measure(settings, nearest, host.stream)];
    },
  };
}
