// [R6] Angular motors: up to three bounded axes, fixed in Body1, between any two bodies or to the world.

import { afterEach, describe, expect, test } from "vitest";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  hung,
  makeWorld,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { AxisParameters, JointInput } from "../../describe/entity/Joint.js";
import { conjugate, rotate } from "../../math/Quat.js";
import { distance, length, sub, type Vec3 } from "../../math/Vec3.js";
import { applyTorque, readBody } from "../Bodies.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const MASS = 3;
/** 0.2 m box about its centre. */
const INERTIA = (MASS * 0.04) / 6;

/** Two boxes on a ball joint in A's centre, so that A turns freely, and a motor on `count` axes. */
function pair(count: number, parameters: readonly Partial<AxisParameters>[], masses = [MASS, 2e4]): EntityInput {
  return {
    name: "robot",
    bodies: [
      bodyOf("A", boxShape(0.2), { mass: masses[0], position: [1, 0, 0] }),
      bodyOf("B", boxShape(1), { mass: masses[1], position: [1, 0, 0], collide: false }),
    ],
    joints: [
      { name: "Ball", kind: "BallSocket", body1: "A", body2: "B", anchor: [1, 0, 0] },
      { name: "Motor", kind: "AMotor", body1: "A", body2: "B", axes: AXES.slice(0, count), parameters },
    ],
  };
}

/** Speed of A against B along the axes of A. */
function relativeSpin(physics: Physics): Vec3 {
  const [a, b] = [readBody(physics, "robot", "A"), readBody(physics, "robot", "B")];
  return rotate(conjugate(a.orientation), sub(a.angularVelocity, b.angularVelocity));
}

