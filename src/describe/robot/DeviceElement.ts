// Reads the settings that all devices share (R5, W9): pose, rate, latencies, noise, stamp. The kind of the device reads the
// rest of the element.

import { ORIGIN, type Pose } from "../../math/Pose.js";
import { IDENTITY } from "../../math/Quat.js";
import { ZERO } from "../../math/Vec3.js";
import { checkPose } from "../Check.js";
import type { JointInput } from "../entity/Joint.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { ComponentKind, NumberRange } from "../xml/ElementReader.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { type Latency, NO_LATENCY } from "./Latency.js";
import { readLatency } from "./LatencyElement.js";
import { readNoise } from "./NoiseElement.js";
import type { DeviceDescription } from "./RobotDescription.js";

/** Hz; a rate outside of this range is probably a mistake. */
const SOUND_RATE: NumberRange = { min: 1e-6, max: 1e9 };

/** What a camera counts at least against the limit of pixels: small ones take time, too. */
const MIN_PIXELS = 1 << 16;

/** A device of a body. Its Latency delays its samples, its CommandLatency the commands to it. */
export function readBodyDevice(
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
    latency: readLatency(element, context) ?? (kind.role === "sensor" ? sensorLatency(context) : NO_LATENCY),
    commandLatency: readLatency(element, context, "Command"),
    noise: readNoise(element),
    stamp: element.flag("Stamp") ?? false,
  };
  const settings = element.at(() => kind.read(element));
  context.count("rays", element, kind.rays?.(settings) ?? 0);
  const picture = kind.picture?.(settings);
  if (picture) context.count("pixels", element, Math.max(MIN_PIXELS, picture.width * picture.height));
  element.finish();
  return Object.freeze({ ...common, settings });
}

/** A joint as a device. Its Latency delays the commands to it, its ReportLatency the samples that it sends with a Rate. */
export function readJointDevice(element: XmlReader, joint: JointInput, context: DocumentContext): DeviceDescription {
  const { kinds } = context;
  const common = {
    name: joint.name,
    kind: element.name,
    body: undefined,
    pose: element.at(() => checkPose({ position: joint.anchor ?? ZERO, orientation: IDENTITY }, ""), "AnchorPos"),
    rateHz: readRate(element, context),
    latency: readLatency(element, context, "Report") ?? sensorLatency(context),
    commandLatency: readLatency(element, context),
    noise: readNoise(element),
    stamp: element.flag("Stamp") ?? false,
  };
  const settings = kinds.has(element.name) ? element.at(() => kinds.type(element.name).read(element)) : undefined;
  const { odeNumbers = "0.16" } = context.deviceDefaults;
  return Object.freeze({ ...common, ...(odeNumbers === "0.16" ? {} : { odeNumbers }), settings });
}

/** Delay of samples without a latency of their own (R2). */
const sensorLatency = ({ deviceDefaults }: DocumentContext): Latency => deviceDefaults.sensorLatency ?? NO_LATENCY;

export function readPose(element: XmlReader): Pose {
  const [position, orientation] = [element.vector("Position"), element.orientation("Orientation")];
  const pose = { position: position ?? ZERO, orientation: orientation ?? IDENTITY };
  return element.part(() => element.at(() => checkPose(pose, ""))) ?? ORIGIN;
}

export function readRate(element: XmlReader, context: DocumentContext, child = "Rate"): number | undefined {
  const rate = element.number(child, SOUND_RATE);
  if (rate !== undefined) element.part(() => context.checkRate(rate, element, child));
  return rate;
}

/** The default rate of the kind (R5). Undefined, which is one sample per step: the kind has none, or the step is longer. */
export function defaultRate({ defaultRateHz: rate }: ComponentKind, { world }: DocumentContext): number | undefined {
  return rate !== undefined && world.stepNs !== undefined && rate * world.stepNs > 1e9 ? undefined : rate;
}
