// [M6] Entities join and leave between steps; everything else keeps its exact bits. [M5] Order and bystanders do not matter.

import { afterEach, describe, expect, test } from "vitest";
import { segway, segwayOnGround } from "../../robots/Segway.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { DEFAULT_PARAMETERS, type JointPropertyName } from "../../src/describe/entity/Joint.js";
import { flatGround } from "../../src/describe/world/WorldDescription.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyForce, applyImpulse, readBody } from "../../src/physics/Bodies.js";
import { engineBytes } from "../../src/physics/Diagnostics.js";
import { readJoint } from "../../src/physics/Joints.js";
import type { Physics, Snapshot } from "../../src/physics/Physics.js";
import { largestOverlap, listContacts } from "../../src/physics/Queries.js";
import { refusal } from "../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  hung,
  makeWorld,
  objectOf,
  run,
} from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

/** A pile that moves, a Segway that drives, an arm on a servo: states of every kind. */
const arm = (): EntityInput => ({
  ...hung(
    { kind: "Servo", axes: [[0, -1, 0]], parameters: [{ FMax: 20 }], servo: { target: 0.5, Kp: 40, Kd: 2 } },
    bodyOf("A", boxShape(0.2), { position: [-3, 0, 1] }),
  ),
  name: "arm",
});
const pile: EntityInput[] = [0, 1, 2].map((i) =>
  objectOf(`pile${i}`, i === 1 ? ballShape(0.12) : boxShape(0.25), { position: [0.03 * i, 0.02 * i, 0.2 + 0.3 * i] }),
);
const RESIDENTS = ["CMU", "arm", "pile0", "pile1", "pile2"];

async function town(): Promise<Physics> {
  const physics = await makeWorld({ entities: [flatGround(), arm(), ...pile] });
  physics.add(segway(), segwayOnGround(3, 0, 0.3));
  for (const joint of ["LMotor", "RMotor"]) {
    physics.setJoint("CMU", joint, "FMax", 20, 1);
    physics.setJoint("CMU", joint, "Vel", 2, 1);
  }
  return physics;
}

/** Raw poses and speeds of all residents' bodies. */
function statesOf(physics: Physics): unknown {
  const bodiesOf = (name: string) =>
    physics
      .entity(name)
      .bodies.map((body) => body.name)
      .sort();
  return RESIDENTS.map((name) => bodiesOf(name).map((body) => readBody(physics, name, body)));
}
function expectSame(physics: Physics, twin: Physics): void {
  for (const name of RESIDENTS) expect(physics.hashOf(name), name).toBe(twin.hashOf(name));
  expect(statesOf(physics)).toEqual(statesOf(twin));
}

const visitor = (name: string, position: Vec3, mass = 5): EntityInput =>
  objectOf(name, boxShape(0.3), { mass, position });

describe("[M6] joining and leaving", () => {
  test.each([
    ["first", "AAA"],
    ["in the middle", "b"],
    ["last", "zzz"],
  ])("a visitor whose name sorts %s changes no resident's bits", async (_, name) => {
    const [physics, twin] = [await town(), await town()];
    for (const world of [physics, twin]) run(world, 0.3);
    physics.add(visitor(name, [50, 50, 0.5], 5000));
    expectSame(physics, twin);
    for (const world of [physics, twin]) run(world, 0.5);
    expectSame(physics, twin);
    physics.remove(name);
    expectSame(physics, twin);
    for (const world of [physics, twin]) run(world, 0.5);
    expectSame(physics, twin);
    expect(physics.hash()).toBe(twin.hash());
  });

  test("many visitors, at any step, articulated ones too", async () => {
    const [physics, twin] = [await town(), await town()];
    run(twin, 0.6);
    run(physics, 0.6, (step) => {
      if (step % 100 === 7) physics.add(visitor(`v${step}`, [20 + step, 0, 0.15]));
      if (step % 100 === 33) physics.add(segway({ name: `S${step}` }), segwayOnGround(-20, step));
      if (step % 100 === 83) physics.remove(`v${step - 76}`);
    });
    expectSame(physics, twin);
  });

  test("a push that waits for the next step is not lost when an entity joins", async () => {
    const [physics, twin] = [await town(), await town()];
    for (const world of [physics, twin]) applyImpulse(world, "pile0", "Body", [1, 0, 0]);
    physics.add(visitor("AAA", [50, 50, 0.5]));
    for (const world of [physics, twin]) world.step();
    expectSame(physics, twin);
  });

  test("an entity exists after it joins and is gone after it leaves; its name is free again", async () => {
    const physics = await town();
    physics.add(visitor("guest", [9, 9, 0.15]));
    expect(physics.names).toContain("guest");
    run(physics, 0.1);
    physics.remove("guest");
    expect(physics.has("guest")).toBe(false);
    expect(refusal(() => physics.remove("guest")).code).toBe("ENTITY_UNKNOWN");
    expect(refusal(() => readBody(physics, "guest", "Body")).code).toBe("ENTITY_UNKNOWN");
    physics.add(visitor("guest", [9, 9, 0.15]));
    run(physics, 0.1);
    expect(physics.has("guest")).toBe(true);
  });

  test("a visitor that lands on the pile changes it: the two worlds differ", async () => {
    const [physics, twin] = [await town(), await town()];
    physics.add(visitor("AAA", [0, 0, 1.5]));
    for (const world of [physics, twin]) run(world, 0.6);
    expect(physics.hashOf("pile2")).not.toBe(twin.hashOf("pile2"));
    expect(physics.hashOf("CMU")).toBe(twin.hashOf("CMU"));
  });
});

