// Contacts, rays and overlaps.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  makeWorld,
  objectOf,
  run,
  staticOf,
  supportOf,
} from "../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../describe/entity/Entity.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import { fromAxisAngle } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import { applyForce } from "./Bodies.js";
import { Physics } from "./Physics.js";
import { castRay, largestOverlap, listContacts, listOverlaps } from "./Queries.js";

afterEach(disposeWorlds);

describe("listContacts", () => {
  test("an unknown entity is refused, also for overlaps", async () => {
    const physics = await makeWorld({});
    expect(refusal(() => listContacts(physics, "nobody")).code).toBe("ENTITY_UNKNOWN");
    expect(refusal(() => listOverlaps(physics, "nobody")).code).toBe("ENTITY_UNKNOWN");
  });

  test("solids, position and force: the corners and the centre of a face carry the weight of a box", async () => {
    const box = objectOf("box", boxShape(0.4, 0.2, 0.2), { mass: 3, position: [1, 2, 0.1] });
    const physics = run(await makeWorld({ entities: [flatGround(), box] }), 1);
    const contacts = listContacts(physics);
    expect(contacts).toHaveLength(5);
    const [corner, centre] = [contacts[0].normalForce, contacts[4].normalForce];
    expect(4 * corner + centre).toBeCloseTo(3 * G, 3);
    for (const [i, { a, b, position, normal, distance, normalForce }] of contacts.entries()) {
      expect(a).toEqual({ entity: "ground", body: "Ground", solid: "Surface" });
      expect(b).toEqual({ entity: "box", body: "Body", solid: "Body solid" });
      expect(Math.abs(position[0] - 1)).toBeCloseTo(i < 4 ? 0.2 : 0, 3);
      expect(Math.abs(position[1] - 2)).toBeCloseTo(i < 4 ? 0.1 : 0, 3);
      expect(Math.abs(position[2])).toBeLessThan(2e-4);
      expect(normal[2]).toBeCloseTo(1, 9);
      expect(Math.abs(distance)).toBeLessThan(2e-4);
      expect(normalForce).toBeCloseTo(i < 4 ? corner : centre, 3);
    }
    expect(supportOf(physics, "box")).toBeCloseTo(3 * G, 4);
    expect(largestOverlap(physics)).toBeLessThan(2e-4);
  });

  test("a stack: each contact carries the weight above it, and friction the push", async () => {
    const entities = [
      flatGround(),
      objectOf("low", boxShape(0.3), { mass: 5, position: [0, 0, 0.15] }),
      objectOf("top", boxShape(0.2), { mass: 2, position: [0, 0, 0.4] }),
    ];
    const physics = await makeWorld({ entities });
    run(physics, 1.5, () => applyForce(physics, "top", "Body", [3, 0, 0]));
    const between = listContacts(physics, "top");
    expect(between.every(({ a, b }) => [a.entity, b.entity].sort().join() === "low,top")).toBe(true);
    expect(supportOf(physics, "top")).toBeCloseTo(2 * G, 2);
    expect(supportOf(physics, "top", [1, 0, 0])).toBeCloseTo(-3, 2);
    const floor = listContacts(physics, "ground");
    expect(floor.reduce((sum, { normalForce }) => sum + normalForce, 0)).toBeCloseTo(7 * G, 2);
    expect(floor.reduce((sum, { force }) => sum + force[0], 0)).toBeCloseTo(-3, 2);
  });

  test("none in the air", async () => {
    const physics = run(
      await makeWorld({ entities: [flatGround(), objectOf("ball", ballShape(0.1), { position: [0, 0, 9] })] }),
      0.1,
    );
    expect(listContacts(physics)).toEqual([]);
    expect(largestOverlap(physics)).toBe(0);
  });
});

