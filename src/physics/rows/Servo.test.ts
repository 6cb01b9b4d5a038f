// [R6] Servo joints in their three modes (W4's Angle, Velocity, Torque), and the spring of a hinge-2.

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
  objectOf,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { JointInput, ServoParameters } from "../../describe/entity/Joint.js";
import { DEGREE } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyTorque, readPose } from "../Bodies.js";
import { readJoint, readJointCommand, readSuspension } from "../Joints.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const MASS = 2;
const ARM = 0.4;
/** Of the 0.3 m box about the hinge, 0.4 m away. */
const INERTIA = (MASS * 0.3 * 0.3) / 6 + MASS * ARM * ARM;
const LOAD = MASS * G * ARM;

/** A level arm along x on a servo about -y: a positive angle lifts it. */
const arm = (servo: Partial<ServoParameters>, FMax = 100): EntityInput =>
  hung(
    { kind: "Servo", axes: [[0, -1, 0]], servo, parameters: [{ FMax }] },
    bodyOf("A", boxShape(0.3), { mass: MASS, position: [ARM, 0, 0] }),
  );
const stateOf = (physics: Physics) => readJoint(physics, "robot", "Joint")[0];
const loaded = (entity: EntityInput) => makeWorld({ entities: [entity] });
const weightless = (entity: EntityInput) => makeWorld(floating(entity));

describe("[R6] a servo under angle control", () => {
  test.each([0, 0.7, -1.2])("goes to %d rad and holds it to 0.01° against gravity", async (target) => {
    const physics = await loaded(arm({ target }));
    run(physics, 3);
    expect(Math.abs(stateOf(physics).position - target)).toBeLessThan(0.01 * DEGREE);
    expect(stateOf(physics).effort).toBeCloseTo(LOAD * Math.cos(target), 3);
    const before = stateOf(physics).position;
    run(physics, 20);
    expect(Math.abs(stateOf(physics).position - before)).toBeLessThan(1e-9);
  });

  test("does not overshoot", async () => {
    const physics = await weightless(arm({ target: 1 }, 10));
    let max = 0;
    run(physics, 3, () => {
      max = Math.max(max, stateOf(physics).position);
    });
    expect(stateOf(physics).position).toBeCloseTo(1, 4);
    expect(max).toBeLessThan(1 + 0.01 * DEGREE);
  });

  test("follows a target that moves in every step one step later, also after a restore", async () => {
    // twice the torque that the motion needs
    const physics = await weightless(arm({ target: 0 }, 2 * INERTIA * 0.5 * 36));
    const at = (step: number) => 0.5 - 0.5 * Math.cos(6 * physics.stepSec * step);
    const follow = (from: number, to: number): number => {
      let worst = 0;
      for (let step = from; step < to; step++) {
        physics.setJoint("robot", "Joint", "Angle", at(step));
        physics.step();
        if (step > 20) worst = Math.max(worst, Math.abs(stateOf(physics).position - at(step)));
      }
      return worst;
    };
    // a twentieth of the target's way in one step
    expect(follow(0, 700)).toBeLessThan(0.05 * 3 * physics.stepSec);
    const snapshot = physics.snapshot();
    follow(700, 720);
    const straight = physics.hash();
    physics.restore(snapshot);
    follow(700, 720);
    expect(physics.hash()).toBe(straight);
  });

  test("goes no faster than MaxVel and pushes no harder than FMax", async () => {
    const physics = await weightless(arm({ target: 2, MaxVel: 1.5 }, 20));
    let [fastest, hardest] = [0, 0];
    run(physics, 3, () => {
      fastest = Math.max(fastest, Math.abs(stateOf(physics).velocity));
      hardest = Math.max(hardest, Math.abs(stateOf(physics).effort));
    });
    expect(fastest).toBeCloseTo(1.5, 4);
    expect(hardest).toBeLessThanOrEqual(20 + 1e-9);
    expect(stateOf(physics).position).toBeCloseTo(2, 4);
  });

  test("sinks if it is too weak for its load", async () => {
    const physics = await loaded(arm({ target: 0 }, 0.5 * LOAD));
    run(physics, 0.2);
    // half of the weight's torque is left
    expect(stateOf(physics).position).toBeCloseTo((-0.5 * 0.5 * LOAD * 0.04) / INERTIA, 2);
    expect(stateOf(physics).effort).toBeCloseTo(0.5 * LOAD, 6);
  });

  test("with Kp and Kd it is a spring and a damper: sags by load / Kp", async () => {
    const physics = await loaded(arm({ target: 0, Kp: 200, Kd: 20 }));
    run(physics, 5);
    const { position, effort } = stateOf(physics);
    expect(effort).toBeCloseTo(LOAD * Math.cos(position), 4);
    expect(position).toBeCloseTo((-LOAD * Math.cos(position)) / 200, 6);
  });

  test("with Kp and Kd it swings at sqrt(Kp / I)", async () => {
    const physics = await weightless(arm({ target: 0.1, Kp: 50, Kd: 0 }));
    const period = 2 * Math.PI * Math.sqrt(INERTIA / 50);
    let crossed = 0;
    let first = 0;
    let last = 0;
    let before = -1;
    run(physics, 4, () => {
      const side = stateOf(physics).position - 0.1;
      if (before < 0 && side >= 0) {
        if (crossed === 0) first = physics.timeSec;
        last = physics.timeSec;
        crossed++;
      }
      before = side;
    });
    expect(crossed).toBeGreaterThan(3);
    expect((last - first) / (crossed - 1) / period).toBeCloseTo(1, 2);
  });

  test("with Kp and MaxVel it pushes with its full torque up to that speed", async () => {
    const physics = await weightless(arm({ target: 1, Kp: 40, MaxVel: 0.8 }));
    physics.step();
    expect(stateOf(physics).effort).toBeCloseTo(40, 1);
    let fastest = 0;
    run(physics, 0.4, () => {
      fastest = Math.max(fastest, stateOf(physics).velocity);
    });
    expect(fastest).toBeCloseTo(0.8, 2);
  });

  test("Body1 relative to Body2, whichever is heavier", async () => {
    for (const masses of [
      [1, 5],
      [5, 1],
    ] as const) {
      const entity = jointed(
        { kind: "Servo", axes: [[0, 0, 1]], servo: { target: 0.5 }, parameters: [{ FMax: 50 }] },
        masses,
      );
      const physics = await weightless(entity);
      run(physics, 3);
      expect(stateOf(physics).position).toBeCloseTo(0.5, 4);
      const turned = readPose(physics, "robot", "A").orientation[2] - readPose(physics, "robot", "B").orientation[2];
      expect(turned).toBeGreaterThan(0);
    }
  });
});

