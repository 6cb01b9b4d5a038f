// A robot's document (R1 to R8, R11): the XML of the 2004 paper or a text file, into a description. Nothing later in the system knows
// that there was a document; but every error that comes of it has line, column and path.

import { IDENTITY } from "../../math/Quat.js";
import { checkQuat } from "../Check.js";
import { DEFAULT_LIMITS } from "../DocumentLimits.js";
import type { Entity } from "../entity/Entity.js";
import { EntityElement } from "../entity/EntityElement.js";
import { type ErrorCode, type SimError, unknownName } from "../SimError.js";
import { DocumentContext, type DocumentOptions, type DocumentWorld } from "../xml/DocumentContext.js";
import type { PartName } from "../xml/ElementReader.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import { XmlReader } from "../xml/XmlReader.js";
import { readJointDevice, readRate, readSensor } from "./DeviceElement.js";
import { NO_LATENCY } from "./Latency.js";
import { readLatency } from "./LatencyElement.js";
import { type DeviceDescription, type RobotDescription, renameRobot, type StallPolicy } from "./RobotDescription.js";
import { isRobotText, RobotText } from "./text/RobotText.js";
import { expandRobotText, placeAt } from "./text/RobotTextDocument.js";

export interface RobotOptions extends DocumentOptions {
  readonly world?: DocumentWorld | undefined;
  /** In place of its own. */
  readonly name?: string | undefined;
}

export interface RobotReading {
  readonly robot: RobotDescription;
  /** What a lenient reader let pass. */
  readonly warnings: readonly SimError[];
}

/** Throws the first SimError it meets, and nothing else. */
export function readRobotDocument(text: string, options: RobotOptions): RobotReading {
  const context = new DocumentContext(options, DEFAULT_LIMITS, { world: options.world });
  return { robot: readRobot(text, options.file, context, options.name), warnings: context.warnings };
}

/** XML, or a text file (R8), which becomes XML first. `name`: in place of its own. */
export function readRobot(
  text: string,
  file: string | undefined,
  context: DocumentContext,
  name?: string,
): RobotDescription {
  if (!isRobotText(text)) {
    const robot = readXml(text, file, context);
    return name === undefined ? robot : renameRobot(robot, name);
  }
  const lines = new RobotText(text, file, context.limits);
  const xml = expandRobotText(lines, context, name);
  return placeAt(lines, () => Object.freeze({ ...readXml(xml, undefined, context), text }));
}

function readXml(text: string, file: string | undefined, context: DocumentContext): RobotDescription {
  const document = new XmlDocument(text, file, context.limits);
  return readClient(rootOf(document, "Client", context), context);
}

export function rootOf(document: XmlDocument, name: string, context: DocumentContext): XmlReader {
  const root = new XmlReader(document.root, context.complaints);
  if (root.name === name) return root;
  const advice = OTHER_DOCUMENT[root.name];
  if (!advice) throw root.place(unknownName("ELEMENT_UNKNOWN", "", root.name, [name]));
  throw root.error("ELEMENT_UNKNOWN", { found: `<${root.name}>`, allowed: `<${name}>`, advice });
}

/** What to do with a document of the other sort, by its root. */
const OTHER_DOCUMENT: Readonly<Record<string, string>> = {
  Client:
    'This is a robot: run a world and connect the robot with a client, or name its file in the world\'s <Robot file="">.',
  World: "This is a world: give it to ubersim run.",
};

/** `<Client>`, as the root of a document or inside a world's `<Robot>`. */
export function readClient(client: XmlReader, context: DocumentContext): RobotDescription {
  const { selfCollide, ...settings } = readSettings(client.needed("CSettings"), context);
  const element = client.needed("Entity");
  const devices = new DeviceList(context);
  const parts = new EntityElement(context, devices);
  parts.readBodiesAndJoints(element);
  client.finish();
  const entity = parts.describe({ name: settings.name, selfCollide }, element);
  devices.checkNames(entity);
  return Object.freeze({ ...settings, entity, devices: devices.inOrder() });
}

const UNKNOWN_PART: Readonly<Record<PartName["sort"], ErrorCode>> = {
  body: "COMPONENT_UNKNOWN",
  solid: "SOLID_UNKNOWN",
  joint: "COMPONENT_UNKNOWN",
};

/** Sensors and joints in the order in which they stand in the document. */
class DeviceList {
  readonly inBodies: readonly string[];
  readonly #devices: { readonly element: XmlReader; readonly device: DeviceDescription }[] = [];

  constructor(readonly context: DocumentContext) {
    const { kinds } = context;
    this.inBodies = kinds.elements.filter((element) => kinds.type(element).role !== "joint");
  }

  part(element: XmlReader, name: string, body: string): void {
    this.#add(element, readSensor(element, name, body, this.context));
  }

  joint(element: XmlReader, joint: Parameters<typeof readJointDevice>[1]): void {
    this.#add(element, readJointDevice(element, joint, this.context));
  }

  #add(element: XmlReader, device: DeviceDescription): void {
    this.#devices.push({ element, device });
  }

  /** Parts of the robot that devices name must be there. */
  checkNames({ bodies, joints }: Entity): void {
    const { kinds } = this.context;
    for (const { element, device } of this.#devices) {
      if (!kinds.has(device.kind)) continue;
      for (const { child, sort, name } of kinds.type(device.kind).names?.(device.settings) ?? []) {
        const parts = { body: bodies, solid: bodies.flatMap(({ solids }) => solids), joint: joints }[sort];
        const known = parts.map((part) => part.name);
        if (!known.includes(name)) throw element.place(unknownName(UNKNOWN_PART[sort], "", name, known), child);
      }
    }
  }

  inOrder(): readonly DeviceDescription[] {
    return Object.freeze(
      this.#devices.sort((a, b) => a.element.element.offset - b.element.element.offset).map(({ device }) => device),
    );
  }
}

/** `<CSettings>` (R2). */
function readSettings(element: XmlReader, context: DocumentContext) {
  const name = element.needed("Name");
  const settings = {
    name: context.checkName(name.ownText(), name),
    latency: readLatency(element, context) ?? NO_LATENCY,
    orientation: checkQuat(element.orientation("Orientation") ?? IDENTITY, ""),
    offset: element.vector("Offset"),
    controlRateHz: readRate(element, context, "ControlRate"),
    stall: readStall(element),
    settle: element.flag("Settle") ?? true,
    selfCollide: element.flag("SelfCollide") ?? true,
  };
  element.finish();
  return settings;
}

const POLICIES: readonly StallPolicy["policy"][] = ["wait", "drop", "skip"];
const STALL_SECONDS = 10;

/** `<Stall policy="skip" seconds="2"/>` (T4). */
function readStall(settings: XmlReader): StallPolicy | undefined {
  const element = settings.child("Stall");
  if (element === undefined) return undefined;
  const word = element.neededAttribute("policy");
  const policy = POLICIES.find((known) => known === word);
  if (policy === undefined) throw element.place(unknownName("KIND_UNKNOWN", "", word, POLICIES));
  const seconds = element.numberAttribute("seconds", { min: 0, max: 1e6 }) ?? STALL_SECONDS;
  element.finish();
  return Object.freeze({ policy, seconds });
}
