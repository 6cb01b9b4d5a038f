// Reads `<Robot name="" file="" controller="">` of a world, with its `<Client>` inside or in a file. Offset and Orientation of
// the element replace those of the robot's own document.

import { DEFAULT_LIMITS } from "../DocumentLimits.js";
import { decodeText, joinPath, readNamedFile } from "../files/DocumentFile.js";
import { type RobotDescription, renameRobot } from "../robot/RobotDescription.js";
import { readClient, readRobot } from "../robot/RobotDocument.js";
import { SimError, showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { WorldRobot } from "./WorldFile.js";
import type { WorldNames } from "./WorldNames.js";

export function readWorldRobot(element: XmlReader, names: WorldNames, context: DocumentContext): WorldRobot {
  const robot = element.part(() => readDescription(element, context));
  if (robot) names.add(element, "entity", robot.name);
  const module = element.attribute("controller");
  const controller = module && element.part(() => element.at(() => readController(module, element, context)));
  const [offset, orientation] = [element.vector("Offset"), element.orientation("Orientation")];
  element.finish();
  const own = context.report.require(robot);
  const placed = { ...own, offset: offset ?? own.offset, orientation: orientation ?? own.orientation };
  return Object.freeze({ robot: Object.freeze(placed), controller: controller || undefined });
}

function readController(module: string, { element }: XmlReader, { controllers }: DocumentContext): string {
  const path = joinPath(element.document.file, module, true);
  if (!controllers || controllers.includes(path)) return path;
  throw new SimError("FILE_FORBIDDEN", {
    where: "",
    found: showValue(module),
    allowed: controllers.length > 0 ? `one of ${controllers.join(", ")}` : "no controller",
    advice: "A controller is a program: write it into the world's file yourself, and start the server again.",
  });
}

function readDescription(element: XmlReader, context: DocumentContext): RobotDescription {
  const { limits, world, report } = context;
  const own = context.forRobot(world, { ...DEFAULT_LIMITS, triangles: limits.triangles, bytes: limits.bytes });
  const [path, client, given] = [element.attribute("file"), element.child("Client"), element.attribute("name")];
  if (path !== undefined && client)
    throw element.error("PROPERTY_MISPLACED", { found: "file beside <Client>", allowed: "only one of them" }, "Client");
  const name = given === undefined ? undefined : context.checkName(given, element);
  if (path === undefined) {
    const robot = report.require(readClient(element.needed("Client"), own));
    return name === undefined ? robot : renameRobot(robot, name);
  }
  context.count("files", element);
  const file = readNamedFile(path, element, context);
  report.addFile(file.path);
  return report.require(readRobot(decodeText(file, element), file.path, own, name));
}
