// A world's document (E1), in the same vocabulary as robots: gravity, step, seed, materials, what stands in it, lights,
// cameras, spawn points, robots, events, and the elements of guests. Triggers are refused by name until they exist.

import { DEFAULT_LIMITS, WORLD_LIMITS } from "../DocumentLimits.js";
import type { Entity } from "../entity/Entity.js";
import { EntityElement, type PartVisitor } from "../entity/EntityElement.js";
import { readMaterials } from "../entity/MaterialElement.js";
import { decodeText, joinPath, readNamedFile } from "../files/DocumentFile.js";
import { type RobotDescription, renameRobot } from "../robot/RobotDescription.js";
import { readClient, readRobot as readRobotText, rootOf } from "../robot/RobotDocument.js";
import type { SimError } from "../SimError.js";
import { DocumentContext, type DocumentOptions } from "../xml/DocumentContext.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { checkChains, readEvent } from "./EventElement.js";
import { describeWorld, type WorldDescription, type WorldInput } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";
import type { WorldFile, WorldRobot } from "./WorldFile.js";
import { readCamera, readLight, readSpawn } from "./WorldFurniture.js";

export interface WorldReading {
  readonly world: WorldFile;
  readonly warnings: readonly SimError[];
}

const MANY = ["Materials", "Light", "Static", "Object", "Camera", "Spawn", "Robot", "Event", "Include"] as const;
const ONCE = ["Gravity", "Step", "Seed"] as const;
const NOT_YET = ["Trigger"] as const;

/** Throws the first error of the document; every error is a SimError. The file's own paths may lead out of its directory. */
export function readWorldDocument(text: string, options: DocumentOptions): WorldReading {
  const { world, errors, warnings } = inspectWorldDocument(text, options);
  if (world === undefined) throw errors[0];
  return { world, warnings };
}

export interface WorldInspection {
  /** Undefined: there are errors. */
  readonly world: WorldFile | undefined;
  /** All errors, in document order. */
  readonly errors: readonly SimError[];
  readonly warnings: readonly SimError[];
}

/** Reads a document to its end and lists all its errors (R10). */
export function inspectWorldDocument(text: string, options: DocumentOptions): WorldInspection {
  const context = new DocumentContext(options, WORLD_LIMITS, { trusted: true });
  const { report } = context;
  const world = report.collect(() => readWorld(text, options, context));
  return { world, errors: report.errors(options.file), warnings: report.warnings };
}

function readWorld(text: string, options: DocumentOptions, context: DocumentContext): WorldFile {
  const document = new XmlDocument(text, options.file, context.limits);
  const root = rootOf(document, "World", context);
  const content = new WorldContent(context);
  content.gather(root, [options.file ?? ""]);
  const world = readContent(root, content, context);
  content.finish();
  return world;
}

/** The children of all files, included ones in their place, by element. */
class WorldContent {
  readonly #roots: XmlReader[] = [];
  readonly #elements = new Map<string, XmlReader[]>();

  constructor(readonly context: DocumentContext) {}

  get #guestNames(): readonly string[] {
    return (this.context.kinds.guestElements ?? []).map(({ element }) => element);
  }

  all(name: string): readonly XmlReader[] {
    return this.#elements.get(name) ?? [];
  }

  once(name: string): XmlReader | undefined {
    const [only, second] = this.all(name);
    if (second) throw second.error("ELEMENT_REPEATED", { found: `<${name}> again`, allowed: `<${name}> once` });
    return only;
  }

  gather(root: XmlReader, chain: readonly string[]): void {
    root.attribute("name");
    this.#roots.push(root);
    for (const element of root.all([...ONCE, ...this.#guestNames, ...MANY, ...NOT_YET])) {
      if ((NOT_YET as readonly string[]).includes(element.name))
        throw element.error("ELEMENT_UNSUPPORTED", { found: `<${element.name}>` });
      if (element.name === "Include") this.#include(element, chain);
      else this.#add(element);
    }
  }

  #add(element: XmlReader): void {
    const others = this.#elements.get(element.name);
    if (others) others.push(element);
    else this.#elements.set(element.name, [element]);
  }

  #include(element: XmlReader, chain: readonly string[]): void {
    this.context.count("files", element);
    const file = readNamedFile(element.neededAttribute("file"), element, this.context);
    if (chain.includes(file.path))
      throw element.error("INCLUDE_CYCLIC", { found: [...chain, file.path].filter((path) => path !== "").join(" > ") });
    element.finish();
    const document = new XmlDocument(decodeText(file, element), file.path, this.context.limits);
    this.gather(rootOf(document, "World", this.context), [...chain, file.path]);
  }

  finish(): void {
    for (const root of this.#roots) root.finish();
  }
}

function readContent(root: XmlReader, content: WorldContent, context: DocumentContext): WorldFile {
  const base = readBase(root, content, context);
  const names = new Names(context);
  const entities = [...content.all("Static"), ...content.all("Object")].map((element) =>
    readEntity(element, names.take(element, "entity"), context),
  );
  const guests = readGuests(content, names, context);
  const robots = content.all("Robot").map((element) => readRobot(element, names, context));
  const parts = {
    lights: content.all("Light").map((light, i) => readLight(light, names.take(light, "light", `Light-${i + 1}`))),
    cameras: content.all("Camera").map((camera) => readCamera(camera, names.take(camera, "camera"), context)),
    spawns: content.all("Spawn").map((spawn, i) => readSpawn(spawn, names.take(spawn, "spawn", `Spawn-${i + 1}`))),
    robots,
    events: readEvents(content.all("Event"), names, context),
  };
  for (const list of Object.values(parts)) Object.freeze(list);
  const all = [...entities, ...guests.map(({ entity }) => entity)];
  return Object.freeze({
    physics: describeWorld({ ...base, entities: all }),
    ...parts,
    guests: Object.freeze(guests.map(({ guest, settings }) => Object.freeze({ guest, settings }))),
  });
}

