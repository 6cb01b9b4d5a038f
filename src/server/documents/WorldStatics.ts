// The static entities of a world, for the thread that finds places for robots (DocumentThread.ts). Large ones are not copied.

import type { Shape } from "../../describe/entity/Solid.js";
import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import type { World } from "../../world/World.js";

/** Triangles of all static entities that are copied; a cell of a heightfield counts as two. */
const MAX_TRIANGLES = 20_000;

/** Undefined: they are too large. */
export function staticsOf({ physics: { description } }: World): WorldDescription | undefined {
  const entities = description.entities.filter(({ isStatic }) => isStatic);
  let triangles = 0;
  for (const { bodies } of entities)
    for (const { solids } of bodies) for (const { shape } of solids) triangles += trianglesOf(shape);
  return triangles > MAX_TRIANGLES ? undefined : { ...description, entities };
}

function trianglesOf(shape: Shape): number {
  if (shape.kind === "Mesh") return shape.triangles.length / 3;
  return shape.kind === "Heightfield" ? 2 * shape.rows * shape.columns : 0;
}
