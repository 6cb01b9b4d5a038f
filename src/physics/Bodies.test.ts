// Forces, moving, freezing and reading of bodies: Newton's law to the last digits.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  jointed,
  makeWorld,
  objectOf,
  run,
} from "../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../describe/entity/Entity.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import { type Pose, relative } from "../math/Pose.js";
import { fromAxisAngle, type Quat } from "../math/Quat.js";
import { distance, length, type Vec3 } from "../math/Vec3.js";
import {
  applyForce,
  applyImpulse,
  applyTorque,
  freezeBody,
  moveBody,
  readBody,
  readPose,
  setVelocity,
} from "./Bodies.js";
import { readJoint } from "./Joints.js";
import type { Physics } from "./Physics.js";

afterEach(disposeWorlds);

const MASS = 4;
const INERTIA = (MASS * 0.04) / 6;
const cube = (more: object = {}): EntityInput => objectOf("cube", boxShape(0.2), { mass: MASS, ...more });

function expectVec(found: Vec3, expected: Vec3, digits = 9): void {
  found.forEach((x, k) => {
    expect(x, `part ${k}`).toBeCloseTo(expected[k], digits);
  });
}

describe("forces", () => {
  test("a force gives F t / m, only while it is applied", async () => {
    const physics = await makeWorld(floating(cube()));
    run(physics, 0.5, () => applyForce(physics, "cube", "Body", [2, -4, 8]));
    expectVec(readBody(physics, "cube", "Body").linearVelocity, [0.25, -0.5, 1], 12);
    run(physics, 0.5);
    expectVec(readBody(physics, "cube", "Body").linearVelocity, [0.25, -0.5, 1], 12);
  });

  test("an impulse gives J / m at once, several add up", async () => {
    const physics = await makeWorld(floating(cube()));
    applyImpulse(physics, "cube", "Body", [4, 0, 0]);
    applyImpulse(physics, "cube", "Body", [0, 8, 0]);
    physics.step();
    expectVec(readBody(physics, "cube", "Body").linearVelocity, [1, 2, 0], 12);
    expectVec(readBody(physics, "cube", "Body").angularVelocity, [0, 0, 0], 12);
  });

  test("a torque gives T t / I", async () => {
    const physics = await makeWorld(floating(cube()));
    run(physics, 0.1, () => applyTorque(physics, "cube", "Body", [0, 0, 0.3]));
    expectVec(readBody(physics, "cube", "Body").angularVelocity, [0, 0, 0.03 / INERTIA]);
    expectVec(readBody(physics, "cube", "Body").linearVelocity, [0, 0, 0], 12);
  });

  test("a force off the centre also gives the torque r x F", async () => {
    const physics = await makeWorld(floating(cube({ position: [5, 0, 0] })));
    applyImpulse(physics, "cube", "Body", [0, 1, 0], [5.1, 0, 0]);
    physics.step();
    const { linearVelocity, angularVelocity } = readBody(physics, "cube", "Body");
    expectVec(linearVelocity, [0, 1 / MASS, 0]);
    expectVec(angularVelocity, [0, 0, 0.1 / INERTIA]);
  });

  test("two joined bodies share an impulse through their centre of mass", async () => {
    const physics = await makeWorld(floating(jointed({ kind: "Fixed" }, [1, 3])));
    // the common centre is at x = 0.15
    applyImpulse(physics, "robot", "A", [0, 4, 0], [0.15, 0, 0]);
    physics.step();
    for (const name of ["A", "B"]) {
      expectVec(readBody(physics, "robot", name).linearVelocity, [0, 1, 0], 6);
      expect(length(readBody(physics, "robot", name).angularVelocity)).toBeLessThan(1e-6);
    }
  });

  test("static bodies do not move, unknown bodies are errors", async () => {
    const physics = await makeWorld({ entities: [flatGround(), cube({ position: [0, 0, 0.1] })] });
    applyForce(physics, "ground", "Ground", [1e6, 0, 0]);
    run(physics, 0.1);
    expect(Math.abs(readBody(physics, "cube", "Body").linearVelocity[0])).toBeLessThan(1e-9);
    expect(refusal(() => applyForce(physics, "cube", "Bdy", [0, 0, 1]))).toMatchObject({
      code: "COMPONENT_UNKNOWN",
      advice: 'Did you mean "Body"?',
    });
    expect(refusal(() => applyForce(physics, "kube", "Body", [0, 0, 1])).code).toBe("ENTITY_UNKNOWN");
  });

  test("[M7] NaN is refused and has no effect", async () => {
    const physics = await makeWorld({ entities: [flatGround(), cube({ position: [0, 0, 0.5] })] });
    const hash = physics.hash();
    const bad: Vec3 = [0, Number.NaN, 0];
    const pose = { position: bad, orientation: [0, 0, 0, 1] as Quat };
    const calls = [
      () => applyForce(physics, "cube", "Body", bad),
      () => applyForce(physics, "cube", "Body", [1, 0, 0], bad),
      () => applyImpulse(physics, "cube", "Body", bad),
      () => applyTorque(physics, "cube", "Body", bad),
      () => setVelocity(physics, "cube", "Body", bad, [0, 0, 0]),
      () => setVelocity(physics, "cube", "Body", [0, 0, 0], bad),
      () => moveBody(physics, "cube", "Body", pose),
      () => moveBody(physics, "cube", "Body", { position: [0, 0, 0], orientation: [0, 0, Number.NaN, 1] }),
    ];
    for (const call of calls) {
      const error = refusal(call);
      expect(error.code).toBe("COMMAND_NOT_FINITE");
      expect(error.found).toContain("NaN");
      expect(error.where).toContain("cube/Body");
    }
    expect(physics.hash()).toBe(hash);
    physics.step();
    expectVec(readBody(physics, "cube", "Body").linearVelocity, [0, 0, -G * physics.stepSec], 12);
  });
});

