// An entity is added to and removed from the world as a whole: a robot, an object, a static part of the world. It has bodies,
// which are unions of solids (M2), joints between them (R1, R6), gears between joints, and ropes.

import { addMat, diagonal, isPositiveDefinite, type Mat3 } from "../../math/Mat3.js";
import type { Vec3 } from "../../math/Vec3.js";
import {
  checkArray,
  checkBoolean,
  checkMass,
  checkName,
  checkNamed,
  checkOptional,
  checkPlace,
  checkTuple,
  checkUnique,
  type KeysOf,
} from "../Check.js";
import { SimError, unknownName } from "../SimError.js";
import { checkGearAxes, describeGear, type Gear, type GearInput } from "./Gear.js";
import { describeJoint, type Joint, type JointInput } from "./Joint.js";
import { describePath, type Path, type PathInput } from "./Path.js";
import { checkRopeBodies, describeRope, type Rope, type RopeInput } from "./Rope.js";
import { checkMovable, describeSolid, type Solid, type SolidInput } from "./Solid.js";

export interface Body {
  readonly name: string;
  readonly solids: readonly Solid[];
  /** These three replace the values computed from the solids. Inertia is about the centre of mass, along the axes of model space. */
  readonly mass: number | undefined;
  readonly centerOfMass: Vec3 | undefined;
  readonly inertia: Mat3 | undefined;
}

export interface BodyInput {
  readonly name: string;
  readonly solids?: readonly SolidInput[] | undefined;
  readonly mass?: number | undefined;
  readonly centerOfMass?: Vec3 | undefined;
  readonly inertia?: Mat3 | undefined;
}

const BODY_KEYS: KeysOf<BodyInput> = { name: true, solids: true, mass: true, centerOfMass: true, inertia: true };

export interface Entity {
  readonly name: string;
  /** True: it never moves. False for an entity with a path. */
  readonly isStatic: boolean;
  readonly bodies: readonly Body[];
  readonly joints: readonly Joint[];
  readonly gears: readonly Gear[];
  readonly ropes: readonly Rope[];
  /** False: its own bodies do not collide with each other. */
  readonly selfCollide: boolean;
  /** It moves along this path, whatever touches it. Undefined: it does not. */
  readonly path: Path | undefined;
}

/** A description is also a valid input: `{ ...entity, name: "twin" }`. */
export interface EntityInput {
  readonly name: string;
  readonly isStatic?: boolean | undefined;
  readonly bodies: readonly BodyInput[];
  readonly joints?: readonly JointInput[] | undefined;
  readonly gears?: readonly GearInput[] | undefined;
  readonly ropes?: readonly RopeInput[] | undefined;
  readonly selfCollide?: boolean | undefined;
  readonly path?: Path | PathInput | undefined;
}

const ENTITY_KEYS: KeysOf<EntityInput> = {
  name: true,
  isStatic: true,
  bodies: true,
  joints: true,
  gears: true,
  ropes: true,
  selfCollide: true,
  path: true,
};

const described = new WeakSet<object>();

/**
 * Checks the input, fills in defaults and freezes the result. Throws the first error. A description is returned unchanged.
 * `place` is the place of an entity that has no name.
 */
export function describeEntity(input: EntityInput | Entity, place = "entity"): Entity {
  if (typeof input === "object" && input !== null && described.has(input)) return input as Entity;
  const entity = checkEntity(input as EntityInput, place);
  described.add(entity);
  return entity;
}

/** The same entity under another name. */
export function renameEntity(entity: Entity, name: string): Entity {
  if (!described.has(entity)) return describeEntity({ ...entity, name });
  const renamed = Object.freeze({ ...entity, name: checkName(name, name) });
  described.add(renamed);
  return renamed;
}

export const isDescribedEntity = (value: object): boolean => described.has(value);

/** Takes over a copy of a description, made by another thread of this program or read from its recordings. */
export function adoptEntity(copy: Entity): void {
  described.add(copy);
}

