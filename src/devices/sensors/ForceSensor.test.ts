// Forces through joints against closed form: hanging, on a lever, turning, driven, pushed, standing, in loops.

import { afterEach, describe, expect, test } from "vitest";
import { mountDevice } from "../../../testing/builders/Devices.js";
import { robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  hung,
  makeWorld,
  run,
  staticOf,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { JointInput } from "../../describe/entity/Joint.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { add, cross, type Vec3 } from "../../math/Vec3.js";
import { applyForce, applyTorque, freezeBody, readBody } from "../../physics/Bodies.js";
import { readForces, watchForces } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";
import { builtInDevices } from "../BuiltIn.js";
import { FORCE_SENSOR } from "./ForceSensor.js";

afterEach(disposeWorlds);

function expectNear(found: readonly number[], expected: readonly number[], error = 1e-6): void {
  expected.forEach((x, k) => {
    expect(Math.abs(found[k] - x), `part ${k}: ${found} for ${expected}`).toBeLessThanOrEqual(error);
  });
}

/** In the axes of the body called `body`, which is not turned at first. */
const mount = (physics: Physics, joint = "Joint", body = "Body") => {
  const device = mountDevice(physics, "robot", FORCE_SENSOR, { body, settings: { joint } });
  return () => device.sample?.() ?? [];
};

const MASS = 3;
const ARM: Vec3 = [0.4, 0.1, -0.3];
const load = bodyOf("Body", boxShape(0.2, 0.1, 0.3), { position: ARM, mass: MASS });
/** Force and torque that hold a weight on this arm. */
const held = (weight: number, arm: Vec3) => [0, 0, weight, ...cross(arm, [0, 0, weight])];

describe("[S1] force sensor at rest", () => {
  test("on joining, before the first step: 0", async () => {
    const physics = await makeWorld({ entities: [hung({ kind: "Fixed" }, load)] });
    expect(mount(physics)()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("a mass that is fixed to the world by a lever: its weight, and weight x arm", async () => {
    const physics = await makeWorld({ entities: [hung({ kind: "Fixed" }, load)] });
    const sample = mount(physics);
    run(physics, 0.01);
    expectNear(sample(), held(MASS * G, ARM), 1e-9);
  });

  test.each<Partial<JointInput> & Pick<JointInput, "kind">>([
    { kind: "BallSocket" },
    { kind: "Hinge", axes: [[1, 0, 0]] },
    {
      kind: "Universal",
      axes: [
        [1, 0, 0],
        [0, 1, 0],
      ],
    },
    { kind: "Slider", axes: [[0, 0, 1]], parameters: [{ FMax: 1e3 }] },
    { kind: "Servo", axes: [[0, 1, 0]], parameters: [{ FMax: 1e3 }], servo: { mode: "Angle", target: 0 } },
    {
      kind: "Hinge2",
      axes: [
        [0, 0, 1],
        [1, 0, 0],
      ],
      parameters: [{ FMax: 1e3 }],
    },
  ])("a mass that hangs straight down from a $kind: its weight, no torque", async (joint) => {
    const plumb = bodyOf("Body", boxShape(0.2), { position: [0, 0, -0.5], mass: MASS });
    const physics = await makeWorld({ entities: [hung(joint, plumb)] });
    const sample = mount(physics);
    run(physics, 0.2);
    expectNear(sample(), [0, 0, MASS * G, 0, 0, 0], 1e-4);
  });

  test("a chain: each joint carries everything below it; with bodies swapped it is the reaction", async () => {
    const below = (name: string, z: number, mass: number) => bodyOf(name, boxShape(0.1), { position: [0, 0, z], mass });
    const chain: EntityInput = {
      name: "robot",
      bodies: [below("A", -0.2, 1), below("B", -0.4, 2), below("C", -0.6, 4)],
      joints: [
        { name: "top", kind: "Hinge", body1: "A", anchor: [0, 0, 0], axes: [[1, 0, 0]] },
        { name: "upper", kind: "Hinge", body1: "B", body2: "A", anchor: [0, 0, -0.3], axes: [[1, 0, 0]] },
        { name: "lower", kind: "BallSocket", body1: "B", body2: "C", anchor: [0, 0, -0.5] },
      ],
    };
    const physics = await makeWorld({ entities: [chain] });
    const [top, upper, lower] = ["top", "upper", "lower"].map((joint) => mount(physics, joint, "A"));
    run(physics, 0.1);
    expectNear(top(), [0, 0, 7 * G, 0, 0, 0], 1e-5);
    expectNear(upper(), [0, 0, 6 * G, 0, 0, 0], 1e-5);
    expectNear(lower(), [0, 0, -4 * G, 0, 0, 0], 1e-5);
  });

  test("a servo holds a lever: its torque is mass x g x arm about the axis", async () => {
    const out = bodyOf("Body", boxShape(0.1), { position: [0, 0.5, 0], mass: 2 });
    const joint: Partial<JointInput> & Pick<JointInput, "kind"> = {
      kind: "Servo",
      axes: [[1, 0, 0]],
      parameters: [{ FMax: 50 }],
      servo: { mode: "Angle", target: 0 },
    };
    const physics = await makeWorld({ entities: [hung(joint, out)] });
    const sample = mount(physics);
    run(physics, 0.5);
    expectNear(sample(), [0, 0, 2 * G, 2 * G * 0.5, 0, 0], 1e-3);
  });

  test("along the axes of the sensor's body, independent of the sensor's pose", async () => {
    const physics = await makeWorld({ entities: [hung({ kind: "Fixed" }, load)] });
    const device = mountDevice(physics, "robot", FORCE_SENSOR, {
      settings: { joint: "Joint" },
      pose: { position: [9, 9, 9], orientation: fromAxisAngle([1, 0, 0], Math.PI / 2) },
    });
    run(physics, 0.01);
    expectNear(device.sample?.() ?? [], held(MASS * G, ARM), 1e-9);
  });
});

describe("[S1] force sensor in motion", () => {
  test("in free fall the joint transmits nothing", async () => {
    const physics = await makeWorld({
      entities: [
        {
          name: "robot",
          bodies: [load, bodyOf("Other", boxShape(0.3), { position: [1, 0, 0], mass: 5 })],
          joints: [{ name: "Joint", kind: "Fixed", body1: "Body", body2: "Other" }],
        },
      ],
    });
    const sample = mount(physics);
    run(physics, 0.2);
    expectNear(sample(), [0, 0, 0, 0, 0, 0], 1e-9);
  });

  test("on a turning arm: m w² r inwards", async () => {
    const [w, r] = [5, 0.8];
    const joint: Partial<JointInput> & Pick<JointInput, "kind"> = {
      kind: "Hinge",
      axes: [[0, 0, 1]],
      parameters: [{ Vel: w, FMax: 1e6 }],
    };
    const ball = bodyOf("Body", boxShape(0.1), { position: [r, 0, 0], mass: MASS });
    const physics = await makeWorld(floating(hung(joint, ball)));
    const sample = mount(physics);
    run(physics, 0.3);
    // the mean over a step lags by half of the step's turn
    const pull = MASS * w * w * r;
    expectNear(sample(), [-pull, 0, 0, 0, 0, 0], pull * w * physics.stepSec);
    expect(Math.hypot(...sample().slice(0, 3))).toBeCloseTo(pull, 2);
  });

  test("a motor's torque speeds up I: T = I a about the axis, and m a r across", async () => {
    const [torque, r, side] = [0.6, 0.4, 0.2];
    const joint: Partial<JointInput> & Pick<JointInput, "kind"> = {
      kind: "Hinge",
      axes: [[0, 0, 1]],
      parameters: [{ Vel: 1e3, FMax: torque }],
    };
    const physics = await makeWorld(
      floating(hung(joint, bodyOf("Body", boxShape(side), { position: [r, 0, 0], mass: MASS }))),
    );
    const sample = mount(physics);
    physics.step();
    const inertia = (MASS * side * side) / 6 + MASS * r * r;
    expectNear(sample(), [0, (MASS * r * torque) / inertia, 0, 0, 0, torque], 2e-3);
    run(physics, 0.1);
    expect(sample()[5]).toBeCloseTo(torque, 4);
  });

  test("a swinging pendulum: no torque about its pin, and the force is m (a - g)", async () => {
    const rod = bodyOf("Body", boxShape(0.05, 0.05, 0.6), { position: [0.3, 0, 0], mass: 2 });
    const physics = await makeWorld({ entities: [hung({ kind: "Hinge", axes: [[0, 1, 0]] }, rod)] });
    watchForces(physics, "robot", "Joint");
    let before = readBody(physics, "robot", "Body").linearVelocity;
    for (let i = 0; i < 400; i++) {
      physics.step();
      const { linearVelocity: now } = readBody(physics, "robot", "Body");
      const force = [0, 1, 2].map((k) => (2 * (now[k] - before[k])) / physics.stepSec + (k === 2 ? 2 * G : 0));
      const found = readForces(physics, "robot", "Joint");
      expectNear(found, force, 1e-9);
      // the remaining error is of the order of the step
      expect(Math.hypot(found[3], found[4], found[5])).toBeLessThan(0.03);
      before = now;
    }
  });

  test("external forces and torques are not the joint's; the joint reacts to them", async () => {
    const physics = await makeWorld(floating(hung({ kind: "Fixed" }, load)));
    const sample = mount(physics);
    run(physics, 0.01, () => {
      applyForce(physics, "robot", "Body", [10, 0, 0]);
      applyTorque(physics, "robot", "Body", [0, 2, 0]);
    });
    const [x, y, z] = cross(ARM, [10, 0, 0]);
    expectNear(sample(), [-10, 0, 0, -x, -y - 2, -z], 1e-9);
  });

  test("a body that is frozen takes its load away", async () => {
    const physics = await makeWorld({
      entities: [
        {
          name: "robot",
          bodies: [load, bodyOf("Other", boxShape(0.3), { position: [1, 0, 0], mass: 5 })],
          joints: [{ name: "Joint", kind: "Hinge", axes: [[0, 0, 1]], body1: "Other", body2: "Body" }],
        },
      ],
    });
    const sample = mount(physics);
    freezeBody(physics, "robot", "Body", true);
    run(physics, 0.1);
    expectNear(sample(), held(5 * G, [1, 0, 0]), 0.02 * 5 * G);
  });
});

describe("[S1] force sensor under contact", () => {
  const legged = (): EntityInput => ({
    name: "robot",
    bodies: [
      bodyOf("Body", boxShape(0.2), { position: [0.02, 0, 0.5], mass: 4 }),
      bodyOf("Foot", boxShape(0.4, 0.4, 0.1), { position: [0, 0, 0.05], mass: 1 }),
    ],
    joints: [{ name: "ankle", kind: "Fixed", body1: "Foot", body2: "Body", anchor: [0, 0, 0.1] }],
  });

  test.each([
    ["a plane", flatGround()],
    [
      "a static mesh",
      staticOf("ground", {
        kind: "Mesh",
        vertices: [-3, -3, 0, 3, -3, 0, 3, 3, 0, -3, 3, 0],
        triangles: [0, 1, 2, 0, 2, 3],
      }),
    ],
  ])("the ankle of a standing leg carries the load above it: on %s", async (_, ground) => {
    const physics = await makeWorld({ entities: [ground, legged()] });
    const sample = mount(physics, "ankle", "Foot");
    run(physics, 1);
    expectNear(sample(), [0, 0, -4 * G, 0, 0.02 * 4 * G, 0], 0.02);
  });

  test("rolling friction is a torque from outside", async () => {
    const rolling: EntityInput = {
      name: "robot",
      bodies: [
        {
          name: "Body",
          solids: [
            {
              name: "Ball",
              shape: { kind: "Sphere", radius: 0.1 },
              mass: 1,
              position: [0, 0, 0.1],
              material: "Sticky",
            },
          ],
        },
        bodyOf("Rider", boxShape(0.02), { position: [0, 0, 0.5], mass: 0.001 }),
      ],
      joints: [{ name: "Joint", kind: "BallSocket", body1: "Body", body2: "Rider", anchor: [0, 0, 0.1] }],
    };
    const physics = await makeWorld({
      materials: [{ name: "Sticky", rolling: 0.02, friction: 1 }],
      entities: [flatGround(), rolling],
    });
    watchForces(physics, "robot", "Joint");
    run(physics, 0.2, () => applyForce(physics, "robot", "Body", [0.1, 0, 0]));
    // a ball joint passes no torque on
    expect(Math.hypot(...readForces(physics, "robot", "Joint").slice(3))).toBeLessThan(1e-4);
  });
});

describe("[S1] force sensor in loops", () => {
  const beam = (kind: JointInput["kind"], axes: Vec3[], middle: Vec3 = [0.25, 0, 0]): EntityInput => ({
    name: "robot",
    bodies: [bodyOf("Body", boxShape(0.1), { position: middle, mass: MASS })],
    joints: [
      { name: "left", kind, body1: "Body", anchor: [0, 0, 0], axes },
      { name: "right", kind, body1: "Body", anchor: [1, 0, 0], axes },
    ],
  });

  test.each<[JointInput["kind"], Vec3[]]>([
    ["BallSocket", []],
    ["Hinge", [[0, 1, 0]]],
    [
      "Universal",
      [
        [0, 1, 0],
        [1, 0, 0],
      ],
    ],
  ])("a beam on two %s joints: the lever rule", async (kind, axes) => {
    const physics = await makeWorld({ entities: [beam(kind, axes)] });
    const [left, right] = ["left", "right"].map((joint) => mount(physics, joint));
    run(physics, 0.5);
    expectNear([left()[2], right()[2]], [0.75 * MASS * G, 0.25 * MASS * G], 0.01 * MASS * G);
  });

  test.each<[JointInput["kind"], Vec3[]]>([
    ["BallSocket", []],
    ["Hinge", [[0, 1, 0]]],
    ["Slider", [[0, 1, 0]]],
    [
      "Hinge2",
      [
        [0, 0, 1],
        [0, 1, 0],
      ],
    ],
  ])("two %s joints together carry exactly the weight and its torque", async (kind, axes) => {
    // beside the line of the anchors, so that hinges must hold a torque too
    const middle: Vec3 = kind === "BallSocket" ? [0.3, 0, 0] : [0.3, 0.2, 0];
    const physics = await makeWorld({ entities: [beam(kind, axes, middle)] });
    for (const joint of ["left", "right"]) watchForces(physics, "robot", joint);
    run(physics, 0.5);
    const [left, right] = ["left", "right"].map((joint) => readForces(physics, "robot", joint));
    const sum = left.map((x, k) => x + right[k]);
    const { position } = readBody(physics, "robot", "Body");
    const about = add(sum.slice(3) as unknown as Vec3, cross([1, 0, 0], right.slice(0, 3) as unknown as Vec3));
    expectNear([...sum.slice(0, 3), ...about], held(MASS * G, position), 2e-3);
    // neither does nothing; but one slider is as rigid as can be and leaves nothing to another
    if (kind === "Slider") return;
    expect(Math.abs(left[2])).toBeGreaterThan(1);
    expect(Math.abs(right[2])).toBeGreaterThan(1);
  });

  test("an angular motor beside the joint is not the joint", async () => {
    const turned = hung({ kind: "BallSocket" }, bodyOf("Body", boxShape(0.2), { position: [0, 0, -0.1], mass: MASS }));
    const robot: EntityInput = {
      ...turned,
      joints: [
        ...(turned.joints ?? []),
        { name: "Motor", kind: "AMotor", body1: "Body", axes: [[0, 0, 1]], parameters: [{ Vel: 100, FMax: 0.05 }] },
      ],
    };
    const physics = await makeWorld({ entities: [robot] });
    const sample = mount(physics);
    run(physics, 0.1);
    expectNear(sample(), [0, 0, MASS * G, 0, 0, 0], 1e-3);
    expect(readBody(physics, "robot", "Body").angularVelocity[2]).toBeGreaterThan(0.1);
  });
});

describe("force sensor: state and errors", () => {
  test("[M6] joins and leaves of others keep the measurement, and measuring changes no bit", async () => {
    const make = () => makeWorld({ entities: [hung({ kind: "Hinge", axes: [[1, 0, 0]] }, load)] });
    const [physics, twin] = [await make(), await make()];
    const sample = mount(physics);
    run(physics, 0.1);
    run(twin, 0.1);
    expect(physics.hash()).toBe(twin.hash());
    const before = sample();
    physics.add({ name: "a", bodies: [bodyOf("X", boxShape(1), { position: [20, 0, 0] })] });
    expect(sample()).toEqual(before);
    const snapshot = physics.snapshot();
    run(physics, 0.05);
    const straight = sample();
    expect(straight).not.toEqual(before);
    physics.restore(snapshot);
    expect(sample()).toEqual(before);
    run(physics, 0.05);
    expect(sample()).toEqual(straight);
  });

  const joints = `
<JointFixed name="F1"><Body1>Trunk</Body1><Body2>Arm</Body2></JointFixed>
<JointHinge name="H"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis>1 0 0</Axis></JointHinge>
<JointAMotor name="M"><Body1>Trunk</Body1><Axis>0 0 1</Axis></JointAMotor>`;
  const read = (inTrunk: string) => readRobotDocument(robotXml({ inTrunk, joints }), { kinds: builtInDevices() }).robot;

  test("no joint, or an unknown one, is an error of the document", () => {
    expect(refusal(() => read('<ForceSensor name="S"/>')).code).toBe("ELEMENT_MISSING");
    const problem = refusal(() => read('<ForceSensor name="S"><Joint>F2</Joint></ForceSensor>'));
    expect(problem.code).toBe("COMPONENT_UNKNOWN");
    expect(problem.message).toContain('"F1"');
  });

  test.each(["M", "H"])("a joint that cannot be measured is refused: %s", async (joint) => {
    const { entity } = read("");
    const physics = await makeWorld({ entities: [{ ...entity, name: "robot" }] });
    const problem = refusal(() => mountDevice(physics, "robot", FORCE_SENSOR, { body: "Trunk", settings: { joint } }));
    expect(problem.code).toBe("FORCE_NOT_MEASURABLE");
    expect(problem.where).toBe("robot/Device/Joint");
  });
});
