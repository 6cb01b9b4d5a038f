// Wheels that are found by their shape (E4).

import { expect, test } from "vitest";
import { describeEntity, type EntityInput } from "../describe/entity/Entity.js";
import type { SolidInput } from "../describe/entity/Solid.js";
import { fromAxisAngle } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import { rollingWheels } from "./RollingWheels.js";

const ABOUT_X = fromAxisAngle([0, 0, 1], -Math.PI / 2);

/** Two wheels at ±offset; an axle along x has wheels to the left and right of +y. */
function car(axle: Vec3, offset: Vec3, change: { solids?: readonly SolidInput[]; swapped?: boolean } = {}) {
  const disc = { kind: "Cylinder", radius: 0.1, length: 0.04 } as const;
  const orientation = Math.abs(axle[0]) > 0.5 ? ABOUT_X : undefined;
  const ends = { A: offset, B: offset.map((v) => -v) as unknown as Vec3 };
  const entity: EntityInput = {
    name: "car",
    bodies: [
      { name: "Trunk", solids: [{ name: "T", shape: { kind: "Box", size: [0.2, 0.2, 0.1] }, mass: 1 }] },
      ...Object.entries(ends).map(([name, position]) => ({
        name: `Wheel-${name}`,
        solids: [
          { name, shape: disc, mass: 1, position, orientation },
          ...(change.solids ?? []).map((solid) => ({ ...solid, name: `${solid.name}-${name}` })),
        ],
      })),
    ],
    joints: Object.entries(ends).map(([name, anchor]) => ({
      name: `Joint-${name}`,
      kind: "Hinge" as const,
      ...(change.swapped ? { body1: "Trunk", body2: `Wheel-${name}` } : { body1: `Wheel-${name}`, body2: "Trunk" }),
      anchor,
      axes: [axle],
    })),
  };
  return rollingWheels(describeEntity(entity), ["Hinge"]);
}

test("[E4] wheels along x roll to +y, wheels along y to +x", () => {
  // a wheel that turns by w about +x rolls with -w r to +y; about +y with w r to +x
  expect(car([1, 0, 0], [-0.2, 0, 0])).toMatchObject([
    { joint: { name: "Joint-A" }, side: 1, radius: 0.1, pace: -10 },
    { joint: { name: "Joint-B" }, side: -1, pace: -10 },
  ]);
  expect(car([0, 1, 0], [0, 0.2, 0])).toMatchObject([
    { joint: { name: "Joint-A" }, side: 1, pace: 10 },
    { joint: { name: "Joint-B" }, side: -1, pace: 10 },
  ]);
});

test("[E4] a wheel that is Body2, or whose axis points the other way, turns the other way", () => {
  expect(car([0, 1, 0], [0, 0.2, 0], { swapped: true })).toMatchObject([{ pace: -10 }, { pace: -10 }]);
  expect(car([0, -1, 0], [0, 0.2, 0])).toMatchObject([{ pace: -10 }, { pace: -10 }]);
});

test("[E4] a wheel may have other solids; what is not round about its axle is no wheel", () => {
  const cap: SolidInput = { name: "Cap", shape: { kind: "Box", size: [0.05, 0.05, 0.05] }, mass: 0.1 };
  expect(car([0, 1, 0], [0, 0.2, 0], { solids: [cap] })).toHaveLength(2);
  expect(car([1, 0, 0.9], [0.2, 0, 0])).toHaveLength(0);
  expect(car([0, 0, 1], [0.2, 0, 0])).toHaveLength(0);
  // a roller that does not reach the ground, as of a dribbler
  expect(car([1, 0, 0], [-0.2, 0, 0.1])).toMatchObject([{ joint: { name: "Joint-B" } }]);
});
