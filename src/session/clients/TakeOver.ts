// A client that brings no robot but asks for one that is there without a client (R2): its document is <TakeOver>NAME</TakeOver>. The robot
// stays in the world when the client leaves.

import type { DocumentLimits } from "../../describe/DocumentLimits.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError, unknownName } from "../../describe/SimError.js";
import { XmlDocument } from "../../describe/xml/XmlDocument.js";
import type { Simulation } from "../Simulation.js";

/** Its root, behind declaration and comments. */
const ROOT = /^\uFEFF?\s*(<\?[\s\S]*?\?>\s*)?(<!--[\s\S]*?-->\s*)*<TakeOver[\s>]/;
/** A longer document brings a robot: it is not searched for this root. */
const MAX_LENGTH = 2000;

/** The name of the robot that a document asks for. Undefined: it brings one. */
export function takenName(text: string, limits: DocumentLimits): string | undefined {
  if (text.length > MAX_LENGTH || !ROOT.test(text)) return undefined;
  return new XmlDocument(text, undefined, limits).root.text.trim();
}

/**
 * Keeps the robot for the client, which joins at the next frame boundary. Throws ENTITY_UNKNOWN, or STATE_WRONG if somebody drives it
 * already.
 */
export function offerRobot(simulation: Simulation, name: string): RobotDescription {
  const { world, guests, absent } = simulation;
  const isFree = (robot: string): boolean =>
    simulation.driverOf(robot) === undefined && !guests.some(({ drives }) => drives?.(robot));
  const robot = world.robots.find((one) => one.name === name);
  const free = world.robots.map((one) => one.name).filter(isFree);
  if (!robot) throw unknownName("ENTITY_UNKNOWN", "TakeOver", name, free);
  if (!isFree(name))
    throw new SimError("STATE_WRONG", {
      where: "TakeOver",
      found: `"${name}", which has a driver`,
      allowed:
        free.length > 0 ? `a robot without a driver: ${free.join(", ")}` : "a robot without a driver; there is none",
    });
  absent.set(name, robot.description);
  return robot.description;
}
