// `picture CAMERA` (S3, S7, E4): what a camera saw last, as a file. Looking changes nothing: the picture was taken already, by
// the camera's own rate, and is only developed for who asks.

import { SimError, unknownName } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import type { World } from "../../world/World.js";
import { describeDevice } from "../clients/Hello.js";
import type { Verb } from "./Verbs.js";

export type FileFormat = "png" | "jpeg";
const FILE_FORMATS: readonly FileFormat[] = ["png", "jpeg"];

/** A camera's newest picture as a file that people can look at, not yet developed. */
export const pictureOf = (world: World, camera: string, format: FileFormat): Picture =>
  world.cameraRenderer.take(displaySpec(newestSpec(world, camera), format));

/** What a camera has seen last; ROBOT.CAMERA, or NAME of the world's own. */
export function newestSpec(world: World, camera: string): PictureSpec {
  const sources = world.pictureSources;
  const source = sources.find(({ name }) => name === camera);
  if (!source)
    throw unknownCamera(
      camera,
      sources.map(({ name }) => name),
    );
  const newest = source.newest();
  if (newest) return newest.spec;
  throw new SimError("STATE_WRONG", {
    where: camera,
    found: "no picture yet",
    advice: "It takes one as soon as the world goes on.",
  });
}

function unknownCamera(camera: string, known: readonly string[]): SimError {
  if (known.length > 0) return unknownName("COMPONENT_UNKNOWN", "camera", camera, known);
  const advice = "There is no camera: wait for a robot that has a CameraSensor, or give the world a <Camera>.";
  return new SimError("COMPONENT_UNKNOWN", {
    where: "camera",
    found: `"${camera}"`,
    allowed: "no name at all",
    advice,
  });
}

/** What `list cameras` tells. */
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

/** Numbers in segmentation pictures, by name of the entity. */
export const listSegments = (world: World): readonly unknown[] =>
  [...world.numbers].map(([name, number]) => ({ name, number }));

export const PICTURE_VERB: Verb = {
  name: "picture",
  summary: "what a camera saw last, as a PNG or JPEG in base64",
  args: [
    { name: "camera", type: "text", what: "ROBOT.CAMERA, or a camera of the world", completes: "camera" },
    { name: "format", type: "text", what: "of the file", choices: FILE_FORMATS, default: "png" },
  ],
  notInEvents: "nobody would see it",
  run: ({ simulation: { world } }, { camera, format }) => {
    const picture = pictureOf(world, camera as string, format as FileFormat);
    const { width, height, timeNs } = picture.spec;
    const time = timeNs / NS_PER_SEC;
    const message = `${camera}: ${width} x ${height}, taken at ${time} s`;
    return { message, data: { camera, width, height, time, format, base64: toBase64(picture.bytes()) } };
  },
};

/** Characters of one call. */
const PIECE = 0x2000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