describe("[R6] JointAMotor", () => {
  test.each([1, 2, 3])("%d axes: drives each to its speed, leaves the others free", async (count) => {
    const speeds = [0.5, -0.3, 0.2];
    const parameters = speeds.slice(0, count).map((Vel) => ({ Vel, FMax: 10 }));
    const physics = await makeWorld(floating(pair(count, parameters)));
    run(physics, 0.2);
    const spin = relativeSpin(physics);
    for (let k = 0; k < count; k++) expect(spin[k]).toBeCloseTo(speeds[k], 3);
    for (let k = count; k < 3; k++) {
      const torque: Vec3 = [0, 0, 0].map((_, i) => (i === k ? 0.001 : 0)) as unknown as Vec3;
      const free = await makeWorld(
        floating(
          pair(
            count,
            parameters.map(() => ({ FMax: 10 })),
          ),
        ),
      );
      run(free, 0.1, () => applyTorque(free, "robot", "A", torque));
      expect(relativeSpin(free)[k]).toBeCloseTo((0.001 * 0.1) / INERTIA, 3);
    }
  });

  test("bounded: runs up in I w / FMax", async () => {
    const [Vel, FMax] = [4, 0.05];
    const physics = await makeWorld(floating(pair(1, [{ Vel, FMax }])));
    const runUp = (INERTIA * Vel) / FMax;
    run(physics, Math.round(500 * runUp) / 1000);
    expect(relativeSpin(physics)[0] / ((FMax * physics.timeSec) / INERTIA)).toBeCloseTo(1, 3);
    run(physics, runUp);
    expect(relativeSpin(physics)[0]).toBeCloseTo(Vel, 3);
  });

  test("without FMax it does nothing, with Vel 0 it is a brake", async () => {
    const idle = await makeWorld(floating(pair(3, [{ Vel: 5 }, { Vel: 5 }, { Vel: 5 }])));
    run(idle, 0.2);
    expect(length(relativeSpin(idle))).toBe(0);
    const brake = await makeWorld(floating(pair(3, [{ FMax: 1 }, { FMax: 1 }, { FMax: 1 }])));
    run(brake, 0.5, () => applyTorque(brake, "robot", "A", [0.9, -0.9, 0.9]));
    expect(length(relativeSpin(brake))).toBeLessThan(1e-3);
    run(brake, 0.1, () => applyTorque(brake, "robot", "A", [0, 0, 1.5]));
    expect(relativeSpin(brake)[2]).toBeCloseTo((0.5 * 0.1) / INERTIA, 1);
  });

  test("as stiff as a hinge's motor: 1 kg held out at 1 m creeps the same", async () => {
    const arm = bodyOf("A", boxShape(0.05), { mass: 1, position: [1, 0, 0] });
    const across: JointInput["axes"] = [[0, 1, 0]];
    const speedOf = async (joints: readonly JointInput[]) => {
      const physics = await makeWorld({ entities: [{ name: "robot", bodies: [arm], joints }] });
      run(physics, 0.5);
      return readBody(physics, "robot", "A").angularVelocity[1];
    };
    const hinge = await speedOf([{ name: "H", kind: "Hinge", body1: "A", axes: across, parameters: [{ FMax: 50 }] }]);
    expect(hinge).toBeGreaterThan(0);
    expect(hinge).toBeLessThan(2e-4);
    for (const FMax of [15, 1000]) {
      const motor: JointInput = { name: "M", kind: "AMotor", body1: "A", axes: across, parameters: [{ FMax }] };
      const ball = await speedOf([{ name: "B", kind: "BallSocket", body1: "A" }, motor]);
      expect(ball / hinge).toBeCloseTo(1, 3);
    }
  });

  test("commands while running, and the axes turn with Body1", async () => {
    const physics = await makeWorld(floating(pair(3, [])));
    for (let axis = 0; axis < 3; axis++) physics.setJoint("robot", "Motor", "FMax", 20, axis);
    physics.setJoint("robot", "Motor", "Vel", Math.PI, 2);
    // a quarter turn about z: A's x axis points along y
    run(physics, 0.5);
    physics.setJoint("robot", "Motor", "Vel", 0, 2);
    physics.setJoint("robot", "Motor", "Vel", 1, 0);
    run(physics, 0.1);
    const { angularVelocity } = readBody(physics, "robot", "A");
    expect(angularVelocity[1]).toBeCloseTo(1, 2);
    expect(Math.abs(angularVelocity[0])).toBeLessThan(0.02);
  });

  test("action and reaction: the two together keep their angular momentum", async () => {
    const physics = await makeWorld(floating(pair(1, [{ Vel: 4, FMax: 0.05 }], [3, 5])));
    run(physics, 0.5);
    const [a, b] = [readBody(physics, "robot", "A"), readBody(physics, "robot", "B")];
    const momentum = INERTIA * a.angularVelocity[0] + (5 / 6) * b.angularVelocity[0];
    expect(a.angularVelocity[0]).toBeGreaterThan(1);
    expect(Math.abs(momentum)).toBeLessThan(1e-6);
  });

  test("between bodies without other joints, and to the world", async () => {
    const motor: JointInput = {
      name: "Joint",
      kind: "AMotor",
      body1: "A",
      axes: AXES,
      parameters: [{ Vel: 1, FMax: 5 }, { FMax: 5 }, { FMax: 5 }],
    };
    const physics = await makeWorld(floating(hung(motor, bodyOf("A", boxShape(0.2), { mass: MASS }))));
    run(physics, 1);
    const { position, angularVelocity } = readBody(physics, "robot", "A");
    expect(distance(angularVelocity, [1, 0, 0])).toBeLessThan(1e-3);
    expect(length(position)).toBeLessThan(1e-9);
    const loose: EntityInput = {
      name: "robot",
      bodies: [bodyOf("A", boxShape(0.2)), bodyOf("B", boxShape(0.2), { position: [1, 0, 0] })],
      joints: [{ ...motor, body2: "B" }],
    };
    const two = await makeWorld(floating(loose));
    run(two, 1);
    expect(relativeSpin(two)[0]).toBeCloseTo(1, 3);
    expect(length(readBody(two, "robot", "B").linearVelocity)).toBeLessThan(1e-9);
  });
});
