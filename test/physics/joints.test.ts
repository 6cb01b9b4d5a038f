// [R6] Constrained and free motions of each joint, with either body heavier, under changing forces.

import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { JointInput, JointKind } from "../../src/describe/entity/Joint.js";
import { relative } from "../../src/math/Pose.js";
import { rotate } from "../../src/math/Quat.js";
import { add, distance, dot, length, sub, type Vec3 } from "../../src/math/Vec3.js";
import { applyForce, applyTorque, readBody, readPose } from "../../src/physics/Bodies.js";
import { readBall, readJoint, readSuspension } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  hung,
  jointed,
  makeWorld,
  run,
} from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

/** Maximum error of a joint, m or rad. */
const FIT = 1e-4;
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const ANCHOR: Vec3 = [0.05, 0.02, -0.03];

/** Axes of each kind, as the tests use them. */
const AXES: Partial<Record<JointKind, readonly Vec3[]>> = {
  Hinge: [Z],
  Servo: [Z],
  Slider: [Y],
  Universal: [Z, Y],
  Hinge2: [Z, Y],
};
const jointOf = (kind: JointKind): Pick<JointInput, "kind" | "anchor" | "axes"> => ({
  kind,
  anchor: ANCHOR,
  axes: AXES[kind] ?? [],
});

/** Applies changing forces and torques to both bodies. */
function shake(physics: Physics, seconds: number, strength = 20): void {
  const wave = (step: number, k: number) => strength * Math.sin(0.011 * step * (1 + 0.37 * k) + k);
  run(physics, seconds, (step) => {
    applyForce(physics, "robot", "A", [wave(step, 0), wave(step, 1), wave(step, 2)]);
    applyTorque(physics, "robot", "A", [wave(step, 3) / 20, wave(step, 4) / 20, wave(step, 5) / 20]);
    applyTorque(physics, "robot", "B", [wave(step, 6) / 20, wave(step, 7) / 20, wave(step, 8) / 20]);
  });
}

/** Present world position of the point of body `name` that is at `p` in model space. */
function carried(physics: Physics, name: string, start: Vec3, p: Vec3): Vec3 {
  const { position, orientation } = readPose(physics, "robot", name);
  return add(position, rotate(orientation, sub(p, start)));
}
const A_AT: Vec3 = [-0.3, 0, 0];
const B_AT: Vec3 = [0.3, 0, 0];
const gapAt = (physics: Physics, p: Vec3): Vec3 => sub(carried(physics, "A", A_AT, p), carried(physics, "B", B_AT, p));
const turnOf = (physics: Physics, name: string, v: Vec3): Vec3 =>
  rotate(readPose(physics, "robot", name).orientation, v);