describe("castRay", () => {
  const scene = () =>
    makeWorld(
      floating(
        flatGround(),
        objectOf("box", boxShape(0.4), { position: [2, 0, 1], orientation: fromAxisAngle([0, 0, 1], Math.PI / 4) }),
        {
          name: "pair",
          bodies: [
            bodyOf("Near", ballShape(0.2), { position: [0, 3, 1] }),
            bodyOf("Far", ballShape(0.2), { position: [0, 5, 1] }),
          ],
        },
        objectOf("can", { kind: "Cylinder", radius: 0.2, length: 1 }, { position: [-3, 0, 1] }),
      ),
    );

  test("hits the nearest body: distance, point, normal, surface", async () => {
    const physics = await scene();
    const hit = castRay(physics, [0, 0, 1], [0, 1, 0]);
    expect(hit?.distance).toBeCloseTo(2.8, 9);
    expect(hit?.surface).toEqual({ entity: "pair", body: "Near", solid: "Near solid" });
    expect(hit?.point).toEqual([0, expect.closeTo(2.8, 9), 1]);
    expect(hit?.normal[1]).toBeCloseTo(-1, 9);
  });

  test("the length of the direction does not matter", async () => {
    const physics = await scene();
    expect(castRay(physics, [0, 0, 1], [0, 17, 0])?.distance).toBeCloseTo(2.8, 9);
  });

  test.each([
    ["no direction", [0, 0, 1], [0, 0, 0], "AXIS_ZERO"],
    ["NaN in the direction", [0, 0, 1], [0, Number.NaN, 0], "NUMBER_NOT_FINITE"],
    ["an infinite direction", [0, 0, 1], [0, 0, Number.NEGATIVE_INFINITY], "NUMBER_NOT_FINITE"],
    ["NaN in the start", [Number.NaN, 0, 1], [0, 0, -1], "NUMBER_NOT_FINITE"],
    ["no start", undefined, [0, 0, -1], "TYPE_WRONG"],
    ["no direction at all", [0, 0, 1], undefined, "TYPE_WRONG"],
  ])("%s is refused", async (_, from, direction, code) => {
    const physics = await scene();
    expect(refusal(() => castRay(physics, from as unknown as Vec3, direction as unknown as Vec3)).code).toBe(code);
  });

  test("a turned box shows its face at 45°", async () => {
    const hit = castRay(await scene(), [0, 0.05, 1], [1, 0, 0]);
    // the edge points at the ray: 2 - 0.2 √2, further by what the ray passes beside it
    expect(hit?.distance).toBeCloseTo(2 - 0.2 * Math.SQRT2 + 0.05, 9);
    expect(hit?.normal[0]).toBeCloseTo(-Math.SQRT1_2, 9);
    expect(hit?.normal[1]).toBeCloseTo(Math.SQRT1_2, 9);
  });

  test("a cylinder lies along y", async () => {
    const physics = await scene();
    expect(castRay(physics, [-3, -5, 1.1], [0, 1, 0])?.distance).toBeCloseTo(4.5, 9);
    expect(castRay(physics, [-9, 0.4, 1], [1, 0, 0])?.distance).toBeCloseTo(5.8, 9);
  });

  test("hits the ground downwards, and nothing upwards", async () => {
    const physics = await scene();
    expect(castRay(physics, [9, 9, 4], [0, 0, -1])).toMatchObject({ distance: 4, surface: { entity: "ground" } });
    expect(castRay(physics, [9, 9, 4], [0, 0, 1])).toBeUndefined();
  });

  test("passes through an excluded body, and ends at the maximum distance", async () => {
    const physics = await scene();
    const exclude = { entity: "pair", body: "Near" };
    expect(castRay(physics, [0, 0, 1], [0, 1, 0], { exclude })?.surface.body).toBe("Far");
    expect(castRay(physics, [0, 3, 1], [0, 1, 0], { exclude })?.distance).toBeCloseTo(1.8, 9);
    expect(castRay(physics, [0, 0, 1], [0, 1, 0], { maxDistance: 2.7 })).toBeUndefined();
    expect(castRay(physics, [0, 0, 1], [0, 1, 0], { maxDistance: 2.9 })?.distance).toBeCloseTo(2.8, 9);
  });

  test("[M5] casting changes no state", async () => {
    const make = () =>
      makeWorld({ entities: [flatGround(), objectOf("box", boxShape(0.2), { position: [0, 0, 0.15] })] });
    const [physics, twin] = [await make(), await make()];
    run(physics, 0.3, () => {
      castRay(physics, [0, 0, 3], [0, 0, -1]);
      listContacts(physics);
      listOverlaps(physics, "box");
    });
    run(twin, 0.3);
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("listOverlaps", () => {
  test("finds solids in symmetric positions", async () => {
    const physics = await Physics.create();
    const cube = (name: string): EntityInput => ({
      name,
      bodies: [{ name: "body", solids: [{ name: "cube", mass: 1, shape: { kind: "Box", size: [0.2, 0.2, 0.2] } }] }],
    });
    physics.add(cube("a"), { position: [0, 0, 1], orientation: [0, 0, 0, 1] });
    for (const x of [0, 0.05, 0.1, 0.15]) {
      physics.add(cube("b"), { position: [x, 0, 1], orientation: [0, 0, 0, 1] });
      const overlaps = listOverlaps(physics, "b");
      expect(overlaps.map(({ other }) => other.entity)).toEqual(["a"]);
      expect(overlaps[0].distance).toBeCloseTo(x - 0.2, 4);
      physics.remove("b");
    }
  });

  test("lists solids of other entities that overlap, and the depth", async () => {
    const physics = await makeWorld(
      floating(
        flatGround(),
        objectOf("ball", ballShape(0.2), { position: [0, 0, 0.15] }),
        objectOf("near", ballShape(0.2), { position: [0.35, 0, 0.5] }),
        staticOf("wall", boxShape(1), { position: [-0.65, 0, 0.5] }),
        staticOf("curtain", boxShape(1), { position: [0, 0, 0.5], collide: false }),
      ),
    );
    const overlaps = listOverlaps(physics, "ball");
    expect(overlaps.map(({ other }) => other.entity).sort()).toEqual(["ground", "wall"]);
    expect(overlaps.find(({ other }) => other.entity === "ground")?.distance).toBeCloseTo(-0.05, 6);
    expect(overlaps.find(({ other }) => other.entity === "wall")?.distance).toBeCloseTo(-0.05, 6);
    const within = listOverlaps(physics, "ball", 0.2).find(({ other }) => other.entity === "near");
    expect(within?.distance).toBeCloseTo(Math.hypot(0.35, 0.35) - 0.4, 6);
    expect(within?.mine).toEqual({ entity: "ball", body: "Body", solid: "Body solid" });
  });

  /** A valley along y: two slopes of 45° that meet at z = 0. */
  const valley = staticOf("valley", {
    kind: "Mesh",
    vertices: [-2, -2, 2, 0, -2, 0, 2, -2, 2, -2, 2, 2, 0, 2, 0, 2, 2, 2],
    triangles: [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4],
  });
  const bumps = staticOf("bumps", {
    kind: "Heightfield",
    rows: 3,
    columns: 3,
    size: [4, 4],
    heights: [2, 0, 2, 2, 0, 2, 2, 0, 2],
  });

  test.each([
    ["mesh", valley],
    ["heightfield", bumps],
  ])("a static %s is hollow: the air in its valley is free, its slopes are not", async (_, ground) => {
    const at = async (z: number) =>
      listOverlaps(
        await makeWorld(floating(ground, objectOf("ball", ballShape(0.2), { position: [0.01, 0.3, z] }))),
        "ball",
      );
    expect(await at(1)).toEqual([]);
    // the slopes are z |sin 45°| away from the axis of the valley
    const [touch] = await at(0.25);
    expect(touch.other.entity).toBe(ground.name);
    expect(touch.mine.entity).toBe("ball");
    expect(touch.distance).toBeCloseTo((0.25 - 0.01) * Math.SQRT1_2 - 0.2, 2);
  });

  test("lists the same for the other entity, and with a distance", async () => {
    const physics = await makeWorld(floating(valley, objectOf("ball", ballShape(0.2), { position: [0, 0.3, 0.25] })));
    expect(listOverlaps(physics, "valley").map(({ other }) => other.entity)).toEqual(["ball"]);
    const high = await makeWorld(floating(valley, objectOf("ball", ballShape(0.2), { position: [0, 0.3, 0.4] })));
    expect(listOverlaps(high, "ball")).toEqual([]);
    expect(listOverlaps(high, "ball", 0.2)[0].distance).toBeCloseTo(0.4 * Math.SQRT1_2 - 0.2, 2);
  });

  test.each([
    ["mesh", valley],
    ["heightfield", bumps],
  ])("[M5] looking at a %s changes neither bits nor contacts", async (_, ground) => {
    const make = () =>
      makeWorld({ entities: [ground, objectOf("ball", ballShape(0.2), { position: [0.1, 0.3, 0.5] })] });
    const [physics, twin] = [await make(), await make()];
    run(physics, 0.5, () => listOverlaps(physics, "ball", 0.1));
    run(twin, 0.5);
    expect(physics.hash()).toBe(twin.hash());
    listOverlaps(physics, "ball", 0.3);
    expect(listContacts(physics)).toEqual(listContacts(twin));
    expect(listContacts(physics).length).toBeGreaterThan(0);
  });

  test("touching is no overlap; solids of the same entity do not count", async () => {
    const up: Vec3 = [0, 0, 0.2001];
    const twins = {
      name: "twins",
      bodies: [bodyOf("A", ballShape(0.2), { position: up }), bodyOf("B", ballShape(0.2), { position: up })],
    };
    const physics = await makeWorld(floating(flatGround(), twins));
    expect(listOverlaps(physics, "twins")).toEqual([]);
  });
});
