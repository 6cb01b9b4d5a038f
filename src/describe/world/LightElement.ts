// Reads `<Light name="" type="sun">` of a world (E1). A light shines along -z of its frame, or along its Direction.

import { between } from "../../math/Quat.js";
import { length, type Vec3 } from "../../math/Vec3.js";
import { checkPose } from "../Check.js";
import { readColor } from "../entity/SolidElement.js";
import { readPose } from "../robot/DeviceElement.js";
import { unknownName } from "../SimError.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { Light } from "./WorldFile.js";

const LIGHT_TYPES: readonly Light["type"][] = ["sun", "point", "spot", "ambient"];
/** Direction of a light without Orientation. */
const DOWN: Vec3 = [0, 0, -1];

export function readLight(light: XmlReader, name: string): Light {
  const type = light.part(() => readType(light)) ?? "sun";
  const direction = light.part(() => readDirection(light));
  const pose = readPose(light);
  const read = Object.freeze({
    name,
    type,
    pose: direction ? checkPose({ position: pose.position, orientation: between(DOWN, direction) }, "") : pose,
    color: Object.freeze(light.part(() => readColor(light)) ?? ([255, 255, 255] as const)),
    intensity: light.number("Intensity", { min: 0, max: 1e6 }) ?? 1,
    on: light.flag("On") ?? true,
  });
  light.finish();
  return read;
}

function readType(light: XmlReader): Light["type"] {
  const word = light.neededAttribute("type");
  const type = LIGHT_TYPES.find((known) => known === word);
  if (type === undefined) throw light.place(unknownName("KIND_UNKNOWN", "", word, LIGHT_TYPES));
  return type;
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
      { found: "<Orientation> beside <Direction>", allowed: "only one of them" },
      "Orientation",
    );
  return direction;
}