describe("[M6] results of the last step survive a rebuild of the model", () => {
  const lastStepOf = (physics: Physics) => ({
    contacts: listContacts(physics),
    overlap: largestOverlap(physics),
    effort: readJoint(physics, "arm", "Joint")[0].effort,
  });

  test("contacts and efforts stay until the next step when entities join or leave", async () => {
    const [physics, twin] = [await town(), await town()];
    for (const world of [physics, twin]) run(world, 0.5);
    expect(listContacts(physics).length).toBeGreaterThan(4);
    expect(Math.abs(readJoint(physics, "arm", "Joint")[0].effort)).toBeGreaterThan(1);
    physics.add(visitor("guest", [9, 9, 0.15]));
    expect(lastStepOf(physics)).toEqual(lastStepOf(twin));
    physics.remove("guest");
    expect(lastStepOf(physics)).toEqual(lastStepOf(twin));
    for (const world of [physics, twin]) world.step();
    expect(lastStepOf(physics)).toEqual(lastStepOf(twin));
  });

  test("the contacts of an entity are removed with it; a new entity of its name has none", async () => {
    const physics = run(await town(), 0.5);
    const others = listContacts(physics).filter(({ a, b }) => a.entity !== "pile0" && b.entity !== "pile0");
    expect(others.length).toBeLessThan(listContacts(physics).length);
    physics.remove("pile0");
    physics.add(pile[0]);
    expect(listContacts(physics)).toEqual(others);
    expect(listContacts(physics, "pile0")).toEqual([]);
  });

  test("a restored snapshot has them", async () => {
    const physics = run(await town(), 0.5);
    const [before, saved] = [lastStepOf(physics), physics.snapshot()];
    run(physics, 0.2);
    physics.restore(saved);
    expect(lastStepOf(physics)).toEqual(before);
  });
});

test("[M6] memory does not grow with joins and leaves", async () => {
  const physics = await town();
  const memory = () => engineBytes(physics);
  const visit = (rounds: number) => {
    for (let i = 0; i < rounds; i++) {
      physics.add(segway({ name: `S${i}` }), segwayOnGround(-20, 0));
      physics.step();
      physics.remove(`S${i}`);
      physics.step();
    }
  };
  visit(20);
  const before = memory();
  visit(80);
  expect(memory()).toBe(before);
}, 60_000);

describe("[M6] a refused add changes nothing", () => {
  const badMaterial = visitor("bad", [9, 9, 1]);
  const refused: [string, EntityInput, string][] = [
    [
      "an unknown material",
      { ...badMaterial, bodies: [bodyOf("Body", boxShape(0.1), { material: "Ruber" })] },
      "MATERIAL_UNKNOWN",
    ],
    ["a taken name", visitor("pile0", [9, 9, 1]), "ENTITY_TAKEN"],
    ["a negative mass", visitor("bad", [9, 9, 1], -1), "MASS_NOT_POSITIVE"],
    ["a point without inertia", { name: "bad", bodies: [{ name: "Point", mass: 1 }] }, "MASS_MISSING"],
    ["a mass below the minimum", visitor("bad", [9, 9, 1], 1e-300), "VALUE_OUT_OF_RANGE"],
  ];
  test.each(refused)("%s", async (_, entity, code) => {
    const [physics, twin] = [await town(), await town()];
    for (const world of [physics, twin]) run(world, 0.2);
    expect(refusal(() => physics.add(entity)).code).toBe(code);
    expect(physics.names).toEqual(twin.names);
    expect(physics.hash()).toBe(twin.hash());
    for (const world of [physics, twin]) run(world, 0.1);
    expect(physics.hash()).toBe(twin.hash());
  });

  test("an invalid placement", async () => {
    const physics = await town();
    const hash = physics.hash();
    const error = refusal(() =>
      physics.add(visitor("bad", [9, 9, 1]), { position: [0, 0, Number.NaN], orientation: [0, 0, 0, 1] }),
    );
    expect(error.found).toContain("NaN");
    expect(physics.hash()).toBe(hash);
  });
});