describe.each([
  ["Body1 lighter", [1, 2]],
  ["Body1 heavier", [3, 2]],
] as const)("[R6] joints after 3 s of shaking, %s", (_, masses) => {
  const shaken = async (kind: JointKind) => {
    const physics = await makeWorld(floating(jointed(jointOf(kind), masses)));
    shake(physics, 3);
    return physics;
  };

  test("ball and socket: the anchors stay together, the bodies rotate", async () => {
    const physics = await shaken("BallSocket");
    expect(length(gapAt(physics, ANCHOR))).toBeLessThan(FIT);
    expect(distance(turnOf(physics, "A", X), turnOf(physics, "B", X))).toBeGreaterThan(0.1);
  });

  test.each(["Hinge", "Servo"] as const)("%s: anchors and axes stay together, the angle is free", async (kind) => {
    const physics = await shaken(kind);
    expect(length(gapAt(physics, ANCHOR))).toBeLessThan(FIT);
    expect(distance(turnOf(physics, "A", Z), turnOf(physics, "B", Z))).toBeLessThan(FIT);
    expect(distance(turnOf(physics, "A", X), turnOf(physics, "B", X))).toBeGreaterThan(0.1);
  });

  test("slider: no rotation, no motion across the axis, free along it", async () => {
    const physics = await shaken("Slider");
    for (const axis of [X, Y, Z])
      expect(distance(turnOf(physics, "A", axis), turnOf(physics, "B", axis))).toBeLessThan(FIT);
    const gap = gapAt(physics, ANCHOR);
    const axis = turnOf(physics, "B", Y);
    const along = dot(gap, axis);
    expect(Math.abs(along)).toBeGreaterThan(0.1);
    expect(length(sub(gap, [along * axis[0], along * axis[1], along * axis[2]]))).toBeLessThan(FIT);
    expect(readJoint(physics, "robot", "Joint")[0].position).toBeCloseTo(along, 6);
  });

  test.each(["Universal", "Hinge2"] as const)("%s: axis 1 in Body1 stays across axis 2 in Body2", async (kind) => {
    const physics = await shaken(kind);
    expect(length(gapAt(physics, ANCHOR))).toBeLessThan(FIT);
    expect(Math.abs(dot(turnOf(physics, "A", Z), turnOf(physics, "B", Y)))).toBeLessThan(FIT);
    expect(distance(turnOf(physics, "A", Z), turnOf(physics, "B", Z))).toBeGreaterThan(0.05);
    expect(distance(turnOf(physics, "A", Y), turnOf(physics, "B", Y))).toBeGreaterThan(0.05);
  });

  test("fixed: nothing moves", async () => {
    const physics = await shaken("Fixed");
    const { position, orientation } = relative(readPose(physics, "robot", "B"), readPose(physics, "robot", "A"));
    expect(distance(position, [-0.6, 0, 0])).toBeLessThan(FIT);
    expect(length([orientation[0], orientation[1], orientation[2]])).toBeLessThan(FIT);
  });
});

describe("[W4] position and velocity are those of Body1 relative to Body2", () => {
  test.each([
    ["lighter", [1, 2]],
    ["heavier", [3, 2]],
  ] as const)("hinge, slider and the two axes of universal and hinge-2, Body1 %s", async (_, masses) => {
    for (const kind of ["Hinge", "Slider", "Universal", "Hinge2"] as const) {
      const physics = await makeWorld(floating(jointed({ ...jointOf(kind), anchor: [-0.3, 0, 0] }, masses)));
      const slides = kind === "Slider";
      for (let i = 0; i < 50; i++) {
        if (slides) applyForce(physics, "robot", "A", [0, 1, 0]);
        else applyTorque(physics, "robot", "A", [0, 0.002, 0.005]);
        physics.step();
      }
      const [a, b] = [readBody(physics, "robot", "A"), readBody(physics, "robot", "B")];
      const axes = readJoint(physics, "robot", "Joint");
      const spin = sub(a.angularVelocity, b.angularVelocity);
      if (slides) expect(axes[0].velocity).toBeCloseTo(a.linearVelocity[1] - b.linearVelocity[1], 6);
      else expect(axes[0].velocity).toBeCloseTo(spin[2], 4);
      expect(axes[0].velocity).toBeGreaterThan(0.01);
      expect(axes[0].position).toBeGreaterThan(0);
      if (axes.length < 2) continue;
      expect(axes[1].velocity).toBeCloseTo(spin[1], 4);
      expect(axes[1].velocity).toBeGreaterThan(0.002);
    }
  });

  test("a ball joint reports the orientation of Body1 relative to Body2", async () => {
    for (const masses of [
      [1, 2],
      [3, 2],
    ] as const) {
      const physics = await makeWorld(floating(jointed({ kind: "BallSocket" }, masses)));
      run(physics, 0.3, () => applyTorque(physics, "robot", "A", [0.02, 0.05, -0.03]));
      const { orientation } = relative(readPose(physics, "robot", "B"), readPose(physics, "robot", "A"));
      const ball = readBall(physics, "robot", "Joint");
      const sign = Math.sign(orientation[3] * ball!.orientation[3]);
      ball!.orientation.forEach((x, k) => {
        expect(sign * x).toBeCloseTo(orientation[k], 6);
      });
      expect(length([orientation[0], orientation[1], orientation[2]])).toBeGreaterThan(0.05);
    }
  });
});

