// Limits of a robot that depend on the world's step: sample rates (T9), and the memory for samples on their way to the client
// (R11). Checked when the robot joins, the memory also when a device changes its rate.

import type { Texture } from "../describe/entity/Texture.js";
import type { DelayModel } from "../describe/robot/Latency.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import { KICKER } from "../devices/actuators/Kicker.js";
import { payloadBytes } from "../devices/Payload.js";
import { RADIO } from "../devices/radio/Radio.js";
import { MAX_PIXEL_BYTES } from "../devices/Sample.js";
import { FORCE_SENSOR } from "../devices/sensors/ForceSensor.js";
import type { RobotDevice } from "./RobotDevice.js";

/** Maximum size of the samples on their way to one client, bytes. */
export const MAX_GATHERED = 64 << 20;
/** Overhead of one sample beyond its payload, bytes. */
export const SAMPLE_BYTES = 100;
/** A picture that is not drawn yet keeps the poses of all bodies of the world: it counts at least this much, bytes. */
export const MIN_PICTURE_BYTES = 32 << 10;

/** Pixels of the textures of all robots together. */
const MAX_TEXELS = 16 << 20;

/** Each texture once. */
export const texturesOf = ({ entity }: RobotDescription): readonly Texture[] => [
  ...new Set(entity.bodies.flatMap(({ solids }) => solids.flatMap(({ texture }) => texture ?? []))),
];

/** Textures take memory that nothing else bounds. `others`: the robots that are there. */
export function checkTexels(
  robot: RobotDescription,
  others: readonly { readonly description: RobotDescription }[],
): void {
  const own = texturesOf(robot);
  if (own.length === 0) return;
  const all = new Set([...own, ...others.flatMap(({ description }) => texturesOf(description))]);
  let sum = 0;
  for (const { width, height } of all) sum += width * height;
  if (sum > MAX_TEXELS)
    throw new SimError("TOO_MANY_TEXELS", {
      where: robot.name,
      found: `${sum} pixels of textures of all robots together`,
      allowed: `at most ${MAX_TEXELS}`,
    });
}

/** Maximum numbers of devices whose work grows with the rest of the world: messages, balls and bodies of all robots (M8). */
const MAX_OF_KIND: Readonly<Record<string, number>> = {
  [RADIO.element]: 16,
  [KICKER.element]: 16,
  [FORCE_SENSOR.element]: 64,
};

export function checkDeviceNumbers({ name, devices }: RobotDescription): void {
  for (const [element, max] of Object.entries(MAX_OF_KIND)) {
    const count = devices.filter(({ kind }) => kind === element).length;
    if (count > max)
      throw new SimError("TOO_MANY_DEVICES", {
        where: name,
        found: `${count} devices ${element}`,
        allowed: `at most ${max} of this kind`,
      });
  }
}

export const countRadios = (robots: readonly { readonly description: RobotDescription }[]): number =>
  robots.reduce((sum, { description: { devices } }) => sum + devices.filter(isRadio).length, 0);

const isRadio = ({ kind }: { readonly kind: string }): boolean => kind === RADIO.element;

/** No device samples more often than the world steps. */
export function checkRates({ name, devices, controlRateHz }: RobotDescription, stepNs: number): void {
  const maxHz = NS_PER_SEC / stepNs;
  const check = (rateHz: number | undefined, where: string): void => {
    if (rateHz !== undefined && rateHz * stepNs > NS_PER_SEC * (1 + 1e-9))
      throw new SimError("RATE_TOO_HIGH", {
        where,
        found: `${rateHz} Hz`,
        allowed: `at most ${maxHz} Hz in this world`,
      });
  };
  check(controlRateHz, `${name}/ControlRate`);
  for (const device of devices) check(device.rateHz, `${name}/${device.name}/Rate`);
}

/** Samples wait for their latency, then for the client's next frame. Their total size must stay below the limit. */
export function checkGathering(
  { name, controlRateHz }: RobotDescription,
  devices: readonly RobotDevice[],
  stepNs: number,
): void {
  const maxHz = NS_PER_SEC / stepNs;
  const frameSec = 1 / (controlRateHz ?? maxHz);
  let bytes = 0;
  for (const { sends, description, pictureKind, rateHz, bytesPerSec } of devices) {
    const waitSec = frameSec + longestNs(description.latency.model) / NS_PER_SEC;
    if (bytesPerSec !== undefined) {
      // small messages have the largest overhead
      bytes += bytesPerSec * (1 + SAMPLE_BYTES / 41) * waitSec;
      continue;
    }
    if (sends.length === 0 && !pictureKind) continue;
    const pictureBytes = pictureKind
      ? Math.max(MIN_PICTURE_BYTES, MAX_PIXEL_BYTES * pictureKind.width * pictureKind.height)
      : 0;
    const sampleBytes = payloadBytes(sends, description.stamp) + pictureBytes + SAMPLE_BYTES;
    bytes += sampleBytes * (rateHz ?? maxHz) * waitSec;
  }
  if (bytes > MAX_GATHERED)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: `${name}/ControlRate`,
      found: `${Math.round(bytes / (1 << 20))} MB of samples on their way to one frame`,
      allowed: `at most ${MAX_GATHERED / (1 << 20)} MB`,
      advice: "Give a higher ControlRate, lower Rates or shorter latencies.",
    });
}

/** The largest delay; of an unbounded model one that is longer than nearly all, mean plus four standard deviations. */
function longestNs(model: DelayModel): number {
  switch (model.kind) {
    case "constant":
      return model.valueNs;
    case "uniform":
      return model.maxNs;
    case "normal":
      return Math.min(model.maxNs, model.meanNs + 4 * model.sdNs);
    case "gamma":
      return Math.min(model.maxNs, (model.shape + 4 * Math.sqrt(model.shape)) * model.scaleNs);
    case "trace":
      return model.delaysNs.reduce((longest, ns) => Math.max(longest, ns), 0);
  }
}
