// Masses of entities and bodies (M2), from their descriptions. Computed once per description, because volumes of meshes
// take time. Sums run in name order, so that their bits do not depend on the order of a document.

import type { Entity } from "../describe/entity/Entity.js";
import { add, scale, type Vec3, ZERO } from "../math/Vec3.js";
import { type MassProperties, massOfBody } from "./geometry/MassProperties.js";

export { type MassProperties, massOfBody } from "./geometry/MassProperties.js";

const known = new WeakMap<Entity, ReadonlyMap<string, MassProperties>>();

/** Mass, centre of mass and inertia of every body, in name order; empty for an entity that is static or has a path. */
export function massesOf(entity: Entity): ReadonlyMap<string, MassProperties> {
  let masses = known.get(entity);
  if (!masses) {
    const bodies = entity.isStatic || entity.path ? [] : entity.bodies;
    masses = new Map(bodies.map((body) => [body.name, massOfBody(body, `${entity.name}/${body.name}`)]));
    known.set(entity, masses);
  }
  return masses;
}

/** kg; 0 for a static entity. */
export function massOfEntity(entity: Entity): number {
  let sum = 0;
  for (const { mass } of massesOf(entity).values()) sum += mass;
  return sum;
}

/** Centre of mass of all bodies in model space; the origin for a static entity. */
export function centreOfEntity(entity: Entity): Vec3 {
  const mass = massOfEntity(entity);
  let sum = ZERO;
  for (const one of massesOf(entity).values()) sum = add(sum, scale(one.center, one.mass / mass));
  return sum;
}

/** The heaviest of the named bodies, the first of equals; undefined: no names. Bodies of a static entity have no mass. */
export function heaviestBody(
  entity: Entity,
  names: readonly string[] = entity.bodies.map(({ name }) => name),
): string | undefined {
  const masses = massesOf(entity);
  let found: string | undefined;
  let max = -1;
  for (const name of names) {
    const mass = masses.get(name)?.mass ?? 0;
    if (mass > max) [found, max] = [name, mass];
  }
  return found;
}
