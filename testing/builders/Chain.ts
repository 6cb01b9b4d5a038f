// Chains of boxes with hinges.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { bodyOf, boxShape } from "./SmallWorlds.js";

/** Links of 0.1 m in a row from a hinge at the origin. */
export const chain = (masses: readonly number[], collide = false): EntityInput => ({
  name: "chain",
  bodies: masses.map((mass, i) =>
    bodyOf(`L${i}`, boxShape(0.1, 0.01, 0.01), { position: [0.1 * i + 0.05, 0, 0], mass, collide }),
  ),
  joints: masses.map((_, i) => ({
    name: `j${i}`,
    kind: "Hinge" as const,
    body1: `L${i}`,
    ...(i > 0 ? { body2: `L${i - 1}` } : {}),
    anchor: [0.1 * i, 0, 0] as Vec3,
    axes: [[0, 1, 0] as Vec3],
  })),
});
