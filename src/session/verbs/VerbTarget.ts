// Finds the body that a verb names (E4).

import { SimError } from "../../describe/SimError.js";
import { checkBody } from "../../physics/Bodies.js";
import { heaviestBody } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";

export interface Target {
  readonly entity: string;
  readonly body: string;
}

/** Finds ENTITY/BODY, or the heaviest body of ENTITY. */
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

/** Finds the same, and throws STATE_WRONG if the entity is static. */
export function findMovable(physics: Physics, path: string, verb: string): Target {
  const target = findTarget(physics, path);
  if (physics.entity(target.entity).isStatic)
    throw new SimError("STATE_WRONG", {
      where: `${verb}/name`,
      found: `"${target.entity}", which is static`,
      allowed: "an entity that is not static",
    });
  return target;
}
