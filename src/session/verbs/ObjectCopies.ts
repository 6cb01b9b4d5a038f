// Copies of objects (E3): `spawn NAME`, where NAME is an object of the world's file, adds another one, for example a parcel that
// falls onto a belt. It works also when the object itself is gone.

import { type Entity, renameEntity } from "../../describe/entity/Entity.js";
import { SimError } from "../../describe/SimError.js";
import { ORIGIN, type Pose } from "../../math/Pose.js";
import { IDENTITY, type Quat, rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import { heaviestBody, massesOf } from "../../physics/Masses.js";
import { listOverlaps } from "../../physics/Queries.js";
import type { World } from "../../world/World.js";

/** The object of this name; undefined: the world's file has none. */
export function findObject({ file }: World, name: string): Entity | undefined {
  return file.physics.entities.find((one) => one.name === name && !one.isStatic);
}

interface CopyPlace {
  /** Of the centre of its heaviest body; default: as in the file. */
  readonly position: Vec3 | undefined;
  readonly orientation: Quat | undefined;
}

/** Adds a copy with the name, or the next free one. Throws SPAWN_BLOCKED if it would be inside of something. */
export function addCopy(world: World, object: Entity, name: string | undefined, place: CopyPlace): string {
  const { physics } = world;
  const copy = renameEntity(object, world.freeName(name ?? object.name));
  world.add(copy, placementOf(object, place));
  const [overlap] = listOverlaps(physics, copy.name, 0);
  if (!overlap) return copy.name;
  world.remove(copy.name);
  throw new SimError("SPAWN_BLOCKED", {
    where: `spawn ${copy.name}`,
    found: `"${overlap.other.entity}" in the way`,
    advice: "Choose another position, or wait until the place is free.",
  });
}

function placementOf(object: Entity, { position, orientation = IDENTITY }: CopyPlace): Pose {
  const center = massesOf(object).get(heaviestBody(object) as string)?.center;
  if (!center || (!position && orientation === IDENTITY)) return ORIGIN;
  return { position: sub(position ?? center, rotate(orientation, center)), orientation };
}
