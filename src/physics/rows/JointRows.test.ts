// [W4] Stops and motors of joints against closed form.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  hung,
  jointed,
  makeWorld,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import type { AxisParameters, JointInput, JointPropertyName } from "../../describe/entity/Joint.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyImpulse, applyTorque, readBody } from "../Bodies.js";
import { readJoint } from "../Joints.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];
/** A 2 kg box of 0.3 m: moment about any axis through its centre. */
const MASS = 2;
const INERTIA = (MASS * 0.3 * 0.3) / 6;
const body = (position: Vec3 = [0, 0, 0]) => bodyOf("A", boxShape(0.3), { mass: MASS, position });

const axisOf = (physics: Physics, axis = 0) => readJoint(physics, "robot", "Joint")[axis];
const slider = (parameters: Partial<AxisParameters>, axis = X) =>
  hung({ kind: "Slider", axes: [axis], parameters: [parameters] }, body());
const hinge = (parameters: Partial<AxisParameters>, more: Partial<JointInput> = {}) =>
  hung({ kind: "Hinge", axes: [Z], parameters: [parameters], ...more }, body());
const push = (physics: Physics, speed: number) => applyImpulse(physics, "robot", "A", [MASS * speed, 0, 0]);
const spin = (physics: Physics, speed: number) =>
  applyTorque(physics, "robot", "A", [0, 0, (INERTIA * speed) / physics.stepSec]);

describe("[R6] stops", () => {
  test.each([
    ["HiStop", 2, 0.5],
    ["LoStop", -2, -0.5],
  ] as const)("a slider stays at its %s", async (stop, speed, at) => {
    const physics = await makeWorld(floating(slider({ [stop]: at })));
    push(physics, speed);
    let max = 0;
    run(physics, 1, () => {
      max = Math.max(max, Math.abs(axisOf(physics).position));
    });
    expect(axisOf(physics).position).toBeCloseTo(at, 4);
    expect(Math.abs(axisOf(physics).velocity)).toBeLessThan(1e-3);
    expect(max).toBeLessThan(0.5 + 1e-4);
  });

  test.each([3, -3])("a hinge at %d rad/s stays within ±1 rad", async (speed) => {
    const physics = await makeWorld(floating(hinge({ LoStop: -1, HiStop: 1 })));
    spin(physics, speed);
    run(physics, 1);
    expect(axisOf(physics).position).toBeCloseTo(Math.sign(speed), 4);
  });

  test.each([0.2, 0.5, 0.8, 1])("a stop with Bounce %d returns that share of the speed", async (e) => {
    const physics = await makeWorld(floating(slider({ HiStop: 0.5, Bounce: e })));
    push(physics, 2);
    run(physics, 0.4);
    expect(axisOf(physics).velocity).toBeCloseTo(-2 * e, 3);
    const turning = await makeWorld(floating(hinge({ HiStop: 0.5, Bounce: e })));
    spin(turning, 2);
    run(turning, 0.4);
    expect(axisOf(turning).velocity).toBeCloseTo(-2 * e, 3);
  });

  test("stops are on Body1 relative to Body2, whichever is heavier", async () => {
    for (const masses of [
      [1, 5],
      [5, 1],
    ] as const) {
      const entity = jointed({ kind: "Slider", axes: [X], parameters: [{ HiStop: 0.1, LoStop: -0.3 }] }, masses);
      const physics = await makeWorld(floating(entity));
      applyImpulse(physics, "robot", "A", [masses[0], 0, 0]);
      run(physics, 1);
      expect(axisOf(physics).position).toBeCloseTo(0.1, 4);
      applyImpulse(physics, "robot", "A", [-5, 0, 0]);
      run(physics, 2);
      expect(axisOf(physics).position).toBeCloseTo(-0.3, 3);
    }
  });

  test.each(["Universal", "Hinge2"] as const)("%s: each axis has its own stops", async (kind) => {
    for (const stopped of [0, 1]) {
      const joint = { kind, axes: [Z, X], anchor: [0, 0, 0] as Vec3 };
      const physics = await makeWorld(floating(jointed(joint, [1, 5])));
      physics.setJoint("robot", "Joint", "HiStop", 0.2, stopped);
      for (const axis of [0, 1]) {
        physics.setJoint("robot", "Joint", "FMax", 1, axis);
        physics.setJoint("robot", "Joint", "Vel", 0.5, axis);
      }
      run(physics, 1.2);
      expect(axisOf(physics, stopped).position).toBeCloseTo(0.2, 3);
      expect(axisOf(physics, 1 - stopped).position).toBeGreaterThan(0.4);
    }
  });

  test("stops can be set and taken away while running", async () => {
    const physics = await makeWorld(floating(slider({})));
    push(physics, 1);
    run(physics, 0.2);
    physics.setJoint("robot", "Joint", "HiStop", 0.5);
    run(physics, 1);
    expect(axisOf(physics).position).toBeCloseTo(0.5, 4);
    physics.setJoint("robot", "Joint", "HiStop", Number.POSITIVE_INFINITY);
    push(physics, 1);
    run(physics, 1);
    expect(axisOf(physics).position).toBeGreaterThan(1.4);
  });

  test("as in ODE, LoStop above HiStop means no stops", async () => {
    const physics = await makeWorld(floating(slider({ HiStop: 0.1 })));
    physics.setJoint("robot", "Joint", "LoStop", 0.2);
    push(physics, 1);
    run(physics, 1);
    expect(axisOf(physics).position).toBeCloseTo(1, 2);
  });

  test("a soft stop is the spring and damper kp = ERP / (h CFM), kd = (1 - ERP) / CFM", async () => {
    const [kp, kd, h] = [4000, 40, 0.001];
    const entity = slider({ LoStop: 0, StopERP: (h * kp) / (h * kp + kd), StopCFM: 1 / (h * kp + kd) }, Z);
    const physics = await makeWorld({ entities: [entity] });
    // sinks in from rest: x(t) = -(m g / kp) (1 - e^(-s t) (cos w t + (s / w) sin w t))
    const sag = (MASS * G) / kp;
    const s = kd / (2 * MASS);
    const w = Math.sqrt(kp / MASS - s * s);
    const exact = (t: number) => -sag * (1 - Math.exp(-s * t) * (Math.cos(w * t) + (s / w) * Math.sin(w * t)));
    for (const t of [0.02, 0.05, 0.1, 0.2]) {
      run(physics, t - physics.timeSec);
      expect(Math.abs(axisOf(physics).position - exact(t))).toBeLessThan(0.05 * sag);
    }
    run(physics, 2);
    expect(axisOf(physics).position / -sag).toBeCloseTo(1, 4);
    expect(axisOf(physics).effort).toBeCloseTo(MASS * G, 3);
  });
});

