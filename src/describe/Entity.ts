// An entity is whatever is added and removed as one: a robot, an object, a piece of the static world. Its bodies
// are unions of solids (M2); its joints hold them together (R1, R6).

import { addMat, diagonal, isPositiveDefinite, type Mat3 } from "../math/Mat3.js";
import type { Vec3 } from "../math/Vec3.js";
import { checkFinite, checkMass, checkName, checkUnique, checkVec } from "./Check.js";
import { describeJoint, type Joint, type JointInput } from "./Joint.js";
import { SimError, unknownName } from "./SimError.js";
import { describeSolid, type Solid, type SolidInput } from "./Solid.js";

export interface Body {
  readonly name: string;
  readonly solids: readonly Solid[];
  /** These three override what follows from the solids. Inertia is about the centre of mass, model axes. */
  readonly mass: number | undefined;
  readonly centerOfMass: Vec3 | undefined;
  readonly inertia: Mat3 | undefined;
}

export interface BodyInput {
  readonly name: string;
  readonly solids?: readonly SolidInput[];
  readonly mass?: number;
  readonly centerOfMass?: Vec3;
  readonly inertia?: Mat3;
}

export interface Entity {
  readonly name: string;
  /** True: nothing moves it, whatever happens. */
  readonly isStatic: boolean;
  readonly bodies: readonly Body[];
  readonly joints: readonly Joint[];
  /** False: its own bodies never touch each other. */
  readonly selfCollide: boolean;
}

export interface EntityInput {
  readonly name: string;
  readonly isStatic?: boolean;
  readonly bodies: readonly BodyInput[];
  readonly joints?: readonly JointInput[];
  readonly selfCollide?: boolean;
}

const described = new WeakSet<object>();

/** Checks, completes and freezes. Throws the first SimError it meets. What is described already stays as it is. */
export function describeEntity(input: EntityInput | Entity): Entity {
  if (described.has(input)) return input as Entity;
  const entity = checkEntity(input as EntityInput);
  described.add(entity);
  return entity;
}

function checkEntity(input: EntityInput): Entity {
  const name = checkName(input.name, "entity");
  const isStatic = input.isStatic ?? false;
  if (input.bodies.length === 0) throw new SimError("BODIES_MISSING", { where: name, found: "0 bodies" });
  const bodies = input.bodies.map((body) => describeBody(body, name, isStatic));
  const joints = (input.joints ?? []).map((joint) => describeJoint(joint, name));
  const parts = bodies.flatMap((body) => [body.name, ...body.solids.map((solid) => solid.name)]);
  checkUnique([...parts, ...joints.map((joint) => joint.name)], name);
  checkEnds(joints, bodies, name);
  return Object.freeze({
    name,
    isStatic,
    bodies: Object.freeze(bodies),
    joints: Object.freeze(joints),
    selfCollide: input.selfCollide ?? true,
  });
}

function describeBody(input: BodyInput, owner: string, isStatic: boolean): Body {
  const where = `${owner}/${checkName(input.name, owner)}`;
  const solids = (input.solids ?? []).map((solid) => describeSolid(solid, where, isStatic));
  const mass = input.mass === undefined ? undefined : checkMass(input.mass, `${where}/Mass`);
  const hasMass = mass !== undefined || solids.some((solid) => solid.mass !== undefined);
  if (!isStatic && !hasMass) throw new SimError("MASS_MISSING", { where, found: "no mass" });
  return Object.freeze({
    name: input.name,
    solids: Object.freeze(solids),
    mass,
    centerOfMass: input.centerOfMass ? checkVec(input.centerOfMass, `${where}/CenterOfMass`) : undefined,
    inertia: input.inertia ? checkInertia(input.inertia, `${where}/Inertia`) : undefined,
  });
}

/** Symmetric, positive, and a + b >= c for its principal moments: ½ tr(I) 1 - I is the second moment of the mass. */
function checkInertia(tensor: Mat3, where: string): Mat3 {
  for (const x of tensor) checkFinite(x, where);
  const symmetric = tensor[1] === tensor[3] && tensor[2] === tensor[6] && tensor[5] === tensor[7];
  // a flat body is just at the border
  const half = (0.5 + 1e-12) * (tensor[0] + tensor[4] + tensor[8]);
  const second = addMat(diagonal(half, half, half), tensor.map((x) => -x) as unknown as Mat3);
  if (!symmetric || !isPositiveDefinite(tensor) || !isPositiveDefinite(second))
    throw new SimError("INERTIA_NOT_PHYSICAL", { where, found: tensor.join(" ") });
  return Object.freeze([...tensor]) as unknown as Mat3;
}

function checkEnds(joints: readonly Joint[], bodies: readonly Body[], owner: string): void {
  const names = bodies.map((body) => body.name);
  for (const joint of joints) {
    const where = `${owner}/${joint.name}`;
    for (const [end, body] of [["Body1", joint.body1] as const, ["Body2", joint.body2] as const])
      if (body !== undefined && !names.includes(body))
        throw unknownName("BODY_UNKNOWN", `${where}/${end}`, body, names);
    if (joint.body1 === joint.body2) throw new SimError("JOINT_TO_ITSELF", { where, found: `"${joint.body1}" twice` });
  }
}
