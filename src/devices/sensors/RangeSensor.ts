// Distance to what is ahead (S1): one float32, m, along +y of the sensor, from Min to Max; nothing seen: Max. With a Cone
// (rad, its full opening) the nearest point counts of 61 rays: one along +y and four rings of 6, 12, 18 and 24 rays up to the
// cone's edge, so that things narrower than about an eighth of the cone may slip through. 2006's infrared sensor: an
// ErrorCurve bounds the error by the distance (ErrorCurve.ts). Its own body is not seen; the robot's other bodies are. No memory.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { cos, PI, sin } from "../../math/Trigonometry.js";
import { RayPattern } from "../../physics/Rays.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { measure, RangeFinder, type RangeLimits, readLimits } from "./RangeLimits.js";

export interface RangeSettings extends RangeLimits {
  /** Full opening, rad; 0: a single ray. */
  readonly cone: number;
}

const FIELDS: readonly PayloadField[] = [{ name: "distance", type: "float32", unit: "m" }];
const RINGS = 4;

export const RANGE_SENSOR: DeviceType<RangeSettings> = {
  element: "RangeSensor",
  summary: "distance along +y, or of the nearest in a cone about it, m",
  role: "sensor",
  read: (element) => Object.freeze({ ...readLimits(element), cone: readCone(element) ?? 0 }),
  rays: ({ cone }) => coneOf(cone).length / 3,
  sends: () => FIELDS,
  takes: [],
  create: createRange,
};

/** Full opening of a cone, rad, below π. */
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
  const finder = new RangeFinder(host, new RayPattern(coneOf(settings.cone)), settings);
  return {
    sample: () => {
      const found = finder.look();
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < found.length; i++) nearest = Math.min(nearest, found[i]);
      return [measure(settings, nearest, host.stream)];
    },
  };
}

/** Rays about +y. */
function coneOf(cone: number): Float64Array {
  const rays = [0, 1, 0];
  for (let ring = 1; ring <= RINGS && cone > 0; ring++) {
    const off = ((ring / RINGS) * cone) / 2;
    const count = 6 * ring;
    for (let i = 0; i < count; i++) {
      const around = (2 * PI * i) / count;
      rays.push(sin(off) * cos(around), cos(off), sin(off) * sin(around));
    }
  }
  return Float64Array.from(rays);
}
