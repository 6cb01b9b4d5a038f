// Reads a robot's document (R1 to R8, R11), XML or a text file, into a description. Every error has line, column and path.
// Only this layer knows documents: all others use the description.

import { IDENTITY } from "../../math/Quat.js";
import { checkQuat } from "../Check.js";
import { DEFAULT_LIMITS } from "../DocumentLimits.js";
import { EntityElement } from "../entity/EntityElement.js";
import { ODE_NUMBERS } from "../entity/Joint.js";
import { type SimError, unknownName } from "../SimError.js";
import { DocumentContext, type DocumentOptions, type DocumentWorld } from "../xml/DocumentContext.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import { XmlReader } from "../xml/XmlReader.js";
import { readBodyDevice, readJointDevice, readRate } from "./DeviceElement.js";
import { foreignAdvice } from "./ForeignDocument.js";
import { NO_LATENCY } from "./Latency.js";
import { readLatency } from "./LatencyElement.js";
import { type DeviceDescription, type RobotDescription, renameRobot, type StallPolicy } from "./RobotDescription.js";
import { isRobotText, RobotText } from "./text/RobotText.js";
import { expandRobotText, placeIn } from "./text/RobotTextDocument.js";

export interface RobotOptions extends DocumentOptions {
  readonly world?: DocumentWorld | undefined;
  /** Replaces the name in the document. */
  readonly name?: string | undefined;
}

export interface RobotReading {
  readonly robot: RobotDescription;
  /** Unknown elements and keys, if the reader is lenient. */
  readonly warnings: readonly SimError[];
}

export interface RobotInspection {
  /** Undefined: there are errors. */
  readonly robot: RobotDescription | undefined;
  /** All errors, in document order. */
  readonly errors: readonly SimError[];
  readonly warnings: readonly SimError[];
}

/** Throws the first error of the document; every error is a SimError. */
export function readRobotDocument(text: string, options: RobotOptions): RobotReading {
  const { robot, errors, warnings } = inspectRobotDocument(text, options);
  if (robot === undefined) throw errors[0];
  return { robot, warnings };
}

/** Reads a document to its end and lists all its errors (R10). */
export function inspectRobotDocument(text: string, options: RobotOptions): RobotInspection {
  const context = new DocumentContext(options, DEFAULT_LIMITS, { world: options.world });
  const { report } = context;
  const robot = report.collect(() => readRobot(text, options.file, context, options.name));
  return { robot, errors: report.errors(options.file), warnings: report.warnings };
}

/** Reads XML, or a text file (R8), which becomes XML first. `name` replaces the name in the document. Undefined: there are errors. */
export function readRobot(
  text: string,
  file: string | undefined,
  context: DocumentContext,
  name?: string,
): RobotDescription | undefined {
  if (!isRobotText(text)) {
    const robot = readXml(text, file, context);
    return robot && (name === undefined ? robot : renameRobot(robot, name));
  }
  const { report } = context;
  const lines = new RobotText(text, file, context.limits, report);
  const xml = expandRobotText(lines, context, name);
  if (xml === undefined) return undefined;
  const robot = report.placing(placeIn(lines), () => readXml(xml, undefined, context));
  return robot && Object.freeze({ ...robot, text });
}

function readXml(text: string, file: string | undefined, context: DocumentContext): RobotDescription | undefined {
  const document = new XmlDocument(text, file, context.limits);
  return readClient(rootOf(document, "Client", context), context);
}

export function rootOf(document: XmlDocument, name: string, context: DocumentContext): XmlReader {
  const root = new XmlReader(document.root, context.report);
  if (root.name === name) return root;
  const advice = OTHER_DOCUMENT[root.name] ?? foreignAdvice(root.name);
  if (!advice) throw root.place(unknownName("ELEMENT_UNKNOWN", "", root.name, [name]));
  throw root.error("ELEMENT_UNKNOWN", { found: `<${root.name}>`, allowed: `<${name}>`, advice });
}

/** Advice for a document of the other sort, by its root element. */
const OTHER_DOCUMENT: Readonly<Record<string, string>> = {
  Client:
    'This is a robot: start a world and connect the robot with a client, or name this file in <Robot file=""> of a world.',
  World: "This is a world: start it with ubersim run.",
};

