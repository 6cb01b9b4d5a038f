// Reads bodies and joints of a document into one entity (R1). describeEntity checks the entity as a whole and names a path
// in its errors (CMU/MainBody/Table/Mass); this file finds the element of that path, so that the error has line and column.

import type { Mat3 } from "../../math/Mat3.js";
import { RESERVED_NAMES } from "../robot/ReservedNames.js";
import { type ErrorCode, SimError, unknownName } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { PartName } from "../xml/ElementReader.js";
import type { XmlElement } from "../xml/XmlDocument.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { type BodyInput, checkEnds, describeBody, describeEntity, type Entity, type EntityInput } from "./Entity.js";
import { checkGearAxes, describeGear, type GearInput } from "./Gear.js";
import { GEAR_ELEMENT, readGear } from "./GearElement.js";
import { describeJoint, type JointInput } from "./Joint.js";
import { JOINT_ELEMENTS, readJoint } from "./JointElement.js";
import { checkRopeBodies, describeRope, type RopeInput } from "./Rope.js";
import { ROPE_ELEMENT, readRope } from "./RopeElement.js";
import { describeSolid, type SolidInput } from "./Solid.js";
import { readSolid, SOLID_ELEMENTS } from "./SolidElement.js";

/** Reads the devices of the entity. */
export interface PartVisitor {
  /** Elements other than solids that a body may contain. */
  readonly inBodies: readonly string[];
  part(element: XmlReader, name: string, body: string): void;
  joint(element: XmlReader, joint: JointInput): void;
}

type Sort = PartName["sort"];
type EntitySettings = Omit<EntityInput, "bodies" | "joints" | "gears" | "ropes">;

const FROM_PLUGIN = "If a plug-in defines this element, load it with --plugin FILE.";

export class EntityElement {
  readonly #bodies: BodyInput[] = [];
  readonly #joints: JointInput[] = [];
  readonly #gears: GearInput[] = [];
  readonly #ropes: RopeInput[] = [];
  /** Solids without errors, also those of a body that has an error elsewhere. */
  readonly #solids: { readonly body: string; readonly input: SolidInput }[] = [];
  /** Elements by their path from the entity: MainBody/Table. */
  readonly #places = new Map<string, XmlReader>();
  readonly #taken = new Set<string>();
  /** Names of all parts, with or without errors. */
  readonly #names: Readonly<Record<Sort, string[]>> = { body: [], solid: [], joint: [] };
  /** Sorts that have a part without a valid name. */
  readonly #nameless = new Set<Sort>();
  readonly #roots: XmlReader[] = [];
  readonly #errorsBefore: number;

  constructor(
    readonly context: DocumentContext,
    readonly visitor: PartVisitor,
  ) {
    this.#errorsBefore = context.report.met;
  }

  /** `<RigidBodies>` and `<Joints>` of an `<Entity>` or `<Object>`. */
  readBodiesAndJoints(owner: XmlReader): void {
    this.#roots.push(owner);
    const bodies = owner.part(() => owner.needed("RigidBodies"));
    for (const body of bodies?.children("Body") ?? []) this.readBody(body);
    bodies?.finish();
    const joints = owner.child("Joints");
    for (const joint of joints?.all(Object.keys(JOINT_ELEMENTS)) ?? []) this.#readJoint(joint);
    for (const gear of joints?.children(GEAR_ELEMENT) ?? []) this.#readCoupling(gear, readGear, this.#gears);
    const readAndCount = (rope: XmlReader, name: string): RopeInput => {
      const read = readRope(rope, name);
      // each piece of a rope costs as much as a joint
      this.context.count("joints", rope, Math.max(0, read.points.length - 2));
      return read;
    };
    for (const rope of joints?.children(ROPE_ELEMENT) ?? []) this.#readCoupling(rope, readAndCount, this.#ropes);
    joints?.finish();
  }

  readBody(body: XmlReader): void {
    const input = body.attempt(() => {
      this.context.count("bodies", body);
      const name = this.#takeName(body, "body");
      this.#places.set(name, body);
      const read = {
        name,
        mass: body.number("Mass"),
        centerOfMass: body.vector("CenterOfMass"),
        inertia: body.part(() => readInertia(body)),
        solids: this.readSolids(body, name),
      };
      for (const part of body.all(this.visitor.inBodies))
        part.attempt(() => {
          this.visitor.part(part, this.#takeName(part), name);
          part.finish();
        });
      body.finish(this.visitor.inBodies.length > 0 ? FROM_PLUGIN : "");
      return read;
    });
    if (input) this.#bodies.push(input);
  }

  /** The solids that are direct children of this element. */
  readSolids(owner: XmlReader, body: string): SolidInput[] {
    return owner.all(SOLID_ELEMENTS).flatMap((solid) => {
      const input = solid.attempt(() => {
        const name = this.#takeName(solid, "solid");
        this.#places.set(`${body}/${name}`, solid);
        return readSolid(solid, name, this.context);
      });
      if (input) this.#solids.push({ body, input });
      return input ? [input] : [];
    });
  }

  addBody(input: BodyInput, element: XmlReader): void {
    this.#places.set(input.name, element);
    this.#bodies.push(input);
  }

  #readJoint(element: XmlReader): void {
    const joint = element.attempt(() => {
      this.context.count("joints", element);
      const name = this.#takeName(element, "joint");
      this.#places.set(name, element);
      const read = readJoint(element, name);
      this.visitor.joint(element, read);
      element.finish();
      return read;
    });
    if (joint) this.#joints.push(joint);
  }

