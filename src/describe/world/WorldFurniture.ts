// What stands around the physics of a world (E1): lights, cameras that no robot owns, spawn points.

import { between } from "../../math/Quat.js";
import { length, type Vec3 } from "../../math/Vec3.js";
import { checkPose } from "../Check.js";
import { readColor } from "../entity/SolidElement.js";
import { defaultRate, readPose, readRate } from "../robot/DeviceElement.js";
import { unknownName } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { Light, SpawnPoint, WorldCamera } from "./WorldFile.js";

const LIGHT_TYPES: readonly Light["type"][] = ["sun", "point", "spot", "ambient"];
/** Where a light shines before it is turned. */
const DOWN: Vec3 = [0, 0, -1];

/** `<Light name="" type="sun">`: shines along -z of its frame, or along its Direction. */
export function readLight(light: XmlReader, name: string): Light {
  const word = light.neededAttribute("type");
  const type = LIGHT_TYPES.find((known) => known === word);
  if (type === undefined) throw light.place(unknownName("KIND_UNKNOWN", "", word, LIGHT_TYPES));
  const direction = readDirection(light);
  const pose = readPose(light);
  const made = Object.freeze({
    name,
    type,
    pose: direction ? checkPose({ position: pose.position, orientation: between(DOWN, direction) }, "") : pose,
    color: Object.freeze(readColor(light) ?? ([255, 255, 255] as const)),
    intensity: light.number("Intensity", { min: 0, max: 1e6 }) ?? 1,
    on: light.flag("On") ?? true,
  });
  light.finish();
  return made;
}

function readDirection(light: XmlReader): Vec3 | undefined {
  const direction = light.vector("Direction");
  if (direction === undefined) return undefined;
  const size = length(direction);
  if (!(size > 1e-9 && Number.isFinite(size)))
    throw light.error("AXIS_ZERO", { found: direction.join(" ") }, "Direction");
  if (light.has("Orientation"))
    throw light.error(
      "PROPERTY_MISPLACED",
      { found: "<Orientation> beside <Direction>", allowed: "either of them" },
      "Orientation",
    );
  return direction;
}

/** A world's camera is read as a robot's. */
const CAMERA_KIND = "CameraSensor";

/** `<Camera name="">`: the settings are those of a CameraSensor. */
export function readCamera(camera: XmlReader, name: string, context: DocumentContext): WorldCamera {
  const { kinds } = context;
  const kind = kinds.has(CAMERA_KIND) ? kinds.type(CAMERA_KIND) : undefined;
  const common = {
    name,
    pose: readPose(camera),
    rateHz: readRate(camera, context) ?? (kind && defaultRate(kind, context)),
  };
  const settings = kind && camera.at(() => kind.read(camera));
  camera.finish();
  return Object.freeze({ ...common, settings });
}

/** `<Spawn name="">`: where a robot without an Offset is put. */
export function readSpawn(spawn: XmlReader, name: string): SpawnPoint {
  const pose = readPose(spawn);
  spawn.finish();
  return Object.freeze({ name, pose });
}
