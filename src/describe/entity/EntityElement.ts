// Bodies and joints of a document, gathered into an entity (R1). What is wrong with the whole, describeEntity says by
// path (CMU/MainBody/Table/Mass); here the path finds its element again, so that the error has line and column.

import type { Mat3 } from "../../math/Mat3.js";
import { RESERVED_NAMES } from "../robot/ReservedNames.js";
import { SimError } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { type BodyInput, describeEntity, type Entity, type EntityInput } from "./Entity.js";
import type { JointInput } from "./Joint.js";
import { JOINT_ELEMENTS, readJoint } from "./JointElement.js";
import type { SolidInput } from "./Solid.js";
import { readSolid, SOLID_ELEMENTS } from "./SolidElement.js";

/** Takes what stands in a body and is no solid, or among the joints and is told of. */
export interface PartVisitor {
  /** Elements that bodies may hold besides solids. */
  readonly inBodies: readonly string[];
  part(element: XmlReader, name: string, body: string): void;
  joint(element: XmlReader, joint: JointInput): void;
}

const FROM_PLUGIN = "What a plug-in brings is known where it is given with --plugin FILE.";

export class EntityElement {
  readonly #bodies: BodyInput[] = [];
  readonly #joints: JointInput[] = [];
  /** By path from the entity: MainBody/Table. */
  readonly #places = new Map<string, XmlReader>();
  readonly #taken = new Set<string>();

  constructor(
    readonly context: DocumentContext,
    readonly visitor: PartVisitor,
  ) {}

  /** `<RigidBodies>` and `<Joints>` of an `<Entity>` or `<Object>`. */
  readBodiesAndJoints(owner: XmlReader): void {
    const bodies = owner.needed("RigidBodies");
    for (const body of bodies.children("Body")) this.readBody(body);
    bodies.finish();
    const joints = owner.child("Joints");
    for (const joint of joints?.all(Object.keys(JOINT_ELEMENTS)) ?? []) this.#readJoint(joint);
    joints?.finish();
  }

  readBody(body: XmlReader): void {
    this.context.count("bodies", body);
    const name = this.takeName(body);
    this.#places.set(name, body);
    const input = {
      name,
      mass: body.number("Mass"),
      centerOfMass: body.vector("CenterOfMass"),
      inertia: readInertia(body),
      solids: this.readSolids(body, name),
    };
    for (const part of body.all(this.visitor.inBodies)) {
      this.visitor.part(part, this.takeName(part, true), name);
      part.finish();
    }
    body.finish(this.visitor.inBodies.length > 0 ? FROM_PLUGIN : "");
    this.#bodies.push(input);
  }

  /** The solids that stand directly in this element. */
  readSolids(owner: XmlReader, body: string): SolidInput[] {
    return owner.all(SOLID_ELEMENTS).map((solid) => {
      const name = this.takeName(solid);
      this.#places.set(`${body}/${name}`, solid);
      return readSolid(solid, name, this.context);
    });
  }

  addBody(input: BodyInput, element: XmlReader): void {
    this.#places.set(input.name, element);
    this.#bodies.push(input);
  }

  #readJoint(element: XmlReader): void {
    this.context.count("joints", element);
    const name = this.takeName(element, true);
    this.#places.set(name, element);
    const joint = readJoint(element, name);
    this.visitor.joint(element, joint);
    element.finish();
    this.#joints.push(joint);
  }

  /** R7: names are unique; W8: what gets messages has no name of the protocol's. */
  takeName(element: XmlReader, getsMessages = false): string {
    const name = this.context.checkName(element.neededAttribute("name"), element);
    if (getsMessages && RESERVED_NAMES.includes(name))
      throw element.error("NAME_RESERVED", {
        found: `"${name}"`,
        allowed: `any name but ${RESERVED_NAMES.join(", ")}`,
      });
    if (this.#taken.has(name)) throw element.error("NAME_TAKEN", { found: `"${name}" twice` });
    this.#taken.add(name);
    return name;
  }

  describe(input: Omit<EntityInput, "bodies" | "joints">, element: XmlReader): Entity {
    if (!input.isStatic) this.#checkExtent();
    try {
      return describeEntity({ ...input, bodies: this.#bodies, joints: this.#joints });
    } catch (problem) {
      throw problem instanceof SimError ? this.#placed(problem, element) : problem;
    }
  }

  /** The physics would say the same, but it has forgotten the line. */
  #checkExtent(): void {
    for (const { name, mass, solids, inertia } of this.#bodies)
      if (mass !== undefined && solids?.length === 0 && inertia === undefined)
        throw (this.#places.get(name) as XmlReader).error("MASS_MISSING", {
          found: "a mass but neither solids nor inertia",
          allowed: "solids, or an Inertia beside the Mass",
        });
  }

  #placed(problem: SimError, element: XmlReader): SimError {
    const steps = problem.where.split("/").slice(1);
    for (let count = Math.min(2, steps.length); count > 0; count--) {
      const found = this.#places.get(steps.slice(0, count).join("/"));
      if (found) return placeBelow(problem, found, steps.slice(count));
    }
    return element.place(problem);
  }
}

/** The element that the rest of a path means: Mass, or LoStop of axis 2. */
function placeBelow(problem: SimError, owner: XmlReader, rest: readonly string[]): SimError {
  const axis = /^axis ([123])$/.exec(rest[0] ?? "")?.[1];
  if (axis === undefined) return owner.place(problem, writtenAs(rest[0], owner));
  for (const group of ["Limits", "Motor"])
    for (const element of owner.children(group))
      if ((element.attribute("axis") ?? "1") === axis && element.has(rest[1])) return element.place(problem, rest[1]);
  const suspension = owner.child("Suspension");
  const short = rest[1]?.replace(/^Suspension/, "");
  if (short !== rest[1] && suspension?.has(short)) return suspension.place(problem, short);
  return owner.place(problem, owner.has(rest[1]) ? rest[1] : undefined);
}

/** The child that a step of a path means, if it is there; the only axis may be written without its number. */
function writtenAs(step: string | undefined, owner: XmlReader): string | undefined {
  if (step === undefined) return undefined;
  return [step, ...(step === "Axis1" ? ["Axis"] : [])].find((name) => owner.has(name));
}

/** xx yy zz xy xz yz, or all nine row by row; about the centre of mass, along the axes of model space. */
function readInertia(body: XmlReader): Mat3 | undefined {
  const n = body.numbers("Inertia");
  if (n === undefined || n.length === 9) return n as Mat3 | undefined;
  if (n.length === 6) return [n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2]];
  const allowed = "6 numbers (xx yy zz xy xz yz) or 9 (row by row)";
  throw body.error("LENGTH_WRONG", { found: `${n.length} numbers`, allowed }, "Inertia");
}