  /** A gear or rope. */
  #readCoupling<T>(element: XmlReader, read: (element: XmlReader, name: string) => T, list: T[]): void {
    const input = element.attempt(() => {
      this.context.count("joints", element);
      const name = this.#takeName(element);
      this.#places.set(name, element);
      const result = read(element, name);
      element.finish();
      return result;
    });
    if (input) list.push(input);
  }

  /**
   * The name of a part; `sort` is undefined for devices of bodies, gears and ropes. Names are unique (R7), and a part that receives messages
   * has no reserved name (W8). A wrong name is recorded, and the part is read on.
   */
  #takeName(element: XmlReader, sort?: Sort): string {
    const name = element.part(() => this.context.checkName(element.neededAttribute("name"), element));
    if (name === undefined) {
      if (sort) this.#nameless.add(sort);
      return "";
    }
    if ((sort === undefined || sort === "joint") && RESERVED_NAMES.includes(name))
      this.context.report.add(
        element.error("NAME_RESERVED", { found: `"${name}"`, allowed: `any name except ${RESERVED_NAMES.join(", ")}` }),
      );
    if (this.#taken.has(name)) this.context.report.add(element.error("NAME_TAKEN", { found: `"${name}" twice` }));
    this.#taken.add(name);
    if (sort) this.#names[sort].push(name);
    return name;
  }

  /** The described entity. Undefined: one of its parts has an error. */
  describe(settings: EntitySettings, element: XmlReader): Entity | undefined {
    const { report } = this.context;
    if (report.met === this.#errorsBefore)
      try {
        if (!settings.isStatic && !settings.path) for (const body of this.#bodies) this.#checkExtent(body);
        return describeEntity({
          ...settings,
          bodies: this.#bodies,
          joints: this.#joints,
          gears: this.#gears,
          ropes: this.#ropes,
        });
      } catch (problem) {
        if (!(problem instanceof SimError)) throw problem;
        const before = report.met;
        this.#checkParts(settings, element);
        // an error of the entity as a whole
        if (report.met === before) report.add(this.#placed(problem, element));
        return undefined;
      }
    this.#checkParts(settings, element);
    return undefined;
  }

  /** Finds the errors that describeEntity would find, in each part by itself: one for each solid, body and joint. */
  #checkParts({ name: entity, isStatic: isFixed = false, path }: EntitySettings, element: XmlReader): void {
    const isStatic = isFixed || path !== undefined;
    const check = (work: () => void): boolean => {
      const before = this.context.report.met;
      element.part(() => {
        try {
          work();
        } catch (problem) {
          throw problem instanceof SimError ? this.#placed(problem, element) : problem;
        }
      });
      return this.context.report.met === before;
    };
    const wrong = new Set<string>();
    for (const { body, input } of this.#solids)
      if (!check(() => describeSolid(input, `${entity}/${body}`, isStatic))) wrong.add(body);
    for (const body of this.#bodies)
      if (!wrong.has(body.name))
        check(() => {
          if (!isStatic) this.#checkExtent(body);
          describeBody(body, entity, isStatic, entity);
        });
    for (const joint of this.#joints)
      if (check(() => describeJoint(joint, entity))) check(() => this.#checkEnds(joint, entity));
    for (const gear of this.#gears)
      check(() => {
        const described = describeGear(gear, entity);
        const isUnread = [gear.joint1, gear.joint2].some((name) => this.#isFaulty(name));
        if (!isUnread) checkGearAxes(described, this.#joints, entity);
      });
    for (const rope of this.#ropes)
      check(() => {
        const bodies = rope.points.flatMap(({ body }) => body ?? []).filter((name) => this.#isUnread(name, "body"));
        checkRopeBodies(describeRope(rope, entity), [...this.#names.body, ...bodies], entity);
      });
  }

  /** True: the document has a joint of this name, which has an error. */
  #isFaulty(joint: string): boolean {
    const isRead = this.#joints.some(({ name }) => name === joint);
    return !isRead && (this.#names.joint.includes(joint) || this.#isUnread(joint, "joint"));
  }

  /** Bodies with errors count as existing. */
  #checkEnds(joint: JointInput, entity: string): void {
    const ends = joint.body2 === undefined ? [joint.body1] : [joint.body1, joint.body2];
    const unread = ends.filter((name) => this.#isUnread(name, "body"));
    checkEnds(joint, [...this.#names.body, ...unread], entity);
  }

  /** Checks that a part which a device names exists; the parts that have errors count as existing. */
  checkPartName(element: XmlReader, { child, sort, name }: PartName): void {
    const known = sort === "solid" ? this.#solidNames() : [...this.#names[sort]].sort();
    if (known.includes(name) || this.#isUnread(name, sort)) return;
    this.context.report.add(element.place(unknownName(UNKNOWN_PART[sort], "", name, known), child));
  }

  /** Body by body, in the order of names. */
  #solidNames(): string[] {
    return [...this.#places.keys()]
      .filter((path) => path.includes("/"))
      .sort()
      .map((path) => path.slice(path.indexOf("/") + 1));
  }

  /** True: the document may define the part in an element that could not be read. */
  #isUnread(name: string, sort: Sort): boolean {
    if (this.context.report.met === this.#errorsBefore || this.#taken.has(name)) return false;
    return this.#nameless.has(sort) || this.#roots.some(({ element }) => hasNamed(element, name));
  }

  /** Mass properties report the same error, but without the line. */
  #checkExtent({ name, mass, solids, inertia }: BodyInput): void {
    if (mass !== undefined && solids?.length === 0 && inertia === undefined)
      throw (this.#places.get(name) as XmlReader).error("MASS_MISSING", {
        found: "a mass but neither solids nor inertia",
        allowed: "solids, or an Inertia beside the Mass",
      });
  }

  /** The same error with the line and column of the element that its path names. */
  #placed(problem: SimError, element: XmlReader): SimError {
    if (problem.line !== undefined) return problem;
    const steps = problem.where.split("/").slice(1);
    for (let count = Math.min(2, steps.length); count > 0; count--) {
      const found = this.#places.get(steps.slice(0, count).join("/"));
      if (found) return placeBelow(problem, found, steps.slice(count));
    }
    return element.place(problem);
  }
}

const UNKNOWN_PART: Readonly<Record<Sort, ErrorCode>> = {
  body: "COMPONENT_UNKNOWN",
  solid: "SOLID_UNKNOWN",
  joint: "COMPONENT_UNKNOWN",
};

const hasNamed = ({ attributes, children }: XmlElement, name: string): boolean =>
  attributes.get("name")?.trim() === name || children.some((child) => hasNamed(child, name));

/** The element that the rest of a path means: Mass, or LoStop of axis 2. */
function placeBelow(problem: SimError, owner: XmlReader, rest: readonly string[]): SimError {
  if (rest[0] === "Suspension") {
    const spring = owner.child("Suspension");
    if (spring) return spring.place(problem, rest[1] !== undefined && spring.has(rest[1]) ? rest[1] : undefined);
  }
  const steering = owner.child("Steering");
  if (steering && rest[0] !== undefined && steering.has(rest[0])) return steering.place(problem, rest[0]);
  // one of several elements of the same name: Point/2
  const nth = owner.children(rest[0] ?? "")[Number(rest[1])];
  if (nth) return nth.place(problem);
  const axis = /^axis ([123])$/.exec(rest[0] ?? "")?.[1];
  if (axis === undefined) return owner.place(problem, writtenAs(rest[0], owner));
  for (const group of ["Limits", "Motor", "Steering"])
    for (const element of owner.children(group))
      if ((element.attribute("axis") ?? "1") === axis && element.has(rest[1])) return element.place(problem, rest[1]);
  const suspension = owner.child("Suspension");
  const short = rest[1]?.replace(/^Suspension/, "");
  if (short !== rest[1] && suspension?.has(short)) return suspension.place(problem, short);
  return owner.place(problem, owner.has(rest[1]) ? rest[1] : undefined);
}

/** The child that a step of a path means, if it exists. The only axis of a joint may be written without its number. */
function writtenAs(step: string | undefined, owner: XmlReader): string | undefined {
  if (step === undefined) return undefined;
  return [step, ...(step === "Axis1" ? ["Axis"] : [])].find((name) => owner.has(name));
}

/** xx yy zz xy xz yz, or all nine numbers row by row; about the centre of mass, along the axes of model space. */
function readInertia(body: XmlReader): Mat3 | undefined {
  const n = body.numbers("Inertia");
  if (n === undefined || n.length === 9) return n as Mat3 | undefined;
  if (n.length === 6) return [n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2]];
  const allowed = "6 numbers (xx yy zz xy xz yz) or 9 (row by row)";
  throw body.error("LENGTH_WRONG", { found: `${n.length} numbers`, allowed }, "Inertia");
}
