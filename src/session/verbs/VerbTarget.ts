// What a name in a verb means (E4): an entity, one of its bodies, a number of a joint or of a material.

import { JOINT_PROPERTY, type JointPropertyName } from "../../describe/entity/Joint.js";
import type { ContactValues } from "../../describe/entity/Material.js";
import { SimError, showValue, unknownName } from "../../describe/SimError.js";
import { checkBody } from "../../physics/Bodies.js";
import { findJoint } from "../../physics/Joints.js";
import { heaviestBody } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";

export interface Target {
  readonly entity: string;
  readonly body: string;
}

/** ENTITY/BODY; of ENTITY alone its heaviest body. */
export function findTarget(physics: Physics, path: string): Target {
  const [entity, ...rest] = path.split("/");
  const described = physics.entity(entity);
  if (rest.length > 0) {
    const body = rest.join("/");
    checkBody(physics, entity, body);
    return { entity, body };
  }
  return { entity, body: heaviestBody(described) as string };
}

/** The same, and it can move. */
export function findMovable(physics: Physics, path: string, verb: string): Target {
  const target = findTarget(physics, path);
  if (physics.entity(target.entity).isStatic)
    throw new SimError("STATE_WRONG", {
      where: `${verb}/name`,
      found: `"${target.entity}", which is static`,
      allowed: "something that moves",
    });
  return target;
}

/** Names of materials' numbers as in documents. */
export const MATERIAL_NUMBERS: Readonly<Record<string, keyof ContactValues>> = {
  Friction: "friction",
  StaticFriction: "staticFriction",
  Friction2: "friction2",
  Restitution: "restitution",
  BounceSpeed: "bounceSpeed",
  Rolling: "rolling",
  Spinning: "spinning",
  Stiffness: "stiffness",
  Damping: "damping",
};

/** Sets ENTITY/JOINT/PROPERTY[/AXIS] (axes from 1), MATERIAL/NUMBER or MATERIAL/MATERIAL/NUMBER. */
export function setNumber(physics: Physics, what: string, to: number): void {
  const parts = what.split("/");
  if (parts.length < 2 || parts.length > 4)
    throw new SimError("ARGUMENT_WRONG", { where: "set/what", found: showValue(what), allowed: WHAT_MAY_BE_SET });
  if (parts.length === 2) setMaterial(physics, parts[0], parts[1], to);
  else if (parts.length === 3 && !physics.has(parts[0]) && areMaterials(physics, parts.slice(0, 2)))
    physics.materials.setPair({ a: parts[0], b: parts[1], [numberOf(what, parts[2])]: to });
  else setJoint(physics, parts, to);
}

export const WHAT_MAY_BE_SET = "ENTITY/JOINT/PROPERTY[/AXIS], MATERIAL/NUMBER or MATERIAL/MATERIAL/NUMBER";

const areMaterials = ({ materials }: Physics, names: readonly string[]): boolean =>
  names.some((name) => materials.names.includes(name));

function setMaterial({ materials }: Physics, name: string, number: string, to: number): void {
  const material = materials.material(name, "set/what");
  const key = numberOf(name, number);
  const { staticFriction, ...others } = material;
  // what slides harder than it sticks takes the sticking along
  const keeps = key !== "friction" || staticFriction >= to;
  materials.setMaterial({ ...others, ...(keeps ? { staticFriction } : {}), [key]: to });
}

function numberOf(where: string, number: string): keyof ContactValues {
  if (!Object.hasOwn(MATERIAL_NUMBERS, number))
    throw unknownName("PROPERTY_UNKNOWN", where, number, Object.keys(MATERIAL_NUMBERS));
  return MATERIAL_NUMBERS[number];
}

function setJoint(physics: Physics, [entity, joint, property, axis = "1"]: readonly string[], to: number): void {
  findJoint(physics, entity, joint);
  if (!Object.hasOwn(JOINT_PROPERTY, property))
    throw unknownName("PARAMETER_UNKNOWN", `${entity}/${joint}`, property, Object.keys(JOINT_PROPERTY));
  if (!/^[123]$/.test(axis))
    throw new SimError("ARGUMENT_WRONG", { where: "set/what", found: `axis ${showValue(axis)}`, allowed: "1, 2 or 3" });
  physics.setJoint(entity, joint, property as JointPropertyName, to, Number(axis) - 1);
}