describe("[W4] the last of Angle, Velocity and Torque sets the mode", () => {
  test("velocity: runs up with FMax, keeps the speed, bounded by MaxVel", async () => {
    const physics = await weightless(arm({}, 5));
    physics.setJoint("robot", "Joint", "Velocity", 2);
    run(physics, 0.1);
    expect(stateOf(physics).velocity).toBeCloseTo((5 * 0.1) / INERTIA, 4);
    run(physics, 1);
    expect(stateOf(physics).velocity).toBeCloseTo(2, 4);
    physics.setJoint("robot", "Joint", "MaxVel", 0.5);
    run(physics, 1);
    expect(stateOf(physics).velocity).toBeCloseTo(0.5, 4);
  });

  test("torque: accelerates by T / I, bounded by FMax", async () => {
    const physics = await weightless(arm({}, 5));
    physics.setJoint("robot", "Joint", "Torque", -3);
    run(physics, 0.2);
    expect(stateOf(physics).velocity).toBeCloseTo((-3 * 0.2) / INERTIA, 6);
    expect(stateOf(physics).effort).toBeCloseTo(-3, 6);
    physics.setJoint("robot", "Joint", "Torque", 100);
    const before = stateOf(physics).velocity;
    run(physics, 0.1);
    expect(stateOf(physics).velocity - before).toBeCloseTo((5 * 0.1) / INERTIA, 6);
  });

  test("torque with MaxVel: pushes until that speed and no further", async () => {
    const physics = await weightless(arm({ MaxVel: 1 }, 50));
    physics.setJoint("robot", "Joint", "Torque", 4);
    run(physics, 0.05);
    expect(stateOf(physics).velocity).toBeCloseTo((4 * 0.05) / INERTIA, 4);
    run(physics, 1);
    expect(stateOf(physics).velocity).toBeCloseTo(1, 4);
  });

  test("back to angle", async () => {
    const physics = await loaded(arm({}));
    physics.setJoint("robot", "Joint", "Torque", 5);
    run(physics, 0.1);
    physics.setJoint("robot", "Joint", "Vel", 1);
    run(physics, 0.1);
    expect(stateOf(physics).velocity).toBeCloseTo(1, 2);
    physics.setJoint("robot", "Joint", "Angle", -0.3);
    run(physics, 3);
    expect(Math.abs(stateOf(physics).position + 0.3)).toBeLessThan(0.01 * DEGREE);
  });

  test("stops hold a servo too", async () => {
    const physics = await loaded(arm({ target: 2 }));
    physics.setJoint("robot", "Joint", "HiStop", 0.5);
    run(physics, 3);
    expect(stateOf(physics).position).toBeCloseTo(0.5, 3);
  });

  test("an infinite MaxVel is refused", async () => {
    const physics = await loaded(arm({}));
    expect(refusal(() => physics.setJoint("robot", "Joint", "MaxVel", Number.POSITIVE_INFINITY)).code).toBe(
      "COMMAND_NOT_FINITE",
    );
  });
});

