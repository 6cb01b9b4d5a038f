// A fan of distances (S1): Rays x Layers float32, m, each from Min to Max; nothing seen: Max. Angles are counted from +y of the
// sensor, counter-clockwise about its +z. Rays spread evenly from -FovH/2 to FovH/2, both ends included; all around (360) the
// first is straight behind and there is no last one in its place. Layers, lowest first, spread from -FovV/2 to FovV/2. All
// are taken at one instant. An ErrorCurve spoils each ray by itself. Its own body is not seen; the robot's others are. No memory.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { RayPattern } from "../../physics/Rays.js";
import type { Device, DeviceHost, DeviceType } from "../Device.js";
import { measure, RangeFinder, type RangeLimits, readLimits } from "./RangeLimits.js";
import { ALL_AROUND_DEG, fanDirections, type RayFan } from "./RayFan.js";

export type LidarSettings = RangeLimits & RayFan;

/** Of either; how many they may be together says the limit of documents. */
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
