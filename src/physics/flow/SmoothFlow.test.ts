// [M4] [M5] [M6] Trees without contacts: accelerations as the engine's, momentum and energy kept, bits independent of others.

import { afterEach, describe, expect, test } from "vitest";
import { chain, mostEnergy } from "../../../testing/builders/Chain.js";
import { bodyOf, boxShape, disposeWorlds, floating, makeWorld, run } from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { JointInput } from "../../describe/entity/Joint.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { add, length, scale, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import { applyForce, readBody, readPose } from "../Bodies.js";
import { readJoint, setJointSpeed } from "../Joints.js";
import type { Physics } from "../Physics.js";
import { INTERNALS } from "../state/LiveModel.js";
import { Loops } from "./Loops.js";
import { TreeFlow } from "./TreeFlow.js";
import { TreeMotion } from "./TreeMotion.js";
import { shapeOf } from "./TreeShape.js";

afterEach(disposeWorlds);

const box = (name: string, position: Vec3, mass = 1) =>
  bodyOf(name, boxShape(0.3, 0.1, 0.2), { position, mass, collide: false });
const joint = (name: string, kind: JointInput["kind"], rest: Partial<JointInput>): JointInput => ({
  name,
  kind,
  body1: name.slice(1),
  ...rest,
});

/** A tree with every kind of joint. */
const creature = (body2: string | undefined): EntityInput => ({
  name: "creature",
  bodies: [
    box("A", [0, 0, 0], 4),
    box("B", [0.5, 0.1, 0]),
    box("C", [0.9, 0, 0.3]),
    box("D", [-0.5, 0, 0]),
    box("E", [0, 0.6, 0.2]),
  ],
  joints: [
    ...(body2 === "world"
      ? [
          joint("jA", "Universal", {
            anchor: [0, 0, 0.4],
            axes: [
              [1, 0, 0],
              [0, 1, 0],
            ],
          }),
        ]
      : []),
    joint("jB", "Hinge", { body2: "A", anchor: [0.2, 0, 0], axes: [[0, 0.6, 0.8]], armature: 0.02 }),
    joint("jC", "Slider", { body2: "B", axes: [[0.8, 0, 0.6]] }),
    joint("jD", "BallSocket", { body2: "A", anchor: [-0.2, 0.1, 0] }),
    joint("jE", "Universal", {
      body2: "A",
      anchor: [0, 0.3, 0],
      axes: [
        [1, 0, 0],
        [0, 0, 1],
      ],
    }),
  ],
});

describe("accelerations of a tree", () => {
  test.each(["free", "world"])("are the engine's, for a %s root", async (root) => {
    const physics = await makeWorld({ entities: [creature(root)] });
    const c = physics[INTERNALS].compiled;
    const { mj } = c.engine;
    const shape = shapeOf(c, 0, (c.model.tree_dofnum as Int32Array)[0]);
    const motion = new TreeMotion(shape, [0, 0, -9.81]);
    const flow = new TreeFlow(motion, new Loops([], [], motion, c.stepSec));
    for (let i = 0; i < shape.nq; i++) c.views.qpos[i] = i % 7 === 3 && root === "free" ? 1 : 0.1 * Math.cos(3 * i);
    for (let i = 0; i < shape.nv; i++) c.views.qvel[i] = Math.sin(2 * i + 1);
    normalise(c.views.qpos, shape.type, shape.q);
    mj.mj_forward(c.model, c.data);
    flow.q.set(c.views.qpos.subarray(0, shape.nq));
    flow.v.set(c.views.qvel.subarray(0, shape.nv));
    motion.mass.armature.set(c.views.dof_armature.subarray(0, shape.nv));
    // the mean acceleration over a very short step
    const before = flow.v.slice();
    expect(flow.run(1e-9)).toBe(true);
    for (let i = 0; i < shape.nv; i++)
      expect((flow.v[i] - before[i]) / 1e-9 / c.views.qacc_smooth[i], `dof ${i}`).toBeCloseTo(1, 4);
  });
});

function normalise(q: Float64Array, type: Int32Array, at: Int32Array): void {
  for (let j = 0; j < type.length; j++) {
    if (type[j] > 1) continue;
    const k = type[j] === 0 ? at[j] + 3 : at[j];
    let sum = 0;
    for (let i = k; i < k + 4; i++) sum += q[i] * q[i];
    for (let i = k; i < k + 4; i++) q[i] /= Math.sqrt(sum);
  }
}

