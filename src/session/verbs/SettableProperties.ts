// The properties that the verb `set` can set (E4): of joints, of materials, of pairs of materials.

import { JOINT_PROPERTY, type JointPropertyName } from "../../describe/entity/Joint.js";
import type { ContactValues } from "../../describe/entity/Material.js";
import { SimError, showValue, unknownName } from "../../describe/SimError.js";
import { findJoint } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";

/** Properties of materials, by their names in documents. */
export const MATERIAL_PROPERTIES: Readonly<Record<string, keyof ContactValues>> = {
  Friction: "friction",
  StaticFriction: "staticFriction",
  Friction2: "friction2",
  Slip: "slip",
  Restitution: "restitution",
  TangentialRestitution: "tangentialRestitution",
  BounceSpeed: "bounceSpeed",
  Rolling: "rolling",
  Spinning: "spinning",
  Stiffness: "stiffness",
  Damping: "damping",
};

/** Sets the property at one of SETTABLE_PATHS. Axes count from 1. */
export function setProperty(physics: Physics, what: string, to: number): void {
  const parts = what.split("/");
  if (parts.length < 2 || parts.length > 4)
    throw new SimError("ARGUMENT_WRONG", { where: "set/what", found: showValue(what), allowed: SETTABLE_PATHS });
  if (parts.length === 2) setMaterial(physics, parts[0], parts[1], to);
  else if (parts.length === 3 && !physics.has(parts[0]) && areMaterials(physics, parts.slice(0, 2)))
    physics.materials.setPair({ a: parts[0], b: parts[1], [propertyKey(what, parts[2])]: to });
  else setJoint(physics, parts, to);
}

export const SETTABLE_PATHS = "ENTITY/JOINT/PROPERTY[/AXIS], MATERIAL/PROPERTY or MATERIAL/MATERIAL/PROPERTY";

const areMaterials = ({ materials }: Physics, names: readonly string[]): boolean =>
  names.some((name) => materials.names.includes(name));

function setMaterial({ materials }: Physics, name: string, property: string, to: number): void {
  const material = materials.material(name, "set/what");
  const key = propertyKey(name, property);
  const { staticFriction, ...others } = material;
  // static friction is at least dynamic friction: raised along with it
  const isKept = key !== "friction" || staticFriction >= to;
  materials.setMaterial({ ...others, ...(isKept ? { staticFriction } : {}), [key]: to });
}

function propertyKey(where: string, property: string): keyof ContactValues {
  if (!Object.hasOwn(MATERIAL_PROPERTIES, property))
    throw unknownName("PROPERTY_UNKNOWN", where, property, Object.keys(MATERIAL_PROPERTIES));
  return MATERIAL_PROPERTIES[property];
}

function setJoint(physics: Physics, [entity, joint, property, axis = "1"]: readonly string[], to: number): void {
  findJoint(physics, entity, joint);
  if (!Object.hasOwn(JOINT_PROPERTY, property))
    throw unknownName("PARAMETER_UNKNOWN", `${entity}/${joint}`, property, Object.keys(JOINT_PROPERTY));
  if (!/^[123]$/.test(axis))
    throw new SimError("ARGUMENT_WRONG", { where: "set/what", found: `axis ${showValue(axis)}`, allowed: "1, 2 or 3" });
  physics.setJoint(entity, joint, property as JointPropertyName, to, Number(axis) - 1);
}
