// The verb `camera` (E3): changes a camera while the world runs. A camera of the world changes at once, and what changed is part of the
// world's state. A camera of a robot gets the messages that its client could send, after the robot's command latency.

import { CAMERA_PROPERTY, type CameraPropertyName } from "../../describe/robot/CameraProperty.js";
import { SimError, unknownName } from "../../describe/SimError.js";
import { normalizeQuat, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { CameraChange } from "../../world/FixedCamera.js";
import type { World } from "../../world/World.js";
import type { ArgumentValues } from "./VerbArguments.js";
import type { Verb } from "./Verbs.js";

const MAX_POSITION = 1e7;
const PROPERTIES: Readonly<Record<"fov" | "brightness" | "rate", CameraPropertyName>> = {
  fov: "Fov",
  brightness: "Brightness",
  rate: "Rate",
};

export const CAMERA_VERB: Verb = {
  name: "camera",
  summary: "changes a camera: field of view, brightness, rate; a camera of the world also its place",
  args: [
    { name: "name", type: "text", what: "name of the camera, or ROBOT.CAMERA", completes: "camera" },
    { name: "fov", type: "number", what: "vertical field of view, degrees", isOptional: true },
    { name: "brightness", type: "number", what: "factor on the brightness", isOptional: true },
    { name: "rate", type: "number", what: "pictures per second", isOptional: true },
    { name: "position", type: "vector", what: "place, m", least: -MAX_POSITION, most: MAX_POSITION, isOptional: true },
    { name: "orientation", type: "turning", what: "orientation", isOptional: true },
  ],
  run: ({ simulation: { world } }, { name, ...change }) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const camera = world.cameras.find((one) => one.name === name);
    if (camera) camera.change(changeOf(given));
    else changeOfRobot(world, name as string, given);
    const words = Object.entries(given).map(([key, value]) => `${key} ${[value].flat().join(" ")}`);
    return { message: `camera "${name}": ${words.join(", ") || "unchanged"}`, data: { name, ...given } };
  },
};

function changeOf({ position, orientation, ...numbers }: ArgumentValues): CameraChange {
  return {
    ...(numbers as Pick<CameraChange, "fov" | "brightness" | "rate">),
    ...(position ? { position: position as unknown as Vec3 } : {}),
    ...(orientation ? { orientation: normalizeQuat(orientation as unknown as Quat) } : {}),
  };
}

function changeOfRobot(world: World, path: string, { position, orientation, ...numbers }: ArgumentValues): void {
  const found = world.robots.flatMap((robot) =>
    robot.devices.flatMap((device) =>
      device.pictureKind && `${robot.name}.${device.name}` === path ? [{ robot, device }] : [],
    ),
  );
  if (found.length === 0)
    throw unknownName(
      "COMPONENT_UNKNOWN",
      "camera/name",
      path,
      world.pictureSources.map(({ name }) => name),
    );
  if (position || orientation)
    throw new SimError("ARGUMENT_WRONG", {
      where: "camera",
      found: `a place for "${path}", which is mounted on its robot`,
      allowed: "fov, brightness, rate",
    });
  const [{ robot, device }] = found;
  const commands = Object.entries(numbers).map(([key, value]) => {
    const payload = new DataView(new ArrayBuffer(8));
    payload.setInt32(0, CAMERA_PROPERTY[PROPERTIES[key as keyof typeof PROPERTIES]], true);
    payload.setFloat32(4, value as number, true);
    return device.read(payload);
  });
  for (const command of commands) robot.command(device, command, world.timeNs);
}