describe("[R6] motors", () => {
  test.each([
    ["Hinge", INERTIA],
    ["Slider", MASS],
  ] as const)("a %s motor reaches Vel in I w / FMax and keeps it", async (kind, inertia) => {
    const [Vel, FMax] = [5, 0.5];
    const physics = await makeWorld(floating(hung({ kind, axes: [Z], parameters: [{ Vel, FMax }] }, body())));
    const runUp = (inertia * Vel) / FMax;
    run(physics, Math.round(500 * runUp) / 1000);
    expect(axisOf(physics).velocity / ((FMax * physics.timeSec) / inertia)).toBeCloseTo(1, 5);
    expect(axisOf(physics).effort).toBeCloseTo(FMax, 9);
    run(physics, 0.98 * runUp - physics.timeSec);
    expect(axisOf(physics).velocity).toBeLessThan(Vel);
    run(physics, 1.02 * runUp - physics.timeSec);
    expect(axisOf(physics).velocity).toBeCloseTo(Vel, 3);
    run(physics, 1);
    expect(axisOf(physics).velocity).toBeCloseTo(Vel, 6);
    expect(axisOf(physics).effort).toBeCloseTo(0, 6);
  });

  test("a motor does nothing until FMax is above zero", async () => {
    const physics = await makeWorld(floating(hinge({ Vel: 10 })));
    run(physics, 0.5);
    expect(axisOf(physics)).toEqual({ position: 0, velocity: 0, effort: 0 });
    physics.setJoint("robot", "Joint", "FMax", 100);
    run(physics, 0.5);
    expect(axisOf(physics).velocity).toBeCloseTo(10, 4);
  });

  test("FMax infinity: at full speed after one step, also against a load", async () => {
    const physics = await makeWorld(floating(hinge({ Vel: 3, FMax: Number.POSITIVE_INFINITY })));
    applyTorque(physics, "robot", "A", [0, 0, -50]);
    physics.step();
    expect(axisOf(physics).velocity).toBeCloseTo(3, 1);
    run(physics, 0.1);
    expect(axisOf(physics).velocity).toBeCloseTo(3, 6);
  });

  test("a motor at speed 0 is a brake: it holds up to FMax and slips above", async () => {
    const physics = await makeWorld(floating(hinge({ FMax: 2 })));
    run(physics, 0.5, () => applyTorque(physics, "robot", "A", [0, 0, 1.9]));
    expect(Math.abs(axisOf(physics).velocity)).toBeLessThan(1e-3);
    expect(axisOf(physics).effort).toBeCloseTo(-1.9, 3);
    const start = axisOf(physics).velocity;
    run(physics, 0.5, () => applyTorque(physics, "robot", "A", [0, 0, 3]));
    expect(axisOf(physics).velocity - start).toBeCloseTo((0.5 * (3 - 2)) / INERTIA, 2);
  });

  test("CFM is the speed lost for each unit of force", async () => {
    const physics = await makeWorld(floating(hinge({ Vel: 4, FMax: 100, CFM: 0.5 })));
    run(physics, 2, () => applyTorque(physics, "robot", "A", [0, 0, -3]));
    expect(axisOf(physics).velocity).toBeCloseTo(4 - 0.5 * 3, 6);
  });

  test.each([
    ["lighter", [1, 5]],
    ["heavier", [5, 1]],
  ] as const)("a positive Vel turns Body1 forwards against Body2, Body1 %s", async (_, masses) => {
    const physics = await makeWorld(
      floating(jointed({ kind: "Hinge", axes: [Z], parameters: [{ Vel: 2, FMax: 1 }] }, masses)),
    );
    run(physics, 3);
    const [a, b] = [readBody(physics, "robot", "A"), readBody(physics, "robot", "B")];
    expect(axisOf(physics).velocity).toBeCloseTo(2, 4);
    expect(a.angularVelocity[2] - b.angularVelocity[2]).toBeCloseTo(2, 4);
    expect(a.angularVelocity[2]).toBeGreaterThan(0);
  });

  test.each(["Hinge2", "Universal"] as const)("%s: each axis has its own motor", async (kind) => {
    for (const masses of [
      [1, 5],
      [5, 1],
    ] as const)
      for (const driven of [0, 1]) {
        const joint = { kind, axes: [Z, X], anchor: [0, 0, 0] as Vec3 };
        const physics = await makeWorld(floating(jointed(joint, masses)));
        physics.setJoint("robot", "Joint", "FMax", 5, driven);
        physics.setJoint("robot", "Joint", "Vel", 1.5, driven);
        // the other axis is held
        physics.setJoint("robot", "Joint", "FMax", 50, 1 - driven);
        run(physics, 1);
        expect(axisOf(physics, driven).velocity).toBeCloseTo(1.5, 3);
        expect(axisOf(physics, 1 - driven).position).toBeCloseTo(0, 3);
      }
  });

  test("a motor against a stop pushes with FMax and no more", async () => {
    const physics = await makeWorld(floating(slider({ HiStop: 0.1, Vel: 1, FMax: 7 })));
    run(physics, 2);
    expect(axisOf(physics).position).toBeCloseTo(0.1, 3);
    // motor and stop cancel
    expect(axisOf(physics).effort).toBeCloseTo(0, 3);
  });

  test("the effort is the load: an arm held level, by a motor or by a stop", async () => {
    const load = MASS * G * 0.4;
    for (const parameters of [{ FMax: 100 }, { LoStop: 0, HiStop: 0 }]) {
      const joint: JointInput = {
        name: "Joint",
        kind: "Hinge",
        body1: "A",
        axes: [[0, -1, 0]],
        parameters: [parameters],
      };
      const physics = await makeWorld({ entities: [hung(joint, body([0.4, 0, 0]))] });
      run(physics, 1);
      expect(axisOf(physics).effort / load).toBeCloseTo(1, 3);
      expect(Math.abs(axisOf(physics).position)).toBeLessThan(1e-3);
    }
  });
});

