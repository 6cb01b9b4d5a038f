// [M7] Bad numbers do not spread: the entity at fault is removed, the step is repeated, the others continue.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  hung,
  makeWorld,
  objectOf,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, applyImpulse, readBody } from "../Bodies.js";
import { readJoint } from "../Joints.js";
import type { Physics } from "../Physics.js";
import { listContacts } from "../Queries.js";
import { INTERNALS } from "../state/LiveModel.js";

afterEach(disposeWorlds);

const flywheel = (name: string, position: Vec3): EntityInput => ({
  ...hung({ kind: "Hinge", axes: [[0, 0, 1]], anchor: position }, bodyOf("Wheel", boxShape(0.2), { position })),
  name,
});
const crate = (name: string, position: Vec3): EntityInput => objectOf(name, boxShape(0.3), { position, mass: 2 });
const SANE = ["calm", "other"];

async function scene(...more: EntityInput[]): Promise<Physics> {
  const sane = [crate("calm", [5, 0, 0.2]), crate("other", [5.2, 0.1, 0.6])];
  return run(await makeWorld({ entities: [flatGround(), ...sane, ...more] }), 0.1);
}

/** Steps a world that loses entities and a world that never had them, and compares all others. */
async function expectRemoved(mad: EntityInput, drive: (physics: Physics) => void): Promise<string> {
  const [physics, twin] = [await scene(mad), await scene()];
  drive(physics);
  for (const world of [physics, twin]) applyForce(world, "calm", "Body", [3, 0, 0]);
  const removals = [...physics.step()];
  twin.step();
  for (let i = 0; i < 50 && removals.length === 0; i++) {
    removals.push(...physics.step());
    twin.step();
  }
  expect(removals.map(({ entity }) => entity)).toEqual([mad.name]);
  expect(removals[0].error.code).toBe("EXPLODED");
  expect(removals[0].error.where).toBe(mad.name);
  expect(physics.has(mad.name)).toBe(false);
  expect(physics.steps).toBe(twin.steps);
  for (const name of SANE) expect(physics.hashOf(name)).toBe(twin.hashOf(name));
  for (const world of [physics, twin]) run(world, 0.2);
  expect(physics.hash()).toBe(twin.hash());
  return removals[0].error.message;
}