describe("[R6] suspension of a hinge-2", () => {
  const [kp, kd, h] = [2000, 100, 0.001];
  const soft = { SuspensionERP: (h * kp) / (h * kp + kd), SuspensionCFM: 1 / (h * kp + kd) };
  const WHEEL: Vec3 = [0.3, 0, 0];
  const fixed = (body1: string): JointInput => ({ name: "Hold", kind: "Fixed", body1 });
  /** Chassis A and wheel B; one is fixed to the world, the other hangs or stands on the spring. */
  const car = (held: string, parameters: object): EntityInput => ({
    ...jointed(
      {
        kind: "Hinge2",
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ],
        anchor: held === "A" ? WHEEL : [-0.3, 0, 0],
        parameters: [parameters],
      },
      [4, 2],
    ),
    joints: [
      fixed(held),
      {
        name: "Joint",
        kind: "Hinge2",
        body1: "A",
        body2: "B",
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ],
        anchor: held === "A" ? WHEEL : [-0.3, 0, 0],
        parameters: [parameters],
      },
    ],
  });
  const height = (physics: Physics, body: string) => readPose(physics, "robot", body).position[2];

  test("a wheel hangs lower by m g / kp", async () => {
    const physics = await loaded(car("A", soft));
    run(physics, 3);
    expect(height(physics, "B") / ((-2 * G) / kp)).toBeCloseTo(1, 3);
    expect(Math.abs(readSuspension(physics, "robot", "Joint"))).toBeCloseTo((2 * G) / kp, 5);
  });

  test("a chassis stands lower by m g / kp", async () => {
    const physics = await loaded(car("B", soft));
    run(physics, 3);
    expect(height(physics, "A") / ((-4 * G) / kp)).toBeCloseTo(1, 3);
  });

  test("without a spring it is rigid", async () => {
    const physics = await loaded(car("A", {}));
    run(physics, 1);
    expect(Math.abs(height(physics, "B"))).toBeLessThan(1e-9);
    expect(readSuspension(physics, "robot", "Joint")).toBe(0);
  });

  test("it swings at sqrt(kp / m) and dies away with kd / 2m", async () => {
    const physics = await loaded(car("A", soft));
    const sag = (2 * G) / kp;
    const s = kd / 4;
    const w = Math.sqrt(kp / 2 - s * s);
    const exact = (t: number) => -sag * (1 - Math.exp(-s * t) * (Math.cos(w * t) + (s / w) * Math.sin(w * t)));
    for (const t of [0.02, 0.05, 0.1, 0.2]) {
      run(physics, t - physics.timeSec);
      expect(Math.abs(height(physics, "B") - exact(t))).toBeLessThan(0.03 * sag);
    }
  });

  test.each([0.001, 0.002, 0.005])("Stiffness and Damping are the same spring at a step of %s s", async (stepSec) => {
    const parts = car("A", {});
    const joints = parts.joints?.map((one) =>
      one.kind === "Hinge2" ? { ...one, suspension: { stiffness: kp, damping: kd } } : one,
    );
    const physics = await makeWorld({ stepSec, entities: [{ ...parts, joints }] });
    const [sag, s] = [(2 * G) / kp, kd / 4];
    const w = Math.sqrt(kp / 2 - s * s);
    const exact = (t: number) => -sag * (1 - Math.exp(-s * t) * (Math.cos(w * t) + (s / w) * Math.sin(w * t)));
    for (const t of [0.02, 0.05, 0.1, 0.2]) {
      run(physics, t - physics.timeSec);
      expect(Math.abs(height(physics, "B") - exact(t)), `${t} s`).toBeLessThan(0.03 * sag);
    }
    run(physics, 3);
    expect(height(physics, "B") / -sag).toBeCloseTo(1, 4);
    const { SuspensionERP: erp, SuspensionCFM: cfm } = readJointCommand(physics, "robot", "Joint").axes[0];
    expect([erp / (stepSec * cfm), (1 - erp) / cfm].map(Math.round)).toEqual([kp, kd]);
  });

  test("[M6] a spring set after the start sags the same, and all other entities keep their bits", async () => {
    const bystander = objectOf("bystander", boxShape(0.2), { position: [5, 0, 0] });
    const make = () => makeWorld({ entities: [car("A", {}), bystander] });
    const [physics, twin] = [await make(), await make()];
    for (const world of [physics, twin]) {
      applyTorque(world, "bystander", "Body", [1, 2, 3]);
      run(world, 0.5);
    }
    physics.setJoint("robot", "Joint", "SuspensionERP", soft.SuspensionERP);
    physics.setJoint("robot", "Joint", "SuspensionCFM", soft.SuspensionCFM);
    for (const world of [physics, twin]) run(world, 3);
    expect(height(physics, "B") / ((-2 * G) / kp)).toBeCloseTo(1, 3);
    expect(height(twin, "B")).toBeCloseTo(0, 9);
    expect(physics.hashOf("bystander")).toBe(twin.hashOf("bystander"));
    // harder again, without another rebuild
    physics.setJoint("robot", "Joint", "SuspensionCFM", soft.SuspensionCFM / 10);
    run(physics, 3);
    expect(height(physics, "B") / ((-2 * G) / (10 * kp))).toBeCloseTo(1, 3);
  });
});