describe("[W4] refused commands have no effect on the joint", () => {
  test.each<[JointPropertyName, number, string]>([
    ["Vel", Number.NaN, "COMMAND_NOT_FINITE"],
    ["Vel", Number.POSITIVE_INFINITY, "COMMAND_NOT_FINITE"],
    ["FMax", -1, "VALUE_OUT_OF_RANGE"],
    ["LoVel", 1, "PARAMETER_UNSUPPORTED"],
    ["HiVel", 1, "PARAMETER_UNSUPPORTED"],
    ["Angle", 1, "PARAMETER_UNKNOWN"],
    ["Kp", 1, "PARAMETER_UNKNOWN"],
    ["SuspensionCFM", 1, "PARAMETER_UNKNOWN"],
  ])("%s = %d", async (name, value, code) => {
    const physics = await makeWorld(floating(hinge({})));
    const hash = physics.hash();
    const error = refusal(() => physics.setJoint("robot", "Joint", name, value));
    expect(error.code).toBe(code);
    expect(error.where).toContain("robot/Joint");
    expect(physics.hash()).toBe(hash);
  });

  test("an unknown axis, joint, parameter or entity", async () => {
    const physics = await makeWorld(floating(hinge({})));
    expect(refusal(() => physics.setJoint("robot", "Joint", "Vel", 1, 1))).toMatchObject({
      code: "PARAMETER_UNKNOWN",
      found: "axis 2 (index 1)",
    });
    expect(refusal(() => physics.setJoint("robot", "Joind", "Vel", 1)).advice).toContain("Joint");
    expect(refusal(() => physics.setJoint("robot", "Joint", "Wel" as JointPropertyName, 1)).advice).toContain("Vel");
    expect(refusal(() => physics.setJoint("robo", "Joint", "Vel", 1)).code).toBe("ENTITY_UNKNOWN");
  });

  test("LoStop, HiStop and FMax take infinities", async () => {
    const physics = await makeWorld(floating(hinge({})));
    physics.setJoint("robot", "Joint", "LoStop", Number.NEGATIVE_INFINITY);
    physics.setJoint("robot", "Joint", "HiStop", Number.POSITIVE_INFINITY);
    physics.setJoint("robot", "Joint", "FMax", Number.POSITIVE_INFINITY);
    run(physics, 0.1);
    expect(axisOf(physics).velocity).toBe(0);
  });
});
