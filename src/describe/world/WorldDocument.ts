// A world's document (E1), in the same vocabulary as robots: gravity, step, seed, materials, what stands in it, lights,
// cameras, spawn points, robots, events, a soccer field. Triggers are refused by name until there are some.

import { decodeText, joinPath, readNamedFile } from "../files/DocumentFile.js";
import { DEFAULT_LIMITS, WORLD_LIMITS } from "../DocumentLimits.js";
import type { Entity } from "../entity/Entity.js";
import { EntityElement, type PartVisitor } from "../entity/EntityElement.js";
import { checkChains, readEvent } from "./EventElement.js";
import { readMaterials } from "../entity/MaterialElement.js";
import { type DocumentOptions, Reading } from "../xml/DocumentContext.js";
import { type RobotDescription, renameRobot } from "../robot/RobotDescription.js";
import { readClient, readRobot as readRobotText, rootOf } from "../robot/RobotDocument.js";
import type { SimError } from "../SimError.js";
import { readSoccerField } from "../../leagues/ssl/field/SoccerFieldElement.js";
import { describeWorld, type WorldDescription, type WorldInput } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";
import type { WorldFile, WorldRobot } from "./WorldFile.js";
import { readCamera, readLight, readSpawn } from "./WorldFurniture.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import type { XmlReader } from "../xml/XmlReader.js";

export interface WorldReading {
  readonly world: WorldFile;
  readonly warnings: readonly SimError[];
}

const MANY = ["Materials", "Light", "Static", "Object", "Camera", "Spawn", "Robot", "Event", "Include"] as const;
const ONCE = ["Gravity", "Step", "Seed"] as const;
const ONE_FIELD = "SoccerField";
const NOT_YET = ["Trigger"] as const;

/** Throws the first SimError it meets, and nothing else. The file's own paths may lead out of its directory. */
export function readWorldDocument(text: string, options: DocumentOptions): WorldReading {
  const reading = new Reading(options, WORLD_LIMITS, { trusted: true });
  const document = new XmlDocument(text, options.file, reading.limits);
  const root = rootOf(document, "World", reading);
  const content = new WorldContent(reading);
  content.gather(root, [options.file ?? ""]);
  const world = readContent(root, content, reading);
  content.finish();
  return { world, warnings: reading.warnings };
}

/** The children of all files, included ones in their place, by element. */
class WorldContent {
  readonly #roots: XmlReader[] = [];
  readonly #elements = new Map<string, XmlReader[]>();

  constructor(readonly reading: Reading) {}

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
    for (const element of root.all([...ONCE, ONE_FIELD, ...MANY, ...NOT_YET])) {
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
    this.reading.count("files", element);
    const file = readNamedFile(element.neededAttribute("file"), element, this.reading);
    if (chain.includes(file.path))
      throw element.error("INCLUDE_CYCLIC", { found: [...chain, file.path].filter((path) => path !== "").join(" > ") });
    element.finish();
    const document = new XmlDocument(decodeText(file, element), file.path, this.reading.limits);
    this.gather(rootOf(document, "World", this.reading), [...chain, file.path]);
  }

  finish(): void {
    for (const root of this.#roots) root.finish();
  }
}

function readContent(root: XmlReader, content: WorldContent, reading: Reading): WorldFile {
  const base = readBase(root, content, reading);
  const names = new Names(reading);
  const entities = [...content.all("Static"), ...content.all("Object")].map((element) =>
    readEntity(element, names.take(element, "entity"), reading),
  );
  const element = content.once(ONE_FIELD);
  const soccer = element && readSoccerField(element, names.take(element, "entity", "Field"), reading);
  const robots = content.all("Robot").map((element) => readRobot(element, names, reading));
  const parts = {
    lights: content.all("Light").map((light, i) => readLight(light, names.take(light, "light", `Light-${i + 1}`))),
    cameras: content.all("Camera").map((camera) => readCamera(camera, names.take(camera, "camera"), reading)),
    spawns: content.all("Spawn").map((spawn, i) => readSpawn(spawn, names.take(spawn, "spawn", `Spawn-${i + 1}`))),
    robots,
    events: readEvents(content.all("Event"), names, reading),
  };
  for (const list of Object.values(parts)) Object.freeze(list);
  const all = soccer ? [...entities, soccer.entity] : entities;
  return Object.freeze({ physics: describeWorld({ ...base, entities: all }), ...parts, field: soccer?.field });
}

function readEvents(elements: readonly XmlReader[], names: Names, reading: Reading): readonly WorldEvent[] {
  const events = elements.map((element) => readEvent(element, names.take(element, "event"), reading));
  checkChains(events, elements);
  return events;
}

/** What the physics is told before anything stands in it; what is read later is held against it. */
function readBase(root: XmlReader, content: WorldContent, reading: Reading): WorldDescription {
  const matrix = readMaterials(content.all("Materials"), reading);
  const [gravity, step, seed] = ONCE.map((name) => content.once(name));
  const name = root.attribute("name");
  const input: WorldInput = {
    ...(name ? { name: reading.checkName(name, root) } : {}),
    gravity: gravity?.ownVector(),
    stepSec: step?.ownNumber({ min: 1e-6, max: 0.1 }),
    seed: seed?.ownNumber({ whole: true }),
    materials: matrix.materials,
    pairs: matrix.pairs,
    entities: [],
  };
  const base = root.at(() => describeWorld(input));
  reading.world = { stepNs: base.stepNs, materials: matrix.names };
  return base;
}

/** Names are unique among things of a sort; robots and what stands in the world are of one. */
class Names {
  readonly #taken = new Set<string>();