describe("setVelocity", () => {
  test("sets both velocities in the world frame, for any orientation of the body", async () => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [] });
    physics.add(cube(), { position: [1, 2, 3], orientation: fromAxisAngle([1, 1, 0], 1) });
    setVelocity(physics, "cube", "Body", [1, 2, 3], [0.1, 0.2, 0.3]);
    const state = readBody(physics, "cube", "Body");
    expectVec(state.linearVelocity, [1, 2, 3], 12);
    expectVec(state.angularVelocity, [0.1, 0.2, 0.3], 12);
    run(physics, 1);
    expectVec(readPose(physics, "cube", "Body").position, [2, 4, 6], 9);
  });

  test("is refused for a body that is joined to another", async () => {
    const physics = await makeWorld(floating(jointed({ kind: "Hinge", axes: [[0, 0, 1]] })));
    expect(refusal(() => setVelocity(physics, "robot", "A", [1, 0, 0], [0, 0, 0])).code).toBe("MOVE_IMPOSSIBLE");
  });
});

describe("moveBody", () => {
  const turned = { position: [3, -2, 1] as Vec3, orientation: fromAxisAngle([0, 1, 1], 0.8) };

  test.each(["A", "B"])("moves the whole robot by its body %s, joint positions unchanged, at rest", async (name) => {
    const physics = await makeWorld(floating(jointed({ kind: "Hinge", axes: [[0, 0, 1]] })));
    run(physics, 0.3, () => applyTorque(physics, "robot", "A", [0, 0, 0.2]));
    const angle = readJoint(physics, "robot", "Joint")[0].position;
    const before = relative(readPose(physics, "robot", "A"), readPose(physics, "robot", "B"));
    moveBody(physics, "robot", name, turned);
    const state = readBody(physics, "robot", name);
    expectVec(state.position, turned.position, 12);
    const sign = Math.sign(state.orientation[3] * turned.orientation[3]);
    state.orientation.forEach((x, k) => {
      expect(sign * x).toBeCloseTo(turned.orientation[k], 12);
    });
    expect(length(state.linearVelocity) + length(state.angularVelocity)).toBeLessThan(1e-12);
    expect(readJoint(physics, "robot", "Joint")[0]).toMatchObject({ position: angle, velocity: 0 });
    const after = relative(readPose(physics, "robot", "A"), readPose(physics, "robot", "B"));
    expect(distance(after.position, before.position)).toBeLessThan(1e-12);
  });

  test("leaves all other entities alone", async () => {
    const physics = await makeWorld(floating(cube(), objectOf("other", ballShape(0.1), { position: [1, 0, 0] })));
    setVelocity(physics, "other", "Body", [0, 1, 0], [1, 0, 0]);
    const hash = physics.hashOf("other");
    moveBody(physics, "cube", "Body", turned);
    expect(physics.hashOf("other")).toBe(hash);
  });

  test("entities joined to the world are refused", async () => {
    const entity: EntityInput = { ...cube(), joints: [{ name: "J", kind: "Hinge", body1: "Body", axes: [[0, 0, 1]] }] };
    const physics = await makeWorld(floating(entity));
    expect(refusal(() => moveBody(physics, "cube", "Body", turned))).toMatchObject({
      code: "MOVE_IMPOSSIBLE",
      where: "cube/Body",
    });
  });
});