describe("[R6] joints to the world", () => {
  test.each(["BallSocket", "Hinge", "Slider", "Universal", "Hinge2", "Fixed"] as const)("%s", async (kind) => {
    const body = bodyOf("A", boxShape(0.2), { position: A_AT });
    const physics = await makeWorld({ entities: [hung(jointOf(kind), body)] });
    run(physics, 2, (step) => applyForce(physics, "robot", "A", [5 * Math.sin(0.01 * step), 3, 2]));
    const gap = sub(carried(physics, "A", A_AT, ANCHOR), ANCHOR);
    if (kind === "Slider") {
      expect(Math.hypot(gap[0], gap[2])).toBeLessThan(FIT);
      // 3 N on 1 kg for 2 s
      expect(gap[1]).toBeCloseTo(6, 1);
    } else expect(length(gap)).toBeLessThan(FIT);
    if (kind === "Fixed") expect(distance(readPose(physics, "robot", "A").position, A_AT)).toBeLessThan(FIT);
    if (kind === "Hinge") expect(distance(turnOf(physics, "A", Z), Z)).toBeLessThan(FIT);
  });
});

describe("[R6] damping and armature", () => {
  test("damping slows a hinge as exp(-c t / I), armature adds to the inertia", async () => {
    const inertia = (0.2 * 0.2) / 6;
    const spin = async (more: Partial<JointInput>) => {
      const joint = { kind: "Hinge" as const, axes: [Z], anchor: A_AT, ...more };
      const physics = await makeWorld({
        gravity: [0, 0, 0],
        entities: [hung(joint, bodyOf("A", boxShape(0.2), { position: A_AT }))],
      });
      applyTorque(physics, "robot", "A", [0, 0, inertia / physics.stepSec]);
      physics.step();
      return physics;
    };
    const plain = await spin({});
    expect(readJoint(plain, "robot", "Joint")[0].velocity).toBeCloseTo(1, 9);
    const armed = await spin({ armature: 3 * inertia });
    expect(readJoint(armed, "robot", "Joint")[0].velocity).toBeCloseTo(0.25, 9);
    const damped = await spin({ damping: inertia });
    const start = readJoint(damped, "robot", "Joint")[0].velocity;
    run(damped, 1);
    expect(readJoint(damped, "robot", "Joint")[0].velocity / start).toBeCloseTo(Math.exp(-1), 3);
  });
});

test("[R6] a hinge holds at any anchor and about any axis", async () => {
  const unit = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: 0.1, max: 1, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(unit, unit, async (axis, anchor) => {
      const physics = await makeWorld(floating(jointed({ kind: "Hinge", axes: [axis], anchor })));
      shake(physics, 0.5);
      expect(length(gapAt(physics, anchor))).toBeLessThan(FIT);
    }),
    { seed: 4, numRuns: 12 },
  );
});

test.each([
  [1, 8],
  [8, 1],
])("[R6] a suspension reports the travel of the wheel, chassis %d kg, wheel %d kg", async (chassis, wheel) => {
  const car = jointed({ kind: "Hinge2", axes: [Z, Y], parameters: [{ SuspensionERP: 0.2, SuspensionCFM: 0.01 }] }, [
    chassis,
    wheel,
  ]);
  const physics = await makeWorld(floating(car));
  run(physics, 0.1, () => {
    applyForce(physics, "robot", "B", [0, 0, 5]);
    applyForce(physics, "robot", "A", [0, 0, -5]);
  });
  const up = sub(readPose(physics, "robot", "B").position, readPose(physics, "robot", "A").position)[2];
  expect(readSuspension(physics, "robot", "Joint")).toBeGreaterThan(1e-5);
  expect(up).toBeGreaterThan(0);
});
