// Devices for tests: describes them, mounts them on a robot of a small world, sends commands and reads samples.

import { NO_LATENCY } from "../../src/describe/robot/Latency.js";
import { NO_NOISE } from "../../src/describe/robot/Noise.js";
import type { DeviceDescription } from "../../src/describe/robot/RobotDescription.js";
import { SimError } from "../../src/describe/SimError.js";
import type { ElementReader } from "../../src/describe/xml/ElementReader.js";
import type { AnyDeviceType, Device } from "../../src/devices/Device.js";
import { Mount } from "../../src/devices/Mount.js";
import { ORIGIN } from "../../src/math/Pose.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import type { Physics } from "../../src/physics/Physics.js";

export const describeDevice = (kind: string, more: Partial<DeviceDescription> = {}): DeviceDescription => ({
  name: "Device",
  kind,
  body: kind.startsWith("Joint") ? undefined : "Body",
  pose: ORIGIN,
  rateHz: undefined,
  latency: NO_LATENCY,
  commandLatency: undefined,
  noise: NO_NOISE,
  stamp: false,
  settings: undefined,
  ...more,
});

/** Mounts a device on the body "Body" of a robot, by default at the origin of model space. */
export function mountDevice(
  physics: Physics,
  robot: string,
  type: AnyDeviceType,
  more: Partial<DeviceDescription> = {},
): Device {
  const settings = more.settings ?? type.read(elementOf(type.element));
  const description = describeDevice(type.element, { ...more, settings });
  return type.create(settings, new Mount({ physics, robot, description, stream: new RandomStream(description.name) }));
}

/** The 8 bytes of a property command (W4). */
export function propertyMessage(property: number, value: number): DataView {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, property, true);
  view.setFloat32(4, value, true);
  return view;
}

/** An element whose children are the given texts. */
export function elementOf(name: string, children: Readonly<Record<string, string>> = {}): ElementReader {
  const error: ElementReader["error"] = (code, detail, child) =>
    new SimError(code, { ...detail, where: child === undefined ? name : `${name}/${child}` });
  const parse = <T>(child: string, read: (text: string) => T): T | undefined =>
    child in children ? read(children[child]) : undefined;
  return {
    name,
    where: name,
    attribute: () => undefined,
    numberAttribute: () => undefined,
    text: (child) => children[child],
    number: (child, { min = -Infinity, max = Infinity, above = -Infinity, whole = false } = {}) =>
      parse(child, (text) => {
        const x = Number(text);
        const isGood = x >= min && x <= max && x > above && (!whole || Number.isInteger(x));
        if (!isGood) throw error("VALUE_OUT_OF_RANGE", { found: x }, child);
        return x;
      }),
    numbers: (child) => parse(child, (text) => text.split(" ").map(Number)),
    flag: (child) => parse(child, (text) => text === "true"),
    word: (child, words) =>
      parse(child, (text) => {
        const word = words.find((one) => one === text);
        if (word === undefined) throw error("KIND_UNKNOWN", { found: text }, child);
        return word;
      }),
    vector: () => undefined,
    orientation: () => undefined,
    child: (child) => parse(child, () => elementOf(child)),
    children: () => [],
    error,
  };
}
