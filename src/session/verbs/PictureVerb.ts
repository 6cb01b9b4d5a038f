// The verb `picture CAMERA` (S3, S7, E4): the newest picture of a camera as a file. It does not affect the simulation: the
// camera has already taken the picture at its own rate; the verb only renders it.

import { SimError, unknownName } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import type { PictureSource } from "../../world/PictureSource.js";
import type { World } from "../../world/World.js";
import { describeDevice } from "../clients/Hello.js";
import type { Verb } from "./Verbs.js";

export type FileFormat = "png" | "jpeg";
const FILE_FORMATS: readonly FileFormat[] = ["png", "jpeg"];

/** The newest picture of a camera in a file format for people, not yet rendered. */
export const pictureOf = (world: World, camera: string, format: FileFormat): Picture =>
  world.cameraRenderer.take(displaySpec(newestSpec(world, camera), format));

/** The newest picture spec of ROBOT.CAMERA, or of NAME, a camera of the world. */
export function newestSpec(world: World, camera: string): PictureSpec {
  const newest = sourceOf(world, camera).newest();
  if (newest) return newest.spec;
  throw new SimError("STATE_WRONG", {
    where: camera,
    found: "no picture yet",
    advice: "The camera takes its first picture when the simulation runs.",
  });
}

/** A camera by its name. Throws COMPONENT_UNKNOWN. */
export function sourceOf(world: World, camera: string): PictureSource {
  const sources = world.pictureSources;
  const source = sources.find(({ name }) => name === camera);
  if (source) return source;
  throw unknownCamera(
    camera,
    sources.map(({ name }) => name),
  );
}

function unknownCamera(camera: string, known: readonly string[]): SimError {
  if (known.length > 0) return unknownName("COMPONENT_UNKNOWN", "camera", camera, known);
  const advice = "There is no camera: wait for a robot with a CameraSensor, or add a <Camera> to the world.";
  return new SimError("COMPONENT_UNKNOWN", {
    where: "camera",
    found: `"${camera}"`,
    allowed: "no name",
    advice,
  });
}

/** The data of `list cameras`. */
export function listCameras(world: World): readonly unknown[] {
  const ofRobots = world.robots.flatMap((robot) =>
    robot.devices
      .filter(({ pictureKind }) => pictureKind)
      .map((device) => ({
        name: `${robot.name}.${device.name}`,
        rate: describeDevice(world, robot, device).rate,
      })),
  );
  const rates = new Map(
    [...world.file.cameras.map(({ name, rateHz }) => ({ name, rate: rateHz })), ...ofRobots].map(({ name, rate }) => [
      name,
      rate,
    ]),
  );
  return world.pictureSources.map(({ name, kind: { width, height, format } }) => ({
    name,
    width,
    height,
    format,
    rate: rates.get(name),
  }));
}

/** The data of `list segments`: entities and their numbers in segmentation pictures. */
export const listSegments = (world: World): readonly unknown[] =>
  [...world.numbers].map(([name, number]) => ({ name, number }));

export const PICTURE_VERB: Verb = {
  name: "picture",
  summary: "gives the newest picture of a camera, as PNG or JPEG in base64",
  isInput: false,
  args: [
    { name: "camera", type: "text", what: "ROBOT.CAMERA, or name of a camera of the world", completes: "camera" },
    { name: "format", type: "text", what: "file format", choices: FILE_FORMATS, default: "png" },
  ],
  notInEvents: "the picture would go nowhere",
  run: ({ simulation: { world } }, { camera, format }) => {
    const picture = pictureOf(world, camera as string, format as FileFormat);
    const { width, height, timeNs } = picture.spec;
    if (width * height > MAX_PIXELS)
      throw new SimError("VALUE_OUT_OF_RANGE", {
        where: camera as string,
        found: `a picture of ${width} x ${height} pixels`,
        allowed: `at most ${MAX_PIXELS} pixels in a reply`,
        advice: "Read it as a file: GET /camera/NAME.png.",
      });
    const time = timeNs / NS_PER_SEC;
    const message = `${camera}: ${width} x ${height}, taken at ${time} s`;
    const outcome = () => ({
      message,
      data: { camera, width, height, time, format, base64: toBase64(picture.bytes()) },
    });
    const isDone = () => {
      picture.begin();
      return picture.isReady || !picture.isAway;
    };
    if (isDone()) return outcome();
    const late = () => {
      if (isDone()) return outcome();
      throw new SimError("STATE_WRONG", { where: camera as string, found: "a picture that is not drawn yet" });
    };
    return { message, data: {}, later: { isDone, outcome: late, timeoutMs: MAX_DRAWING_MS } };
  },
};

/** Then the reply is an error, ms. */
const MAX_DRAWING_MS = 60_000;
/** Larger ones take long to write as text. */
const MAX_PIXELS = 1 << 20;

const DIGITS = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

/** Ten times as fast as btoa, which needs a string. */
function toBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill("=".charCodeAt(0));
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const rest = bytes.length - i;
    const word = (bytes[i] << 16) | ((rest > 1 ? bytes[i + 1] : 0) << 8) | (rest > 2 ? bytes[i + 2] : 0);
    out[at] = DIGITS[word >> 18];
    out[at + 1] = DIGITS[(word >> 12) & 63];
    if (rest > 1) out[at + 2] = DIGITS[(word >> 6) & 63];
    if (rest > 2) out[at + 3] = DIGITS[word & 63];
    at += 4;
  }
  return new TextDecoder("latin1").decode(out);
}
