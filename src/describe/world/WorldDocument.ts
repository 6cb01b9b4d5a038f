// Reads a world's document (E1). It uses the same elements as robots, and adds gravity, step, seed, materials, statics, objects,
// lights, cameras, spawn points, robots, events, triggers, verbs that robots may use, and the elements of guests.

import { WORLD_LIMITS } from "../DocumentLimits.js";
import type { Entity } from "../entity/Entity.js";
import { EntityElement, type PartVisitor } from "../entity/EntityElement.js";
import { readMaterials } from "../entity/MaterialElement.js";
import { readPath } from "../entity/PathElement.js";
import { rootOf } from "../robot/RobotDocument.js";
import type { SimError } from "../SimError.js";
import { DocumentContext, type DocumentOptions } from "../xml/DocumentContext.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { readAllow } from "./AllowElement.js";
import { checkChains, readEvent } from "./EventElement.js";
import { readLight } from "./LightElement.js";
import { checkLineNames } from "./LineNames.js";
import { readSpawn } from "./SpawnElement.js";
import { withCarriers } from "./TriggerCarriers.js";
import { readTrigger } from "./TriggerElement.js";
import { readCamera } from "./WorldCameraElement.js";
import { WorldContent } from "./WorldContent.js";
import { describeWorld, type WorldDescription, type WorldInput } from "./WorldDescription.js";
import type { WorldFile } from "./WorldFile.js";
import { WorldNames } from "./WorldNames.js";
import { readWorldRobot } from "./WorldRobotElement.js";

interface WorldReading {
  readonly world: WorldFile;
  readonly warnings: readonly SimError[];
}

/** Throws the first error of the document; every error is a SimError. The file's own paths may lead out of its directory. */
export function readWorldDocument(text: string, options: DocumentOptions): WorldReading {
  const { world, errors, warnings } = inspectWorldDocument(text, options);
  if (world === undefined) throw errors[0];
  return { world, warnings };
}

interface WorldInspection {
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
  const base = readBase(root, content, context);
  const before = context.report.met;
  const parts = readParts(content, context);
  // after an error a name may be missing because its element could not be read
  if (context.report.met === before && content.isComplete)
    checkLineNames(context.namedLines, { ...parts, actions: context.kinds.actionNames ?? [] });
  content.finish();
  const { entities, guests, ...rest } = parts;
  for (const list of Object.values(rest)) Object.freeze(list);
  return Object.freeze({
    physics: describeWorld({ ...base, entities: [...entities, ...guests.map(({ entity }) => entity)] }),
    ...rest,
    guests: Object.freeze(
      guests.map(({ guest, entity, settings }) => Object.freeze({ guest, entity: entity.name, settings })),
    ),
  });
}

/** Reads each element by itself; those with errors are left out. */
function readAll<T>(elements: readonly XmlReader[], read: (element: XmlReader, i: number) => T): T[] {
  return elements.map((element, i) => element.attempt(() => read(element, i))).filter((value) => value !== undefined);
}

function readParts(content: WorldContent, context: DocumentContext) {
  const names = new WorldNames(context);
  const entities = readAll([...content.all("Static"), ...content.all("Object")], (element) =>
    readEntity(element, names.take(element, "entity"), context),
  );
  const guests = readGuests(content, names, context);
  const robots = readAll(content.all("Robot"), (robot) => readWorldRobot(robot, names, context));
  const carriers = [...entities, ...guests.map(({ entity }) => entity), ...robots.map(({ robot }) => robot.entity)];
  return {
    entities,
    guests,
    robots,
    lights: readAll(content.all("Light"), (light, i) => readLight(light, names.take(light, "light", `Light-${i + 1}`))),
    cameras: readAll(content.all("Camera"), (camera) => readCamera(camera, names.take(camera, "camera"), context)),
    spawns: readAll(content.all("Spawn"), (spawn, i) => readSpawn(spawn, names.take(spawn, "spawn", `Spawn-${i + 1}`))),
    ...readEvents(content, names, { context, carriers }),
    rights: readAll(content.all("Allow"), (allow) => readAllow(allow, context)),
  };
}

/** The elements of guests, in the order in which the guests are registered. */
function readGuests(content: WorldContent, names: WorldNames, context: DocumentContext) {
  return (context.kinds.guestElements ?? []).flatMap(({ guest, element: name, defaultName, read }) => {
    const element = content.once(name);
    return readAll(element ? [element] : [], (one) => ({
      guest,
      ...read(one, names.take(one, "entity", defaultName), context),
    }));
  });
}

/** Events and triggers. A trigger is an event that does not start by itself. */
function readEvents(
  content: WorldContent,
  names: WorldNames,
  { context, carriers }: { readonly context: DocumentContext; readonly carriers: readonly Entity[] },
) {
  const events = readAll(content.all("Event"), (element) => ({
    element,
    event: readEvent(element, names.take(element, "event"), context),
  }));
  const triggers = readAll(content.all("Trigger"), (element) => ({
    element,
    ...readTrigger(element, names.take(element, "event"), context),
  }));
  const all = [...events, ...triggers];
  checkChains(all, (name) => !content.isComplete || names.mayHave("event", name));
  return { events: all.map(({ event }) => event), triggers: [...withCarriers(triggers, carriers)] };
}

/** Name, gravity, step, seed and materials; the parts that are read later are checked against step and materials. */
function readBase(root: XmlReader, content: WorldContent, context: DocumentContext): WorldDescription {
  const before = context.report.met;
  const matrix = readMaterials(content.all("Materials"), context);
  const [gravity, step, seed] = ["Gravity", "Step", "Seed"].map((name) => content.once(name));
  const name = root.attribute("name");
  const stepSec = step?.attempt(() => step.ownNumber({ min: 1e-6, max: 0.1 }));
  const input: WorldInput = {
    ...(name ? { name: root.part(() => context.checkName(name, root)) } : {}),
    gravity: gravity?.attempt(() => gravity.ownVector()),
    stepSec,
    seed: seed?.attempt(() => seed.ownNumber({ whole: true })),
    materials: matrix.materials,
    pairs: matrix.pairs,
    entities: [],
  };
  // after an error only the step is needed
  const isSound = context.report.met === before;
  const base = isSound ? root.at(() => describeWorld(input)) : describeWorld({ stepSec, entities: [] });
  // without a valid step or with a file missing, rates or materials cannot be judged
  context.world = {
    stepNs: step && stepSec === undefined ? undefined : base.stepNs,
    materials: content.isComplete ? matrix.names : undefined,
  };
  return base;
}

/** `<Static>` has solids and bodies that never move, `<Object>` bodies and joints. Both are in world space, and either may have a `<Path>`. */
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
  const way = element.child("Path");
  const path = way?.attempt(() => readPath(way));
  element.finish();
  return context.report.require(parts.describe({ name, isStatic, path }, element));
}

/** The name of the body for solids outside of any body: the name of the entity, with a number if a part has that name. */
function freeName(name: string, { element }: XmlReader): string {
  const parts = element.children.flatMap((child) => [child, ...child.children]);
  const taken = new Set(parts.map((part) => part.attributes.get("name")?.trim()));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`;
  return free;
}

/** Only robots have devices. */
const noDevices = ({ kinds }: DocumentContext): PartVisitor => ({
  inBodies: kinds.elements.filter((element) => kinds.type(element).role !== "joint"),
  part: (element) => {
    throw element.error("ELEMENT_UNSUPPORTED", { found: `<${element.name}>`, allowed: "devices only in robots" });
  },
  joint: () => {},
});
