// What the inspector computes: angles, principal axes, the kinematic tree, parts with masses.

import { expect, test } from "vitest";
import type { ViewEntity, ViewJoint } from "../../src/session/view/ViewProtocol.js";
import { kinematicTrees } from "../../viewer/src/ui/panels/KinematicTree.js";
import { boxOf, principalAxes } from "../../viewer/src/ui/panels/PrincipalAxes.js";
import { findPart, fromAngles, mainBody, readNow, toAngles } from "../../viewer/src/ui/panels/Quantities.js";

const joint = (name: string, body1: string, body2?: string): ViewJoint => ({
  name,
  kind: "Hinge",
  body1,
  body2,
  axes: 1,
  stops: [null],
  fields: ["position"],
  units: ["rad"],
});
const robot: ViewEntity = {
  name: "Arm",
  isStatic: false,
  role: "robot",
  bodies: ["Link", "Base", "Hand"].map((name, id) => ({ id, name, shapes: [] })),
  joints: [
    joint("Elbow", "Hand", "Link"),
    joint("Shoulder", "Link", "Base"),
    joint("Loop", "Hand", "Base"),
    joint("Post", "Base"),
  ],
  sensors: [],
  isDriven: false,
  main: "Base",
  masses: [1, 5, 0.5].map((mass) => ({ mass, inertia: [1, 0, 0, 1, 0, 1] })),
};

test("[X1] the robot's body is the heaviest one, as for verbs", () => {
  expect(mainBody(robot)?.name).toBe("Base");
  expect(findPart(robot, undefined)?.about).toContainEqual(["mass", "6.5 kg"]);
  expect(findPart(robot, "Link")?.about).toContainEqual(["mass", "1 kg"]);
});

test("[X1] roll, pitch and yaw in degrees, and back", () => {
  for (const angles of [
    [0, 0, 0],
    [30, -20, 100],
    [-170, 45, -90],
  ]) {
    const back = toAngles(fromAngles(angles));
    for (const [i, angle] of angles.entries()) expect(back[i]).toBeCloseTo(angle, 9);
  }
  const half = Math.SQRT1_2;
  expect(toAngles([0, 0, half, half])[2]).toBeCloseTo(90, 9);
  const quantities = findPart(robot, "Link")?.quantities ?? [];
  const turned = quantities.find(({ name }) => name === "roll pitch yaw");
  expect(turned && readNow(turned, [1, 2, 3, half, 0, 0, half])[0]).toBeCloseTo(90, 9);
});

test("[X1] principal moments of a turned box give its edges back", () => {
  // a box of 12 kg, 0.1 x 0.2 x 0.4 m, turned by 30° about z
  const [a, b, c] = [0.2, 0.17, 0.05];
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  const inertia = [a * cos * cos + b * sin * sin, (a - b) * cos * sin, 0, a * sin * sin + b * cos * cos, 0, c] as const;
  const { moments, axes } = principalAxes(inertia);
  expect([...moments].sort()).toEqual([c, b, a].map((one) => expect.closeTo(one, 12)));
  for (const [i, axis] of axes.entries())
    expect(axis.reduce((sum, x, k) => sum + x * axes[i][k], 0)).toBeCloseTo(1, 12);
  const edges = [...boxOf({ mass: 12, moments })].sort();
  expect(edges).toEqual([0.1, 0.2, 0.4].map((one) => expect.closeTo(one, 9)));
});

test("[X1] the kinematic tree starts at the heaviest body; other joints close loops", () => {
  const [tree, ...rest] = kinematicTrees(robot);
  expect(rest).toEqual([]);
  expect(tree.name).toBe("Base");
  expect(tree.below.map(({ joint: { name }, body }) => [name, body.name])).toEqual([["Shoulder", "Link"]]);
  expect(tree.below[0].body.below.map(({ joint: { name }, body }) => [name, body.name])).toEqual([["Elbow", "Hand"]]);
  const loops = [...tree.closes, ...tree.below[0].body.below[0].body.closes].map(({ joint: { name }, to }) => [
    name,
    to,
  ]);
  expect(loops).toEqual([
    ["Post", "the world"],
    ["Loop", "Base"],
  ]);
});