describe("[R6] position control of a hinge-2's steering axis", () => {
  /** A base that is held, and a wheel that steers about z and rolls about y. */
  const steered = (more: Partial<JointInput> = {}): EntityInput => ({
    ...jointed({ kind: "Hinge2" }, [4, 2]),
    joints: [
      { name: "Hold", kind: "Fixed", body1: "A" },
      {
        name: "Joint",
        kind: "Hinge2",
        body1: "A",
        body2: "B",
        anchor: [0.3, 0, 0],
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ],
        ...more,
      },
    ],
  });
  const state = (physics: Physics) => readJoint(physics, "robot", "Joint");

  test("holds the angle of the document while the wheel is driven", async () => {
    const physics = await loaded(
      steered({ servo: { target: 0.4, MaxVel: 2 }, parameters: [{ FMax: 20 }, { Vel: 3, FMax: 5 }] }),
    );
    run(physics, 0.1);
    expect(state(physics)[0].velocity).toBeCloseTo(2, 3);
    run(physics, 2);
    expect(state(physics)[0].position).toBeCloseTo(0.4, 5);
    expect(state(physics)[1].velocity).toBeCloseTo(3, 3);
  });

  test("takes Angle without a servo in the document; Vel returns to the motor; axis 2 takes none", async () => {
    const physics = await loaded(steered({ parameters: [{ FMax: 20 }, {}] }));
    physics.setJoint("robot", "Joint", "Angle", -0.3);
    run(physics, 1);
    expect(state(physics)[0].position).toBeCloseTo(-0.3, 5);
    const { snapshot, hash } = { snapshot: physics.snapshot(), hash: physics.hash() };
    physics.setJoint("robot", "Joint", "Angle", 0.3);
    run(physics, 1);
    expect(state(physics)[0].position).toBeCloseTo(0.3, 5);
    physics.restore(snapshot);
    expect(physics.hash()).toBe(hash);
    physics.setJoint("robot", "Joint", "Vel", 1);
    run(physics, 0.2);
    expect(state(physics)[0].velocity).toBeCloseTo(1, 3);
    expect(refusal(() => physics.setJoint("robot", "Joint", "Angle", 0, 1)).code).toBe("PARAMETER_UNKNOWN");
  });
});
