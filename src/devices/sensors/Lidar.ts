// Distances along a fan of rays (S1): Rays x Layers float32, m, from Min to Max; Max if nothing is hit. RayFan.ts has order
// and angles. All rays are cast at the same instant. An ErrorCurve disturbs each ray separately. Rays pass through the
// sensor's own body and hit the other bodies of the robot. No memory.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { RayPattern } from "../../physics/Rays.js";
import type { Device, DeviceHost, DeviceType } from "../Device.js";
import { measure, RangeFinder, type RangeLimits, readLimits } from "./RangeLimits.js";
import { ALL_AROUND_DEG, fanDirections, type RayFan } from "./RayFan.js";

export type LidarSettings = RangeLimits & RayFan;

/** Of Rays and of Layers; documents limit their product (R11). */
const MAX_RAYS = 65_536;

export const LIDAR: DeviceType<LidarSettings> = {
  element: "Lidar",
  summary: "distances over a field of view, counter-clockwise, in one layer or more, m",
  role: "sensor",
  read: readSettings,
  rays: ({ rays, layers }) => rays * layers,
  sends: ({ rays, layers }) => [{ name: "distance", type: "float32", unit: "m", count: rays * layers }],
  drawings: ({ min, max, rays, layers, fovHDeg, fovVDeg }) => [
    { kind: "fan", first: 0, min, max, rays, layers, fovHDeg, fovVDeg },
  ],
  takes: [],
  create: createLidar,
};

function readSettings(element: ElementReader): LidarSettings {
  const whole = { min: 1, max: MAX_RAYS, whole: true };
  const [rays, layers] = [element.number("Rays", whole) ?? 360, element.number("Layers", whole) ?? 1];
  const fovV = element.number("FovV", { above: 0, max: 179 });
  if (fovV !== undefined && layers === 1)
    throw element.error("PROPERTY_MISPLACED", { found: "FovV with one layer", allowed: "FovV with Layers" }, "FovV");
  return Object.freeze({
    ...readLimits(element),
    rays,
    layers,
    fovHDeg: element.number("FovH", { above: 0, max: ALL_AROUND_DEG }) ?? ALL_AROUND_DEG,
    fovVDeg: layers === 1 ? 0 : (fovV ?? 30),
  });
}

function createLidar(settings: LidarSettings, host: DeviceHost): Device {
  const finder = new RangeFinder(host, new RayPattern(fanDirections(settings)), settings);
  return {
    sample: () => {
      const found = finder.look();
      return Array.from(found, (distance) => measure(settings, distance, host.stream));
    },
  };
}
