// Reads ropes: length, and tension in the last step.

import { unknownName } from "../describe/SimError.js";
import { length, sub, type Vec3 } from "../math/Vec3.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import { ropePoints, tensionOf } from "./step/OutsideForces.js";

export interface RopeState {
  /** From end to end in the world, m. */
  readonly points: readonly Vec3[];
  /** m. */
  readonly length: number;
  /** N; 0: slack. */
  readonly tension: number;
}

export function readRope(physics: Physics, entity: string, rope: string): RopeState {
  const { compiled: c, last } = physics[INTERNALS];
  const { ropes } = physics[INTERNALS].layoutOf(entity);
  const place = ropes.find((one) => one.rope.name === rope);
  if (!place)
    throw unknownName(
      "COMPONENT_UNKNOWN",
      entity,
      rope,
      ropes.map((one) => one.rope.name),
    );
  const points = ropePoints(c, place);
  const total = points.slice(1).reduce((sum, point, i) => sum + length(sub(point, points[i])), 0);
  const tension = last ? (last.tensions.get(entity)?.get(rope) ?? 0) : tensionOf(c, place.tendonId);
  return { points, length: total, tension };
}