describe("freezeBody", () => {
  test("a frozen body stays in the air within 0.1 mm when it is hit, and falls when released", async () => {
    const physics = await makeWorld({ entities: [flatGround(), cube({ position: [0, 0, 2] })] });
    run(physics, 0.1);
    setVelocity(physics, "cube", "Body", [0, 0, 0], [0, 0, 0]);
    freezeBody(physics, "cube", "Body", true);
    const start = readPose(physics, "cube", "Body").position;
    run(physics, 0.2);
    physics.add(objectOf("shot", ballShape(0.05), { mass: 1, position: [-1, 0, start[2]] }));
    setVelocity(physics, "shot", "Body", [8, 0, 0], [0, 0, 0]);
    let max = 0;
    run(physics, 0.5, () => {
      max = Math.max(max, distance(readPose(physics, "cube", "Body").position, start));
    });
    expect(max).toBeLessThan(1e-4);
    expect(distance(readPose(physics, "cube", "Body").position, start)).toBeLessThan(1e-4);
    freezeBody(physics, "cube", "Body", false);
    run(physics, 0.2);
    expect(readPose(physics, "cube", "Body").position[2]).toBeCloseTo(start[2] - 0.5 * G * 0.04, 2);
  });

  test("stays frozen when an entity joins, and in a restored snapshot", async () => {
    const physics = await makeWorld({ entities: [flatGround(), cube({ position: [0, 0, 2] })] });
    freezeBody(physics, "cube", "Body", true);
    run(physics, 0.1);
    physics.add(objectOf("a", ballShape(0.1), { position: [3, 0, 1] }));
    const saved = physics.snapshot();
    run(physics, 0.5);
    expect(readPose(physics, "cube", "Body").position[2]).toBeCloseTo(2, 4);
    freezeBody(physics, "cube", "Body", false);
    run(physics, 0.5);
    physics.restore(saved);
    run(physics, 0.5);
    expect(readPose(physics, "cube", "Body").position[2]).toBeCloseTo(2, 4);
  });

  test("a frozen body that is moved stays frozen at its new place", async () => {
    const physics = await makeWorld({ entities: [objectOf("box", boxShape(0.2), { position: [0, 0, 1] })] });
    freezeBody(physics, "box", "Body", true);
    moveBody(physics, "box", "Body", { position: [1, 2, 3], orientation: fromAxisAngle([0, 0, 1], 1) });
    run(physics, 0.5, () => {
      const { position, linearVelocity } = readBody(physics, "box", "Body");
      expect(distance(position, [1, 2, 3])).toBeLessThan(1e-4);
      expect(length(linearVelocity)).toBeLessThan(1e-2);
    });
  });

  test("one frozen body holds the rest of its robot", async () => {
    const entity = jointed({ kind: "Hinge", axes: [[0, 1, 0]] }, [1, 5]);
    const physics = await makeWorld({ entities: [entity] });
    freezeBody(physics, "robot", "A", true);
    run(physics, 2);
    expect(distance(readPose(physics, "robot", "A").position, [-0.3, 0, 0])).toBeLessThan(1e-3);
    expect(readPose(physics, "robot", "B").position[2]).toBeLessThan(0.01);
  });

  test("freezing a static body has no effect", async () => {
    const physics = await makeWorld({ entities: [flatGround(), { ...cube({ position: [0, 0, 0.1] }) }] });
    freezeBody(physics, "ground", "Ground", true);
    run(physics, 0.1);
    expect(readPose(physics, "cube", "Body").position[2]).toBeCloseTo(0.1, 3);
  });
});