function checkEntity(input: EntityInput, place: string): Entity {
  // the paths of an entity begin with its name
  const name = checkNamed(input, ENTITY_KEYS, "", place);
  // nothing pushes what moves along a path, so it needs no mass
  const hasPath = input.path !== undefined;
  const isStatic = (checkOptional(input.isStatic, checkBoolean, `${name}/isStatic`) ?? false) || hasPath;
  const selfCollide = checkOptional(input.selfCollide, checkBoolean, `${name}/selfCollide`) ?? true;
  const bodies = checkArray(input.bodies, `${name}/bodies`).map((body, i) =>
    describeBody(body, name, isStatic, `${name}/bodies[${i}]`),
  );
  if (bodies.length === 0) throw new SimError("BODIES_MISSING", { where: name, found: "0 bodies" });
  const joints = (checkOptional(input.joints, checkArray<JointInput>, `${name}/joints`) ?? []).map((joint, i) =>
    describeJoint(joint, name, `${name}/joints[${i}]`),
  );
  const gears = (checkOptional(input.gears, checkArray<GearInput>, `${name}/gears`) ?? []).map((gear, i) =>
    describeGear(gear, name, `${name}/gears[${i}]`),
  );
  const ropes = (checkOptional(input.ropes, checkArray<RopeInput>, `${name}/ropes`) ?? []).map((rope, i) =>
    describeRope(rope, name, `${name}/ropes[${i}]`),
  );
  const parts = bodies.flatMap((body) => [body.name, ...body.solids.map((solid) => solid.name)]);
  checkUnique([...parts, ...[...joints, ...gears, ...ropes].map((part) => part.name)], name);
  const names = bodies.map((body) => body.name);
  for (const joint of joints) checkEnds(joint, names, name);
  for (const gear of gears) checkGearAxes(gear, joints, name);
  for (const rope of ropes) checkRopeBodies(rope, names, name);
  const entity = {
    name,
    isStatic: isStatic && !hasPath,
    bodies: inNameOrder(bodies),
    joints: inNameOrder(joints),
    gears: inNameOrder(gears),
    ropes: inNameOrder(ropes),
    selfCollide,
    path: checkOptional(
      input.path as PathInput | undefined,
      (path, where) => describePath(path, where, centerOf(bodies)),
      `${name}/Path`,
    ),
  };
  if (entity.path) checkCarrier(entity);
  return Object.freeze(entity);
}

/** Mean position of the solids: the default pivot of a path, and the centre of what has no mass. */
export function centerOf(bodies: readonly Body[]): Vec3 {
  const places = bodies.flatMap(({ solids }) => solids.map(({ pose }) => pose.position));
  const mean = (k: number): number => places.reduce((sum, place) => sum + place[k], 0) / Math.max(1, places.length);
  return Object.freeze([mean(0), mean(1), mean(2)] as const);
}

/** What moves along a path is one rigid thing, of solids that can move. */
function checkCarrier({ name, bodies, joints, ropes }: Pick<Entity, "name" | "bodies" | "joints" | "ropes">): void {
  const part = [...joints, ...ropes][0];
  if (part) throw new SimError("PATH_JOINTED", { where: `${name}/Path`, found: `"${part.name}"` });
  for (const body of bodies)
    for (const { name: solid, shape } of body.solids) checkMovable(shape, `${name}/${body.name}/${solid}`);
}

/** Sorted parts: the order in the document does not change the result, not even the last bit of a sum (M5). */
export function inNameOrder<T extends { readonly name: string }>(parts: readonly T[]): readonly T[] {
  return Object.freeze([...parts].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)));
}

/** `place` is the place of a body that has no name. */
export function describeBody(input: BodyInput, owner: string, isStatic: boolean, place: string): Body {
  const where = checkNamed(input, BODY_KEYS, owner, place);
  const solids = (checkOptional(input.solids, checkArray<SolidInput>, `${where}/solids`) ?? []).map((solid, i) =>
    describeSolid(solid, where, isStatic, `${where}/solids[${i}]`),
  );
  const mass = checkOptional(input.mass, checkMass, `${where}/Mass`);
  const hasMass = mass !== undefined || solids.some((solid) => solid.mass !== undefined);
  if (!isStatic && !hasMass) throw new SimError("MASS_MISSING", { where, found: "no mass" });
  return Object.freeze({
    name: input.name,
    solids: inNameOrder(solids),
    mass,
    centerOfMass: checkOptional(input.centerOfMass, checkPlace, `${where}/CenterOfMass`),
    inertia: checkOptional(input.inertia, checkInertia, `${where}/Inertia`),
  });
}

/** Symmetric, positive definite, and a + b >= c for the principal moments: ½ tr(I) 1 - I, the second moment of the mass, is positive. */
function checkInertia(input: Mat3, where: string): Mat3 {
  const tensor = checkTuple(input, 9, where) as unknown as Mat3;
  const symmetric = tensor[1] === tensor[3] && tensor[2] === tensor[6] && tensor[5] === tensor[7];
  // for a flat body a + b = c
  const half = (0.5 + 1e-12) * (tensor[0] + tensor[4] + tensor[8]);
  const second = addMat(diagonal(half, half, half), tensor.map((x) => -x) as unknown as Mat3);
  if (!symmetric || !isPositiveDefinite(tensor) || !isPositiveDefinite(second))
    throw new SimError("INERTIA_NOT_PHYSICAL", { where, found: tensor.join(" ") });
  return Object.freeze(tensor);
}

/** The bodies of a joint exist and differ. */
export function checkEnds(joint: JointInput, bodies: readonly string[], owner: string): void {
  const where = `${owner}/${joint.name}`;
  for (const [end, body] of [["Body1", joint.body1] as const, ["Body2", joint.body2] as const])
    if (body !== undefined && !bodies.includes(body))
      throw unknownName("BODY_UNKNOWN", `${where}/${end}`, body, bodies);
  if (joint.body1 === joint.body2) throw new SimError("JOINT_TO_ITSELF", { where, found: `"${joint.body1}" twice` });
}