/** `<Client>`, as the root of a document or inside a world's `<Robot>`. Undefined: there are errors. */
export function readClient(client: XmlReader, context: DocumentContext): RobotDescription | undefined {
  const settings = client.part(() => readSettings(client.needed("CSettings"), context));
  const element = client.part(() => client.needed("Entity"));
  const devices = new DeviceList(context);
  const parts = new EntityElement(context, devices);
  if (element) parts.readBodiesAndJoints(element);
  client.finish();
  const { selfCollide, ...rest } = settings ?? {};
  const entity = element && parts.describe({ name: settings?.name ?? "robot", selfCollide }, element);
  devices.checkNames(parts);
  if (!settings || !entity) return undefined;
  return Object.freeze({ ...(rest as Omit<typeof settings, "selfCollide">), entity, devices: devices.inOrder() });
}

/** The devices of a robot in document order. */
class DeviceList {
  readonly inBodies: readonly string[];
  readonly #devices: { readonly element: XmlReader; readonly device: DeviceDescription }[] = [];

  constructor(readonly context: DocumentContext) {
    const { kinds } = context;
    this.inBodies = kinds.elements.filter((element) => kinds.type(element).role !== "joint");
  }

  part(element: XmlReader, name: string, body: string): void {
    this.#add(element, readBodyDevice(element, name, body, this.context));
  }

  joint(element: XmlReader, joint: Parameters<typeof readJointDevice>[1]): void {
    this.#add(element, readJointDevice(element, joint, this.context));
  }

  #add(element: XmlReader, device: DeviceDescription): void {
    this.#devices.push({ element, device });
  }

  /** The bodies, solids and joints that devices name must exist. */
  checkNames(parts: EntityElement): void {
    const { kinds } = this.context;
    for (const { element, device } of this.#devices)
      if (kinds.has(device.kind))
        element.part(() => {
          const names = kinds.type(device.kind).names?.(device.settings) ?? [];
          for (const part of names) parts.checkPartName(element, part);
        });
  }

  inOrder(): readonly DeviceDescription[] {
    return Object.freeze(
      this.#devices.sort((a, b) => a.element.element.offset - b.element.element.offset).map(({ device }) => device),
    );
  }
}

/** Reads `<CSettings>` (R2). Defaults of devices go to the context. */
function readSettings(element: XmlReader, context: DocumentContext) {
  const name = element.part(() => element.needed("Name"));
  const settings = {
    name: name?.part(() => context.checkName(name.ownText(), name)) ?? "",
    latency: readLatency(element, context) ?? NO_LATENCY,
    orientation: checkQuat(element.orientation("Orientation") ?? IDENTITY, ""),
    offset: element.vector("Offset"),
    controlRateHz: readRate(element, context, "ControlRate"),
    stall: readStall(element),
    settle: element.flag("Settle") ?? true,
    selfCollide: element.flag("SelfCollide") ?? true,
  };
  const { deviceDefaults } = context;
  context.deviceDefaults = {
    odeNumbers: element.word("OdeNumbers", ODE_NUMBERS) ?? deviceDefaults.odeNumbers,
    sensorLatency: readLatency(element, context, "Sensor"),
  };
  element.finish();
  return settings;
}

const POLICIES: readonly StallPolicy["policy"][] = ["wait", "drop", "skip"];
const STALL_SECONDS = 10;

/** Reads `<Stall policy="skip" seconds="2"/>` (T4). */
function readStall(settings: XmlReader): StallPolicy | undefined {
  const element = settings.child("Stall");
  return element?.attempt(() => readPolicy(element));
}

function readPolicy(element: XmlReader): StallPolicy {
  const word = element.neededAttribute("policy");
  const policy = POLICIES.find((known) => known === word);
  if (policy === undefined) throw element.place(unknownName("KIND_UNKNOWN", "", word, POLICIES));
  const seconds = element.numberAttribute("seconds", { min: 0, max: 1e6 }) ?? STALL_SECONDS;
  element.finish();
  return Object.freeze({ policy, seconds });
}
