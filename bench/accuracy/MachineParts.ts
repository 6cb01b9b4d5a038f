// Parts of the machines of accuracy cases: bodies with the same inertia about every axis, and hinges about y.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import { ORIGIN } from "../../src/math/Pose.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import type { Physics } from "../../src/physics/Physics.js";
import { withScene } from "./AccuracyCase.js";

export const part = (name: string, mass: number, inertia: number, centerOfMass: Vec3 = [0, 0, 0]) => ({
  name,
  mass,
  inertia: [inertia, 0, 0, 0, inertia, 0, 0, 0, inertia] as const,
  centerOfMass,
});

export const hinge = (name: string, body1: string, extra: Partial<JointInput> = {}): JointInput => ({
  name,
  kind: "Hinge",
  body1,
  axes: [[0, 1, 0]],
  ...extra,
});

/** A world with the machine alone. */
export const withMachine = <T>(h: number, machine: EntityInput, gravity: Vec3, use: (p: Physics) => T): Promise<T> =>
  withScene(h, { ground: false, gravity }, (p) => {
    p.add(machine, ORIGIN);
    return use(p);
  });
