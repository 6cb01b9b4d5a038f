// The ball of a match: the world's entity with this name.

import type { Physics } from "../../physics/Physics.js";

export const BALL = "Ball";
/** Radius of a ball whose description has no sphere, m: that of a golf ball. */
const DEFAULT_RADIUS = 0.0215;

/** m. */
export function ballRadius(physics: Physics): number {
  for (const { solids } of physics.entity(BALL).bodies)
    for (const { shape } of solids) if (shape.kind === "Sphere") return shape.radius;
  return DEFAULT_RADIUS;
}