/** The elements of guests, in the order in which the guests are registered. */
function readGuests(content: WorldContent, names: Names, context: DocumentContext) {
  return (context.kinds.guestElements ?? []).flatMap(({ guest, element: name, defaultName, read }) => {
    const element = content.once(name);
    return element ? [{ guest, ...read(element, names.take(element, "entity", defaultName), context) }] : [];
  });
}

function readEvents(elements: readonly XmlReader[], names: Names, context: DocumentContext): readonly WorldEvent[] {
  const events = elements.map((element) => readEvent(element, names.take(element, "event"), context));
  checkChains(events, elements);
  return events;
}

/** What the physics is told before anything stands in it; what is read later is held against it. */
function readBase(root: XmlReader, content: WorldContent, context: DocumentContext): WorldDescription {
  const matrix = readMaterials(content.all("Materials"), context);
  const [gravity, step, seed] = ONCE.map((name) => content.once(name));
  const name = root.attribute("name");
  const input: WorldInput = {
    ...(name ? { name: context.checkName(name, root) } : {}),
    gravity: gravity?.ownVector(),
    stepSec: step?.ownNumber({ min: 1e-6, max: 0.1 }),
    seed: seed?.ownNumber({ whole: true }),
    materials: matrix.materials,
    pairs: matrix.pairs,
    entities: [],
  };
  const base = root.at(() => describeWorld(input));
  context.world = { stepNs: base.stepNs, materials: matrix.names };
  return base;
}

/** Names are unique among things of a sort; robots and what stands in the world are of one. */
class Names {
  readonly #taken = new Set<string>();

  constructor(readonly context: DocumentContext) {}

  take(element: XmlReader, sort: string, standIn?: string): string {
    const given = element.attribute("name") ?? standIn;
    const name = this.context.checkName(given ?? element.neededAttribute("name"), element);
    this.add(element, sort, name);
    return name;
  }

  add(element: XmlReader, sort: string, name: string): void {
    const key = `${sort}/${name}`;
    if (this.#taken.has(key)) throw element.error("NAME_TAKEN", { found: `"${name}" twice` });
    this.#taken.add(key);
  }
}

/** `<Static>`: solids and bodies that nothing moves. `<Object>`: bodies and joints. Both in world space. */
function readEntity(element: XmlReader, name: string, context: DocumentContext): Entity {
  const parts = new EntityElement(context, noDevices(context));
  const isStatic = element.name === "Static";
  if (!isStatic) parts.readBodiesAndJoints(element);
  else {
    for (const body of element.children("Body")) parts.readBody(body);
    const body = freeName(name, element);
    const solids = parts.readSolids(element, body);
    if (solids.length > 0) parts.addBody({ name: body, solids }, element);
  }
  element.finish();
  return context.report.require(parts.describe({ name, isStatic }, element));
}

/** For the body of the solids that stand in none: the entity's name, unless one of its parts has it. */
function freeName(name: string, { element }: XmlReader): string {
  const parts = element.children.flatMap((child) => [child, ...child.children]);
  const taken = new Set(parts.map((part) => part.attributes.get("name")?.trim()));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`;
  return free;
}

/** Sensors belong to robots. */
const noDevices = ({ kinds }: DocumentContext): PartVisitor => ({
  inBodies: kinds.elements.filter((element) => kinds.type(element).role !== "joint"),
  part: (element) => {
    throw element.error("ELEMENT_UNSUPPORTED", { found: `<${element.name}>`, allowed: "sensors in robots" });
  },
  joint: () => {},
});

/** `<Robot name="" file="" controller=""/>`, or with its `<Client>` inside; Offset and Orientation replace its own. */
function readRobot(element: XmlReader, names: Names, context: DocumentContext): WorldRobot {
  const { limits, world } = context;
  const own = context.forRobot(world, { ...DEFAULT_LIMITS, triangles: limits.triangles, bytes: limits.bytes });
  const [file, client] = [element.attribute("file"), element.child("Client")];
  if (file !== undefined && client)
    throw element.error("PROPERTY_MISPLACED", { found: `file beside <Client>`, allowed: "either of them" }, "Client");
  const given = element.attribute("name");
  const name = given === undefined ? undefined : context.checkName(given, element);
  const robot =
    file === undefined ? readInside(element, own, name) : readRobotFile({ file, name }, element, context, own);
  names.add(element, "entity", robot.name);
  const module = element.attribute("controller");
  const controller = module && element.at(() => joinPath(element.element.document.file, module, true));
  const placed = placeRobot(robot, element);
  element.finish();
  return Object.freeze({ robot: placed, controller: controller || undefined });
}

function readInside(element: XmlReader, own: DocumentContext, name: string | undefined): RobotDescription {
  const robot = own.report.require(readClient(element.needed("Client"), own));
  return name === undefined ? robot : renameRobot(robot, name);
}

interface NamedFile {
  readonly file: string;
  /** In place of the robot's own. */
  readonly name: string | undefined;
}

function readRobotFile(
  named: NamedFile,
  element: XmlReader,
  context: DocumentContext,
  own: DocumentContext,
): RobotDescription {
  context.count("files", element);
  const file = readNamedFile(named.file, element, context);
  return own.report.require(readRobotText(decodeText(file, element), file.path, own, named.name));
}

function placeRobot(robot: RobotDescription, element: XmlReader): RobotDescription {
  const [offset, orientation] = [element.vector("Offset"), element.orientation("Orientation")];
  return Object.freeze({ ...robot, offset: offset ?? robot.offset, orientation: orientation ?? robot.orientation });
}