/** Three bodies in flight; servos swing the outer two. */
const swimmer = (name: string, y = 0): EntityInput => ({
  name,
  bodies: [box("A", [0, y, 0], 2), box("B", [0.4, y, 0]), box("C", [-0.4, y, 0])],
  joints: ["B", "C"].map((body) =>
    joint(`j${body}`, "Servo", {
      body2: "A",
      anchor: [body === "B" ? 0.2 : -0.2, y, 0],
      axes: [[0, 1, 0]],
      parameters: [{ FMax: 30 }],
    }),
  ),
});
const stroke = (physics: Physics, name: string) => (step: number) => {
  physics.setJoint(name, "jB", "Angle", 0.9 * Math.sin(0.008 * step));
  physics.setJoint(name, "jC", "Angle", 0.7 - 0.7 * Math.cos(0.011 * step));
};
const centerOf = (physics: Physics, name: string): Vec3 =>
  ["A", "B", "C"].reduce<Vec3>(
    (sum, body) => add(sum, scale(readPose(physics, name, body).position, body === "A" ? 0.5 : 0.25)),
    ZERO,
  );

describe("a linkage in flight", () => {
  test.each([0.001, 0.002])("keeps its centre of mass while its servos swing, step %s s", async (stepSec) => {
    const physics = await makeWorld({ ...floating(swimmer("one")), stepSec });
    const start = centerOf(physics, "one");
    run(physics, 5, stroke(physics, "one"));
    expect(length(sub(centerOf(physics, "one"), start))).toBeLessThan(1e-8);
    expect(Math.abs(readJoint(physics, "one", "jB")[0].velocity)).toBeGreaterThan(0.1);
  });

  test("entities far away, joins and restores change no bit", async () => {
    const [physics, twin] = [
      await makeWorld({ ...floating(swimmer("one"), swimmer("two", 5)), stepSec: 0.001 }),
      await makeWorld({ ...floating(swimmer("one")), stepSec: 0.001 }),
    ];
    run(physics, 0.3, (step) => {
      stroke(physics, "one")(step);
      if (step % 5 === 0) applyForce(physics, "two", "C", [3, 0, 1]);
    });
    run(twin, 0.3, stroke(twin, "one"));
    expect(physics.hashOf("one")).toBe(twin.hashOf("one"));
    const snapshot = physics.snapshot();
    run(physics, 0.1, stroke(physics, "one"));
    physics.restore(snapshot);
    physics.add(swimmer("three", 9));
    for (const one of [physics, twin]) run(one, 0.1, stroke(one, "one"));
    expect(physics.hashOf("one")).toBe(twin.hashOf("one"));
  });
});

describe("chains", () => {
  // test/physics/chains.long.test.ts: for 5 s
  test("the lightest chain with the heaviest bob does not explode from the horizontal", async () => {
    const physics = await makeWorld({ entities: [chain([0.0005, 0.0005, 0.0005, 5])] });
    run(physics, 0.5);
    expect(length(readPose(physics, "chain", "L3").position)).toBeLessThan(0.36);
  });

  test("a chain that falls onto the ground and rises again stays whole", async () => {
    const entity = chain([0.2, 0.2, 0.2], true);
    const floor = {
      name: "floor",
      bodies: [bodyOf("F", boxShape(2, 2, 0.1), { position: [0, 0, -0.25], mass: 1 })],
      isStatic: true,
    };
    const physics = await makeWorld({ entities: [entity, floor as EntityInput] });
    let lowest = 0;
    run(physics, 3, () => {
      lowest = Math.min(lowest, readPose(physics, "chain", "L2").position[2]);
    });
    expect(lowest).toBeGreaterThan(-0.21);
    for (const body of ["L0", "L1", "L2"])
      expect(length(readBody(physics, "chain", body).linearVelocity)).toBeLessThan(10);
  });

  test("a stop ends the flow: the hinge does not pass it", async () => {
    const entity = chain([1]);
    const stopped = {
      ...entity,
      joints: entity.joints?.map((one) => ({ ...one, parameters: [{ LoStop: -1, HiStop: 0.5 }] })),
    };
    const physics = await makeWorld({ entities: [stopped as EntityInput] });
    let most = 0;
    run(physics, 2, () => {
      most = Math.max(most, readJoint(physics, "chain", "j0")[0].position);
    });
    expect(most).toBeLessThan(0.5001);
    expect(most).toBeGreaterThan(0.49);
  });

  test("a fast wheel keeps its speed and the frame its rest", async () => {
    const physics = await makeWorld(floating(chain([1])));
    setJointSpeed(physics, "chain", "j0", 200);
    run(physics, 1);
    expect(readJoint(physics, "chain", "j0")[0].velocity).toBeCloseTo(200, 8);
    expect(readJoint(physics, "chain", "j0")[0].position).toBeCloseTo(200, 6);
  });
});

describe("[M4] chains that strike themselves or the ground", () => {
  test.each([
    ["itself", [1, 1, 1, 10], 2, 0.002],
    ["the ground", [1, 1, 1, 100], 0.32, 0.002],
  ] as const)("gain no energy: %s", async (_, masses, height, stepSec) => {
    const physics = await makeWorld({ stepSec, entities: [flatGround()] });
    physics.add(chain(masses, true), { position: [0, 0, height], orientation: [0, 0, 0, 1] });
    const most = mostEnergy(physics, masses, height, 3);
    expect(most).toBeLessThan(0.02);
  });
});