  constructor(readonly reading: Reading) {}

  take(element: XmlReader, sort: string, standIn?: string): string {
    const given = element.attribute("name") ?? standIn;
    const name = this.reading.checkName(given ?? element.neededAttribute("name"), element);
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
function readEntity(element: XmlReader, name: string, reading: Reading): Entity {
  const parts = new EntityElement(reading, noDevices(reading));
  const isStatic = element.name === "Static";
  if (!isStatic) parts.readBodiesAndJoints(element);
  else {
    for (const body of element.children("Body")) parts.readBody(body);
    const body = freeName(name, element);
    const solids = parts.readSolids(element, body);
    if (solids.length > 0) parts.addBody({ name: body, solids }, element);
  }
  element.finish();
  return parts.describe({ name, isStatic }, element);
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
const noDevices = ({ kinds }: Reading): PartVisitor => ({
  inBodies: kinds.elements.filter((element) => kinds.type(element).role !== "joint"),
  part: (element) => {
    throw element.error("ELEMENT_UNSUPPORTED", { found: `<${element.name}>`, allowed: "sensors in robots" });
  },
  joint: () => {},
});

/** `<Robot name="" file="" controller=""/>`, or with its `<Client>` inside; Offset and Orientation replace its own. */
function readRobot(element: XmlReader, names: Names, reading: Reading): WorldRobot {
  const { limits, world } = reading;
  const own = reading.forRobot(world, { ...DEFAULT_LIMITS, triangles: limits.triangles, bytes: limits.bytes });
  const [file, client] = [element.attribute("file"), element.child("Client")];
  if (file !== undefined && client)
    throw element.error("PROPERTY_MISPLACED", { found: `file beside <Client>`, allowed: "either of them" }, "Client");
  const given = element.attribute("name");
  const name = given === undefined ? undefined : reading.checkName(given, element);
  const robot =
    file === undefined ? readInside(element, own, name) : readRobotFile({ file, name }, element, reading, own);
  names.add(element, "entity", robot.name);
  const module = element.attribute("controller");
  const controller = module && element.at(() => joinPath(element.element.document.file, module, true));
  const placed = placeRobot(robot, element);
  element.finish();
  return Object.freeze({ robot: placed, controller: controller || undefined });
}

function readInside(element: XmlReader, own: Reading, name: string | undefined): RobotDescription {
  const robot = readClient(element.needed("Client"), own);
  return name === undefined ? robot : renameRobot(robot, name);
}

interface NamedFile {
  readonly file: string;
  /** In place of the robot's own. */
  readonly name: string | undefined;
}

function readRobotFile(named: NamedFile, element: XmlReader, reading: Reading, own: Reading): RobotDescription {
  reading.count("files", element);
  const file = readNamedFile(named.file, element, reading);
  return readRobotText(decodeText(file, element), file.path, own, named.name);
}

function placeRobot(robot: RobotDescription, element: XmlReader): RobotDescription {
  const [offset, orientation] = [element.vector("Offset"), element.orientation("Orientation")];
  return Object.freeze({ ...robot, offset: offset ?? robot.offset, orientation: orientation ?? robot.orientation });
}