test("readBody: a body's pose is that of its centre of mass", async () => {
  const lopsided: EntityInput = {
    name: "e",
    bodies: [
      {
        name: "Body",
        solids: [
          { name: "a", shape: ballShape(0.1), mass: 1, position: [0, 0, 0] },
          { name: "b", shape: ballShape(0.1), mass: 3, position: [1, 0, 0] },
        ],
      },
      bodyOf("Other", ballShape(0.1), { position: [0, 5, 0] }),
    ],
  };
  const physics = await makeWorld(floating(lopsided));
  expectVec(readPose(physics, "e", "Body").position, [0.75, 0, 0], 12);
  expectVec(readPose(physics, "e", "Other").position, [0, 5, 0], 12);
});

describe("[W7] invalid commands are coded errors and have no effect", () => {
  type Call = (physics: Physics) => unknown;
  // calls that only plain JavaScript can make
  const nothing = undefined as unknown as Vec3;
  const NAN: Vec3 = [0, Number.NaN, 0];
  const pose = (position: unknown, orientation: unknown) => ({ position, orientation }) as unknown as Pose;
  const cases: [string, Call, string][] = [
    ["no force", (p) => applyForce(p, "box", "Body", nothing), "TYPE_WRONG"],
    ["a force of two numbers", (p) => applyForce(p, "box", "Body", [1, 2] as unknown as Vec3), "LENGTH_WRONG"],
    ["a force of texts", (p) => applyForce(p, "box", "Body", ["1", "2", "3"] as unknown as Vec3), "TYPE_WRONG"],
    ["a point of NaN", (p) => applyForce(p, "box", "Body", [1, 0, 0], NAN), "COMMAND_NOT_FINITE"],
    ["a point that is null", (p) => applyForce(p, "box", "Body", [1, 0, 0], null as unknown as Vec3), "TYPE_WRONG"],
    ["no impulse", (p) => applyImpulse(p, "box", "Body", nothing), "TYPE_WRONG"],
    ["an endless impulse", (p) => applyImpulse(p, "box", "Body", [1e308, 0, 0]), "COMMAND_NOT_FINITE"],
    ["no torque", (p) => applyTorque(p, "box", "Body", nothing), "TYPE_WRONG"],
    ["a body of an unknown entity", (p) => applyTorque(p, "nobody", "Body", [1, 0, 0]), "ENTITY_UNKNOWN"],
    ["no body", (p) => applyTorque(p, "box", undefined as unknown as string, [1, 0, 0]), "COMPONENT_UNKNOWN"],
    ["no pose", (p) => moveBody(p, "box", "Body", undefined as unknown as Pose), "TYPE_WRONG"],
    ["half a pose", (p) => moveBody(p, "box", "Body", pose([0, 0, 1], undefined)), "TYPE_WRONG"],
    ["a place of NaN", (p) => moveBody(p, "box", "Body", pose(NAN, [0, 0, 0, 1])), "COMMAND_NOT_FINITE"],
    ["a turning of zero", (p) => moveBody(p, "box", "Body", pose([0, 0, 1], [0, 0, 0, 0])), "AXIS_ZERO"],
    ["no speed", (p) => setVelocity(p, "box", "Body", nothing, [0, 0, 0]), "TYPE_WRONG"],
    ["no spin", (p) => setVelocity(p, "box", "Body", [0, 0, 0], nothing), "TYPE_WRONG"],
    ["frozen or not", (p) => freezeBody(p, "box", "Body", "yes" as unknown as boolean), "TYPE_WRONG"],
  ];
  test.each(cases)("%s", async (_, call, code) => {
    const physics = await makeWorld({ entities: [objectOf("box", boxShape(0.2), { position: [0, 0, 1] })] });
    const hash = physics.hash();
    expect(refusal(() => call(physics)).code).toBe(code);
    expect(physics.hash()).toBe(hash);
  });
});