describe("[M5] the order of declaration changes nothing", () => {
  test("entities, bodies and joints back to front", async () => {
    const turned = (entity: EntityInput): EntityInput => ({
      ...entity,
      bodies: [...entity.bodies].reverse(),
      joints: [...(entity.joints ?? [])].reverse(),
    });
    const all = [segway(), arm(), ...pile];
    const physics = await makeWorld({ entities: [flatGround(), ...all] });
    const twin = await makeWorld({ entities: [...all.map(turned).reverse(), flatGround()] });
    for (const world of [physics, twin]) run(world, 0.5, () => applyForce(world, "pile0", "Body", [1, 2, 0]));
    expectSame(physics, twin);
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("[M5] snapshot and restore", () => {
  test("a restored world continues like an uninterrupted one, with contacts and commands", async () => {
    const physics = await town();
    run(physics, 0.3);
    const saved = physics.snapshot();
    const hashes: string[] = [];
    run(physics, 0.3, () => hashes.push(physics.hash()));
    physics.setJoint("CMU", "LMotor", "Vel", -5, 1);
    physics.remove("pile1");
    physics.add(visitor("late", [9, 9, 1]));
    run(physics, 0.1);
    physics.restore(saved);
    expect(physics.timeSec).toBeCloseTo(0.3, 9);
    run(physics, 0.3, (step) => expect(physics.hash()).toBe(hashes[step]));
  });

  test("a snapshot does not follow the world", async () => {
    const physics = await town();
    const saved = physics.snapshot();
    const twin = physics.hash();
    physics.setJoint("arm", "Joint", "Angle", -1);
    run(physics, 0.2);
    physics.restore(saved);
    expect(physics.hash()).toBe(twin);
    run(physics, 0.2);
    physics.restore(saved);
    expect(physics.hash()).toBe(twin);
  });

  test.each([
    ["name", { name: "other" }],
    ["step", { stepSec: 0.002 }],
    ["gravity", { gravity: [0, 0, -1] as Vec3 }],
  ])("a snapshot of a world with another %s is refused", async (_, world) => {
    const physics = await town();
    const hash = physics.hash();
    const other = await makeWorld(world);
    expect(refusal(() => physics.restore(other.snapshot())).code).toBe("SNAPSHOT_FOREIGN");
    expect(physics.hash()).toBe(hash);
  });

  test.each([[undefined], [null], [7], ["world"], [{}], [{ world: "world", entities: [{}] }]])(
    "%j is refused as a snapshot",
    async (value) => {
      const physics = await town();
      expect(refusal(() => physics.restore(value as unknown as Snapshot)).code).toBe("SNAPSHOT_FOREIGN");
    },
  );

  test("a restore that fails changes nothing, not even materials", async () => {
    const physics = await town();
    const saved = physics.snapshot();
    const broken = { ...saved, materials: { ...saved.materials, materials: [] } };
    const hash = physics.hash();
    expect(() => physics.restore(broken)).toThrow();
    expect(physics.hash()).toBe(hash);
    run(physics, 0.05);
  });

  test("pushes that wait for the next step are saved, and change the hash", async () => {
    const physics = run(await town(), 0.1);
    const calm = physics.hash();
    applyImpulse(physics, "pile0", "Body", [1, 0, 0]);
    const pushed = physics.hash();
    expect(pushed).not.toBe(calm);
    const saved = physics.snapshot();
    physics.step();
    const after = physics.hash();
    physics.restore(saved);
    expect(physics.hash()).toBe(pushed);
    physics.step();
    expect(physics.hash()).toBe(after);
    // once only
    const [once, twin] = [readBody(physics, "pile0", "Body").linearVelocity[0], physics.snapshot()];
    physics.restore(twin);
    physics.step();
    expect(Math.abs(readBody(physics, "pile0", "Body").linearVelocity[0] - once)).toBeLessThan(0.5);
  });

  test("a snapshot that was copied as data works too: commands find their joints by name", async () => {
    const physics = run(await town(), 0.1);
    const original = physics.snapshot();
    const saved = structuredClone(original);
    run(physics, 0.1);
    const after = physics.hash();
    physics.restore(saved);
    run(physics, 0.1);
    expect(physics.hash()).toBe(after);
    const braked = [saved, original].map((snapshot) => {
      physics.restore(snapshot);
      physics.setJoint("CMU", "LMotor", "Vel", -9, 1);
      return run(physics, 0.1).hash();
    });
    expect(braked[0]).toBe(braked[1]);
    expect(braked[0]).not.toBe(after);
  });

  test.each(Object.keys(DEFAULT_PARAMETERS).filter((name) => !name.startsWith("Suspension")))(
    "%s of a joint changes the hash",
    async (name) => {
      const physics = await town();
      const hash = physics.hash();
      physics.setJoint("CMU", "LMotor", name as JointPropertyName, 0.3, 1);
      expect(physics.hash()).not.toBe(hash);
    },
  );

  test("one ulp in one command changes the hash", async () => {
    const [physics, twin] = [await town(), await town()];
    twin.setJoint("CMU", "LMotor", "Vel", 2.0000000000000004, 1);
    expect(physics.hash()).not.toBe(twin.hash());
    for (const world of [physics, twin]) run(world, 0.2);
    expect(readBody(physics, "CMU", "LWheel").angularVelocity).not.toEqual(
      readBody(twin, "CMU", "LWheel").angularVelocity,
    );
    expect(listContacts(physics).length).toBeGreaterThan(4);
  });
});
