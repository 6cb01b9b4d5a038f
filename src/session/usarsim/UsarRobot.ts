// The robot that INIT asks for: a shipped robot, or a file inside the assets, at a place given in USARSim's frames. Its document is adapted
// in three points: sensors and joints without a Rate get one of 10 Hz, because USARSim sends a line for every sample; commands of a
// VelocityDrive hold until replaced; the robot is not waited for, so its stall policy has no meaning.

import type { DeviceDescription, RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError, showValue, unknownName } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { DeviceRegistry } from "../../devices/DeviceRegistry.js";
import type { DriveSettings } from "../../devices/drive/VelocityDrive.js";
import type { Pose } from "../../math/Pose.js";
import type { Simulation } from "../Simulation.js";
import { checkSpawnName, describeFile } from "../verbs/SpawnedRobot.js";
import { worldOrientation, worldVector } from "./UsarFrames.js";
import { isSameName, type UsarLine } from "./UsarLine.js";

/** USARSim's classes that have other names here. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["ers", "aibo"],
  ["ers7", "aibo"],
]);

/** Rate of status lines, and of devices without a Rate, Hz. */
export const STATUS_HZ = 10;

/** Reads the robot of INIT {ClassName c} {Name n} {Location x,y,z} {Rotation r,p,y}, or {Start name}. Throws a SimError. */
export function readInit(
  line: UsarLine,
  simulation: Simulation,
  readRobot: (name: string) => string,
): RobotDescription {
  const { world, options } = simulation;
  const { file, document: text } = findClass(line.text("ClassName"), readRobot);
  const name = line.find("Name") || undefined;
  const own = name === undefined ? undefined : checkSpawnName(name, options.documentLimits.nameBytes, "INIT/Name");
  const robot = describeFile(simulation, text.replace(/%%\s*$/, ""), { file, own, who: "INIT" });
  const place = placeOf(line, simulation);
  const rateHz = Math.min(STATUS_HZ, NS_PER_SEC / world.stepNs);
  return Object.freeze({
    ...robot,
    stall: undefined,
    devices: robot.devices.map((device) => adaptDevice(device, rateHz, world.devices)),
    ...(place ? { offset: place.position, orientation: place.orientation } : {}),
  });
}

/** Undefined: the next free spawn point. */
function placeOf(line: UsarLine, { world }: Simulation): Pose | undefined {
  const start = line.find("Start");
  if (start !== undefined) {
    const { spawns } = world.file;
    const found = spawns.find(({ name }) => isSameName(name, start));
    if (found) return found.pose;
    if (spawns.length > 0)
      throw unknownName(
        "LINE_MALFORMED",
        "INIT/Start",
        start,
        spawns.map(({ name }) => name),
      );
    throw new SimError("LINE_MALFORMED", {
      where: "INIT/Start",
      found: showValue(start),
      allowed: "{Location x,y,z}: the world has no <Spawn>",
    });
  }
  const location = line.vector("Location");
  const rotation = line.vector("Rotation");
  if (!location && rotation)
    throw new SimError("LINE_MALFORMED", {
      where: "INIT",
      found: "{Rotation} without {Location}",
      allowed: "both, or {Location} alone",
    });
  return location && { position: worldVector(location), orientation: worldOrientation(rotation ?? [0, 0, 0]) };
}

function adaptDevice(device: DeviceDescription, rateHz: number, devices: DeviceRegistry): DeviceDescription {
  const { kind, settings } = device;
  const type = devices.type(kind);
  const isReporting =
    type.role === "sensor" || (type.role === "joint" && type.sends(settings as never, device).length > 0);
  return Object.freeze({
    ...device,
    rateHz: device.rateHz ?? (isReporting ? rateHz : undefined),
    settings:
      kind === "VelocityDrive"
        ? Object.freeze({ ...(settings as DriveSettings), timeoutSec: Number.POSITIVE_INFINITY })
        : settings,
  });
}

/** Names of classes do not depend on case in USARSim; names of files may. */
function findClass(
  className: string,
  readRobot: (name: string) => string,
): { readonly file: string; readonly document: string } {
  const name = className.replace(/^USARBot\./i, "");
  const small = name.toLowerCase();
  const where = "INIT/ClassName";
  // no token protects this port: a name, never a path (docs/security.md)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new SimError("FILE_FORBIDDEN", {
      where,
      found: showValue(name),
      allowed: "the name of a robot: letters, digits, - and _",
    });
  const last = CLASSES.get(small) ?? small;
  for (const file of new Set([name, small, last])) {
    try {
      return { file, document: readRobot(file) };
    } catch (problem) {
      if (!(problem instanceof SimError) || problem.code !== "FILE_MISSING") throw problem;
      const { allowed, advice } = problem;
      if (file === last) throw new SimError("FILE_MISSING", { where, found: showValue(name), allowed, advice });
    }
  }
  throw new SimError("INTERNAL", { where, found: "no name to try" });
}