describe("[M7] an entity with bad numbers is removed, the others keep their bits", () => {
  test.each([1e9, 1e30, 1e300])("a push of %d N", async (force) => {
    await expectRemoved(crate("mad", [0, 0, 0.15]), (physics) => applyForce(physics, "mad", "Body", [0, 0, force]));
  });

  test("an infinitely strong motor at an absurd speed", async () => {
    const message = await expectRemoved(flywheel("mad", [0, 0, 1]), (physics) => {
      physics.setJoint("mad", "Joint", "FMax", Number.POSITIVE_INFINITY);
      physics.setJoint("mad", "Joint", "Vel", 1e30);
    });
    expect(message).toContain("speed");
  });

  test("a torque servo with an absurd command", async () => {
    const servo: EntityInput = {
      ...hung(
        { kind: "Servo", axes: [[0, 0, 1]], parameters: [{ FMax: Number.POSITIVE_INFINITY }] },
        bodyOf("Wheel", boxShape(0.2), { position: [0, 0, 1] }),
      ),
      name: "mad",
    };
    await expectRemoved(servo, (physics) => physics.setJoint("mad", "Joint", "Torque", 1e300));
  });

  test("for the first and the last name", async () => {
    for (const name of ["AAA", "zzz"])
      await expectRemoved(crate(name, [0, 0, 0.15]), (physics) => applyForce(physics, name, "Body", [1e200, 0, 0]));
  });

  test("two at once, apart: both are removed in one step", async () => {
    const physics = await scene(crate("mad1", [0, 0, 0.15]), crate("mad2", [-5, 0, 0.15]));
    const twin = await scene();
    for (const name of ["mad1", "mad2"]) applyForce(physics, name, "Body", [0, 0, 1e40]);
    const removals = physics.step();
    twin.step();
    expect(removals.map(({ entity }) => entity).sort()).toEqual(["mad1", "mad2"]);
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("[M7] in contact with others", () => {
  test("the pushed entity is removed, the entity on top of it stays and falls", async () => {
    const physics = await scene(crate("mad", [0, 0, 0.15]), crate("rider", [0, 0, 0.45]));
    run(physics, 0.3);
    applyForce(physics, "mad", "Body", [0, 0, 1e200]);
    const removals = physics.step();
    expect(removals.map(({ entity }) => entity)).toEqual(["mad"]);
    run(physics, 1);
    const { position, linearVelocity } = readBody(physics, "rider", "Body");
    expect(position[2]).toBeCloseTo(0.15, 3);
    expect(Math.abs(linearVelocity[2])).toBeLessThan(1e-3);
  });

  test("the step is repeated: all other entities have moved by one step with their applied forces", async () => {
    const physics = await scene(crate("mad", [0, 0, 0.15]));
    const steps = physics.steps;
    const before = readBody(physics, "other", "Body").linearVelocity[0];
    applyForce(physics, "mad", "Body", [0, 1e200, 0]);
    applyImpulse(physics, "other", "Body", [4, 0, 0]);
    physics.step();
    expect(physics.steps).toBe(steps + 1);
    expect(readBody(physics, "other", "Body").linearVelocity[0] - before).toBeGreaterThan(1);
  });
});

describe("[M7] other entities stay", () => {
  /** An arm on a base, held by a servo of unlimited force. */
  const holder = (name: string, [x, y, z]: Vec3): EntityInput => ({
    name,
    bodies: [
      bodyOf("Base", boxShape(0.3), { position: [x, y, z], mass: 3 }),
      bodyOf("Arm", boxShape(0.1), { position: [x + 0.3, y, z], mass: 0.5 }),
    ],
    joints: [
      {
        name: "Joint",
        kind: "Servo",
        body1: "Arm",
        body2: "Base",
        anchor: [x + 0.2, y, z],
        axes: [[0, 1, 0]],
        parameters: [{ FMax: Number.POSITIVE_INFINITY }],
      },
    ],
  });

  test.each(["aHolder", "zHolder"])(
    "%s, whose servo holds still, stays; the box that was kicked goes",
    async (name) => {
      const physics = await scene(crate("mad", [0, 0, 0.15]), holder(name, [0, 0, 0.45]));
      run(physics, 0.2);
      applyImpulse(physics, "mad", "Body", [0, 0, 1e9]);
      expect(physics.step().map(({ entity }) => entity)).toEqual(["mad"]);
      run(physics, 1);
      expect(readBody(physics, name, "Base").position[2]).toBeCloseTo(0.15, 3);
    },
  );

  test("a stack: only the kicked box is removed", async () => {
    const names = ["a", "b", "c", "d"];
    for (const mad of names) {
      const physics = await scene(...names.map((name, i) => crate(name, [0, 0, 0.15 + 0.3 * i])));
      run(physics, 0.2);
      applyImpulse(physics, mad, "Body", [1e9, 0, 3e8]);
      expect(physics.step().map(({ entity }) => entity)).toEqual([mad]);
      run(physics, 0.3);
    }
  });

  test("two kicked boxes of one stack: both are removed, the one between stays", async () => {
    const physics = await scene(...["a", "b", "c"].map((name, i) => crate(name, [0, 0, 0.15 + 0.3 * i])));
    run(physics, 0.2);
    for (const mad of ["a", "c"]) applyImpulse(physics, mad, "Body", [1e9, 0, 0]);
    expect(
      physics
        .step()
        .map(({ entity }) => entity)
        .sort(),
    ).toEqual(["a", "c"]);
    expect(physics.names).toContain("b");
  });
});

describe("[M7] the engine's memory", () => {
  /** Boxes that all overlap each other. */
  const bomb = (count: number): EntityInput => ({
    name: "bomb",
    bodies: Array.from({ length: count }, (_, i) => bodyOf(`B${i}`, boxShape(0.2), { position: [0.001 * i, 0, 1] })),
  });

  test("more contacts than fit: the step is repeated with more memory and gives the same bits", async () => {
    // few degrees of freedom, many contacts
    const bodies = [0, 0.07].map((y) => ({
      name: `B${y}`,
      solids: Array.from({ length: 60 }, (_, i) => {
        const position: Vec3 = [0.001 * i, y, 1 + y + 0.0007 * i];
        return { name: `${y} ${i}`, shape: boxShape(0.2), mass: 1, position };
      }),
    }));
    const entities = [flatGround(), { name: "bomb", bodies }];
    const [physics, roomy] = [await makeWorld({ entities }), await makeWorld({ entities })];
    const before = physics[INTERNALS].memoryMb;
    expect(roomy[INTERNALS].grow() && roomy[INTERNALS].grow()).toBe(true);
    for (const world of [physics, roomy]) expect(world.step()).toEqual([]);
    expect(physics[INTERNALS].memoryMb).toBeGreaterThan(before);
    expect(physics.hash()).toBe(roomy.hash());
    expect(listContacts(physics, "bomb").length).toBeGreaterThan(3000);
  }, 60_000);

  test("an entity that needs more than the maximum memory is removed, the others continue", async () => {
    const [physics, twin] = [await scene(), await scene()];
    const room = physics[INTERNALS].compiled.contactBytes.length;
    physics.add(bomb(240));
    const removals = physics.step();
    twin.step();
    expect(removals.map(({ entity, error }) => [entity, error.code])).toEqual([["bomb", "OVERCROWDED"]]);
    expect(physics[INTERNALS].compiled.contactBytes.length).toBe(room);
    expect(listContacts(physics)).toEqual(listContacts(twin));
    for (const world of [physics, twin]) run(world, 0.05);
    expect(physics.hash()).toBe(twin.hash());
  }, 120_000);
});

describe("[M7] absurd but harmless states are allowed", () => {
  test("a fast wheel, a hard push, a heavy object", async () => {
    const physics = await scene(
      flywheel("wheel", [0, 0, 1]),
      objectOf("heavy", boxShape(1), { mass: 1e6, position: [-9, 0, 0.5] }),
    );
    physics.setJoint("wheel", "Joint", "FMax", Number.POSITIVE_INFINITY);
    physics.setJoint("wheel", "Joint", "Vel", 3000);
    applyForce(physics, "heavy", "Body", [1e9, 0, 0]);
    run(physics, 0.5);
    expect(physics.names).toContain("wheel");
    expect(physics.names).toContain("heavy");
  });

  test("a wheel may turn for ever: only positions have a limit", async () => {
    const physics = await scene(flywheel("wheel", [0, 0, 1]));
    const { compiled } = physics[INTERNALS];
    compiled.views.qpos[compiled.views.jnt_qposadr[physics[INTERNALS].layoutOf("wheel").joints[0]]] = 2e7;
    expect(physics.step()).toEqual([]);
    expect(readJoint(physics, "wheel", "Joint")[0].position).toBeCloseTo(2e7, 3);
  });

  test("a NaN command is refused", async () => {
    const [physics, twin] = [await scene(flywheel("wheel", [0, 0, 1])), await scene(flywheel("wheel", [0, 0, 1]))];
    expect(refusal(() => physics.setJoint("wheel", "Joint", "Vel", Number.NaN)).code).toBe("COMMAND_NOT_FINITE");
    expect(refusal(() => physics.setJoint("wheel", "Joint", "FMax", Number.NaN)).code).toBe("COMMAND_NOT_FINITE");
    for (const world of [physics, twin]) run(world, 0.1);
    expect(physics.hash()).toBe(twin.hash());
  });
});

test("[M6] one leaves, another joins with as many positions but fewer speeds: steps still work", async () => {
  const names = ["A", "B", "C", "D"];
  const bodies = names.map((name, i) => bodyOf(name, boxShape(0.1), { position: [0.3 * i, 0, 2], mass: 1 }));
  const joint = (kind: "Hinge" | "Fixed" | "BallSocket", i: number) => ({
    name: `J${i}`,
    kind,
    body1: names[i],
    ...(i > 0 ? { body2: names[i - 1] } : {}),
    anchor: [0.3 * i - 0.15, 0, 2] as Vec3,
    ...(kind === "Hinge" ? { axes: [[0, 1, 0] as Vec3] } : {}),
  });
  // a ball joint has four positions and three speeds, a hinge one of each
  const ball: EntityInput = {
    name: "robot",
    bodies,
    joints: names.map((_, i) => joint(i ? "Fixed" : "BallSocket", i)),
  };
  const chain: EntityInput = { name: "robot", bodies, joints: names.map((_, i) => joint("Hinge", i)) };
  const physics = await makeWorld({ entities: [flatGround()] });
  for (const entity of [ball, chain, ball]) {
    physics.add(entity);
    for (let i = 0; i < 3; i++) expect(physics.step()).toEqual([]);
    physics.remove("robot");
  }
});
