// Chains of boxes with hinges.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { dot, type Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
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

/** Runs a chain that was released at a height; its largest energy, as a share of that of its weight at its full length. */
export function mostEnergy(physics: Physics, masses: readonly number[], height: number, sec: number): number {
  const [g, inertia] = [9.81, (0.1 ** 2 + 0.01 ** 2) / 12];
  const scale = g * 0.1 * masses.length * masses.reduce((sum, mass) => sum + mass, 0);
  let most = 0;
  for (let t = 0; t < sec; t += physics.stepSec) {
    if (physics.step().length > 0) return Number.POSITIVE_INFINITY;
    const energies = masses.map((mass, i) => {
      const { position, linearVelocity: v, angularVelocity: w } = readBody(physics, "chain", `L${i}`);
      return mass * (g * (position[2] - height) + dot(v, v) / 2 + (inertia * dot(w, w)) / 2);
    });
    most = Math.max(most, energies.reduce((sum, x) => sum + x, 0) / scale);
  }
  return most;
}
