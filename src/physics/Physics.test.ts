// The world as a whole: time, names, gravity, materials, hash, and errors.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  G,
  hung,
  makeWorld,
  objectOf,
  run,
  staticOf,
} from "../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../describe/entity/Entity.js";
import type { JointPropertyName } from "../describe/entity/Joint.js";
import { SimError } from "../describe/SimError.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import type { Pose } from "../math/Pose.js";
import { readBody } from "./Bodies.js";
import { Physics } from "./Physics.js";
import { listContacts } from "./Queries.js";

afterEach(disposeWorlds);

const ball = (name: string) => objectOf(name, ballShape(0.1), { position: [0, 0, 100] });

describe("[M1] the world", () => {
  test.each([0.0005, 0.001, 0.002, 0.005, 1 / 240])("counts whole nanoseconds at a step of %d s", async (stepSec) => {
    const physics = await makeWorld({ stepSec, entities: [ball("ball")] });
    for (let i = 0; i < 100; i++) physics.step();
    expect(physics.steps).toBe(100);
    expect(physics.timeNs).toBe(100 * Math.round(stepSec * 1e9));
    expect(physics.timeSec).toBe(physics.timeNs / 1e9);
    const t = physics.timeSec;
    expect(readBody(physics, "ball", "Body").linearVelocity[2]).toBeCloseTo(-G * t, 9);
    expect(readBody(physics, "ball", "Body").position[2]).toBeCloseTo(100 - (G / 2) * t * (t + physics.stepSec), 9);
  });

  test("gravity has the given direction", async () => {
    const physics = await makeWorld({ gravity: [1, -2, 3], entities: [ball("ball")] });
    run(physics, 0.5);
    readBody(physics, "ball", "Body").linearVelocity.forEach((v, k) => {
      expect(v).toBeCloseTo([0.5, -1, 1.5][k], 9);
    });
  });

  test("names are sorted, whatever the order of declaration", async () => {
    const physics = await makeWorld({ entities: [ball("b"), flatGround(), ball("a")] });
    expect(physics.names).toEqual(["a", "b", "ground"]);
    expect(physics.entity("a").name).toBe("a");
    expect(refusal(() => physics.entity("c")).code).toBe("ENTITY_UNKNOWN");
  });

  test("an empty world runs", async () => {
    const physics = run(await makeWorld({ entities: [] }), 0.01);
    expect(physics.names).toEqual([]);
    expect(physics.hash()).toMatch(/^[0-9a-f]{16}$/);
  });

  test("a world's own materials and pairs add to the built-in ones", async () => {
    const physics = await makeWorld({
      materials: [{ name: "Ice", friction: 0.02 }],
      pairs: [{ a: "Ice", b: "Rubber", friction: 0.1 }],
    });
    expect(physics.materials.names).toContain("Ice");
    expect(physics.materials.names).toContain("OmniWheel");
    expect(physics.materials.pair("Rubber", "Ice").friction).toBe(0.1);
  });

  test("an unknown material is refused at the start, with its path and the nearest name", async () => {
    const wall = staticOf("wall", ballShape(1), { material: "Stel" });
    const error = await makeWorld({ entities: [wall] }).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(SimError);
    expect(error).toMatchObject({
      code: "MATERIAL_UNKNOWN",
      where: "wall/Body/Solid/Material",
      found: '"Stel"',
      advice: 'Did you mean "Steel"?',
    });
  });
});

describe("[M5] the hash", () => {
  test("depends on time, state, commands and materials", async () => {
    const physics = await makeWorld({ entities: [flatGround(), ball("a")] });
    const hashes = new Set([physics.hash()]);
    physics.step();
    hashes.add(physics.hash());
    physics.materials.setPair({ a: "Rubber", b: "Steel", friction: 0.123 });
    hashes.add(physics.hash());
    physics.add(ball("b"), { position: [3, 0, 0], orientation: [0, 0, 0, 1] });
    hashes.add(physics.hash());
    expect(hashes.size).toBe(4);
  });

  test("is equal for two equal worlds side by side", async () => {
    const make = () => makeWorld({ entities: [flatGround(), ball("a"), ball("b")] });
    const [one, two] = [await make(), await make()];
    for (let i = 0; i < 50; i++) {
      one.step();
      two.step();
      expect(one.hash()).toBe(two.hash());
    }
  });
});

describe("[W7] invalid calls are coded errors", () => {
  const axle: EntityInput = {
    ...hung(
      {
        kind: "Universal",
        axes: [
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
      bodyOf("A", boxShape(0.2)),
    ),
    name: "robot",
  };

  test.each([Number.NaN, 0.5, -1, 2, Number.POSITIVE_INFINITY, "0", null])("axis %s of a joint", async (axis) => {
    const physics = await makeWorld({ entities: [axle] });
    const hash = physics.hash();
    const error = refusal(() => physics.setJoint("robot", "Joint", "Vel", 1, axis as number));
    expect(error.code).toBe("PARAMETER_UNKNOWN");
    expect(error.allowed).toBe("axis 1 (index 0), axis 2 (index 1)");
    if (axis === 2) expect(error.found).toBe("axis 3 (index 2)");
    expect(physics.hash()).toBe(hash);
  });

  test.each(["toString", "constructor", "__proto__", "Velo", undefined])("%s is no parameter", async (name) => {
    const physics = await makeWorld({ entities: [axle] });
    const error = refusal(() => physics.setJoint("robot", "Joint", name as JointPropertyName, 1));
    expect(error.code).toBe("PARAMETER_UNKNOWN");
  });

  test("a value that is no number", async () => {
    const physics = await makeWorld({ entities: [axle] });
    for (const value of [undefined, null, "3", {}])
      expect(refusal(() => physics.setJoint("robot", "Joint", "Vel", value as number)).code).toMatch(/WRONG|FINITE/);
  });

  test.each([undefined, null, 7, "robot", {}])("adding %j", async (value) => {
    const physics = await makeWorld({});
    expect(refusal(() => physics.add(value as unknown as EntityInput)).code).toMatch(/TYPE_WRONG|NAME_EMPTY/);
    expect(refusal(() => physics.add(ball("ball"), (value ?? null) as unknown as Pose)).code).toBe("TYPE_WRONG");
    expect(physics.names).toEqual(["ground"]);
  });

  const calls: [string, (physics: Physics) => unknown][] = [
    ["step", (physics) => physics.step()],
    ["add", (physics) => physics.add(ball("other"))],
    ["remove", (physics) => physics.remove("ball")],
    ["hash", (physics) => physics.hash()],
    ["snapshot", (physics) => physics.snapshot()],
    ["readBody", (physics) => readBody(physics, "ball", "Body")],
    ["listContacts", (physics) => listContacts(physics)],
    ["dispose", (physics) => physics.dispose()],
  ];
  test.each(calls)("%s after dispose()", async (_, call) => {
    const physics = await Physics.create({ entities: [ball("ball")] });
    physics.dispose();
    expect(refusal(() => call(physics)).code).toBe("DISPOSED");
  });
});
