// Efforts and motions that are read in one pass equal those that are read joint by joint.

import { afterEach, expect, test } from "vitest";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  jointed,
  makeWorld,
  run,
} from "../../testing/builders/SmallWorlds.js";
import type { JointInput } from "../describe/entity/Joint.js";
import { ORIGIN } from "../math/Pose.js";
import { applyTorque } from "./Bodies.js";
import { JointMotion } from "./JointMotion.js";
import { findJoint, readJoint } from "./Joints.js";

afterEach(disposeWorlds);

const KINDS: readonly Pick<JointInput, "kind" | "axes" | "parameters">[] = [
  { kind: "Hinge", axes: [[0, 0, 1]], parameters: [{ FMax: 0.5, Vel: 2, LoStop: -0.2, HiStop: 0.1 }] },
  { kind: "Slider", axes: [[0, 1, 0]], parameters: [{ FMax: 2, Vel: 0.3, HiStop: 0.02 }] },
  {
    kind: "Universal",
    axes: [
      [0, 0, 1],
      [0, 1, 0],
    ],
    parameters: [
      { FMax: 0.3, Vel: 1 },
      { HiStop: 0.05, LoStop: -0.05 },
    ],
  },
];

test.each(KINDS)(
  "[S1] $kind: position, speed and effort of every axis, also when another robot joins",
  async (kind) => {
    const physics = await makeWorld(floating(jointed({ ...kind, anchor: [0, 0, 0] })));
    const motion = new JointMotion(physics, "robot", findJoint(physics, "robot", "Joint"));
    const expectSame = (): void => {
      const known = readJoint(physics, "robot", "Joint").flatMap(({ position, velocity, effort }) => [
        position,
        velocity,
        effort,
      ]);
      expect(motion.read()).toEqual(known);
    };
    expectSame();
    let largest = 0;
    run(physics, 0.3, () => {
      applyTorque(physics, "robot", "A", [0.1, 0.2, 0.3]);
      expectSame();
      largest = Math.max(
        largest,
        ...motion
          .read()
          .filter((_, i) => i % 3 === 2)
          .map(Math.abs),
      );
    });
    expect(largest).toBeGreaterThan(0.01);
    physics.add({ name: "another", bodies: [bodyOf("B", boxShape(0.1), { position: [5, 0, 0] })] }, ORIGIN);
    expectSame();
    run(physics, 0.05, expectSame);
  },
);
