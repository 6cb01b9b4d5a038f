// What sensors and joints have in common as devices (R5, W9): rate, latencies, noise, stamp. The rest of an element
// its own kind reads.

import { IDENTITY } from "../../math/Quat.js";
import { ZERO } from "../../math/Vec3.js";
import { checkPose } from "../Check.js";
import type { JointInput } from "../entity/Joint.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { ComponentKind, NumberRange } from "../xml/ElementReader.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { NO_LATENCY } from "./Latency.js";
import { readLatency } from "./LatencyElement.js";
import { readNoise } from "./NoiseElement.js";
import type { DeviceDescription } from "./RobotDescription.js";

/** A sample in eleven days, a thousand in a microsecond: beyond these it is a slip of the pen. */
const SOUND_RATE: NumberRange = { min: 1e-6, max: 1e9 };

/** A sensor's Latency is that of its samples; CommandLatency that of what it is told. */
export function readSensor(
  element: XmlReader,
  name: string,
  body: string,
  context: DocumentContext,
): DeviceDescription {
  context.count("devices", element);
  const kind = context.kinds.type(element.name);
  const common = {
    name,
    kind: element.name,
    body,
    pose: readPose(element),
    rateHz: readRate(element, context) ?? defaultRate(kind, context),
    latency: readLatency(element, context) ?? NO_LATENCY,
    commandLatency: readLatency(element, context, "Command"),
    noise: readNoise(element),
    stamp: element.flag("Stamp") ?? false,
  };
  const settings = element.at(() => kind.read(element));
  context.count("rays", element, kind.rays?.(settings) ?? 0);
  element.finish();
  return Object.freeze({ ...common, settings });
}

/** A joint's Latency is that of its commands; ReportLatency that of what it sends when it has a Rate. */
export function readJointDevice(element: XmlReader, joint: JointInput, context: DocumentContext): DeviceDescription {
  const { kinds } = context;
  const common = {
    name: joint.name,
    kind: element.name,
    body: undefined,
    pose: checkPose({ position: joint.anchor ?? ZERO, orientation: IDENTITY }, ""),
    rateHz: readRate(element, context),
    latency: readLatency(element, context, "Report") ?? NO_LATENCY,
    commandLatency: readLatency(element, context),
    noise: readNoise(element),
    stamp: element.flag("Stamp") ?? false,
  };
  const settings = kinds.has(element.name) ? element.at(() => kinds.type(element.name).read(element)) : undefined;
  return Object.freeze({ ...common, settings });
}

export function readPose(element: XmlReader) {
  const [position, orientation] = [element.vector("Position"), element.orientation("Orientation")];
  return element.at(() => checkPose({ position: position ?? ZERO, orientation: orientation ?? IDENTITY }, ""));
}

export function readRate(element: XmlReader, context: DocumentContext, child = "Rate"): number | undefined {
  const rate = element.number(child, SOUND_RATE);
  if (rate !== undefined) context.checkRate(rate, element, child);
  return rate;
}

/** Of its kind (R5). Where the world is too slow for it, one sample a step. */
export function defaultRate({ defaultRateHz: rate }: ComponentKind, { world }: DocumentContext): number | undefined {
  return rate !== undefined && world.stepNs !== undefined && rate * world.stepNs > 1e9 ? undefined : rate;
}
