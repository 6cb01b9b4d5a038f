// Bundles of rays: the same distances as single rays, and visible solids only.

import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  makeWorld,
  objectOf,
  run,
  staticOf,
} from "../../testing/builders/SmallWorlds.js";
import type { Shape } from "../describe/entity/Solid.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import { ORIGIN } from "../math/Pose.js";
import { fromAxisAngle, IDENTITY, rotate } from "../math/Quat.js";
import { RandomStream } from "../math/RandomStream.js";
import { normalize, type Vec3 } from "../math/Vec3.js";
import type { Physics } from "./Physics.js";
import { castRay } from "./Queries.js";
import { type RayOptions, RayPattern } from "./Rays.js";

afterEach(disposeWorlds);

/** A valley: two slopes that meet in the line x = 0, z = 0. */
const VALLEY: Shape = {
  kind: "Mesh",
  vertices: [-2, -2, 1, 0, -2, 0, 2, -2, 1, -2, 2, 1, 0, 2, 0, 2, 2, 1],
  triangles: [0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4],
};
const WEDGE: Shape = {
  kind: "Mesh",
  vertices: [0, 0, 0, 0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};
const HILLS: Shape = {
  kind: "Heightfield",
  rows: 4,
  columns: 3,
  size: [4, 6],
  heights: [0, 0.5, 0, 0.2, 1, 0.3, 0, 0.7, 0.1, 0.4, 0, 0.2],
};
const turned = fromAxisAngle([1, 2, 3], 0.7);

const motley = () =>
  makeWorld(
    floating(
      flatGround(),
      staticOf("valley", VALLEY, { position: [6, 0, 0.5] }),
      staticOf("hills", HILLS, { position: [-6, 0, 0.3] }),
      staticOf("wall", boxShape(0.2, 8, 2), { position: [0, 6, 1], orientation: fromAxisAngle([0, 0, 1], 1.2) }),
      objectOf("box", boxShape(0.6, 0.4, 0.8), { position: [1.5, 1, 1], orientation: turned }),
      objectOf("ball", ballShape(0.4), { position: [-1.5, 1, 1] }),
      objectOf("can", { kind: "Cylinder", radius: 0.3, length: 1 }, { position: [0, -2, 1], orientation: turned }),
      objectOf(
        "pill",
        { kind: "CappedCylinder", radius: 0.2, length: 1 },
        { position: [1, -2, 2], orientation: turned },
      ),
      objectOf("wedge", WEDGE, { position: [-1, -1, 1.5], orientation: turned }),
      objectOf("poster", boxShape(1, 0.01, 1), { position: [0, 3, 1], collide: false }),
    ),
  );

function bundle(rays: readonly Vec3[]): Float64Array {
  return Float64Array.from(rays.flatMap((ray) => [...normalize(ray)]));
}

function cast(physics: Physics, from: Vec3, rays: readonly Vec3[], more: Partial<RayOptions> = {}) {
  const into = new Float64Array(rays.length);
  const pose = { position: from, orientation: IDENTITY };
  new RayPattern(bundle(rays)).cast(physics, pose, { maxDistance: 100, ...more }, into);
  return into;
}

describe("[S1] bundles of rays", () => {
  test("wide and narrow bundles give the same as single rays, from many places, for all kinds of solids", async () => {
    const physics = await motley();
    const chance = new RandomStream("rays");
    let hits = 0;
    for (let n = 0; n < 300; n++) {
      const from: Vec3 = [chance.uniform(-8, 8), chance.uniform(-5, 7), chance.uniform(0.05, 3)];
      const middle: Vec3 = [chance.normal(), chance.normal(), chance.normal()];
      const spread = [0.02, 0.3, 2][n % 3];
      const rays = Array.from({ length: 40 }, () => middle.map((x) => x + spread * chance.normal()) as unknown as Vec3);
      const found = cast(physics, from, rays);
      rays.forEach((ray, i) => {
        const hit = castRay(physics, from, ray, { maxDistance: 100 });
        if (hit) hits++;
        const expected = hit?.distance ?? Number.POSITIVE_INFINITY;
        if (found[i] !== expected)
          expect(
            Math.abs(found[i] - expected),
            `${n}: ray ${ray} from ${from} meets ${hit?.surface.entity}, ${found[i]} for ${expected}`,
          ).toBeLessThan(1e-9);
      });
    }
    expect(hits).toBeGreaterThan(5000);
  });

  test("up to the maximum distance, also for large solids near its end", async () => {
    const physics = await makeWorld(floating(staticOf("wall", boxShape(20, 0.2, 20), { position: [0, 2.1, 0] })));
    const ahead: Vec3[] = [
      [0, 1, 0],
      [0.2, 1, 0],
    ];
    expect([...cast(physics, [0, 0, 0], ahead, { maxDistance: 2.01 })]).toEqual([
      expect.closeTo(2, 12),
      Number.POSITIVE_INFINITY,
    ]);
    expect(cast(physics, [9, 0, 9], ahead, { maxDistance: 2.01 })[0]).toBeCloseTo(2, 12);
    expect(cast(physics, [0, 0, 0], ahead, { maxDistance: 1.99 })[0]).toBe(Number.POSITIVE_INFINITY);
  });

  test("solids without collision are hit; invisible solids are not, static or not, mesh or not", async () => {
    const hidden = { visible: false };
    const physics = await makeWorld(
      floating(
        objectOf("show", boxShape(0.2), { position: [0, 2, 0], collide: false }),
        objectOf("hull", boxShape(0.2), { position: [0, 1, 0], ...hidden }),
        objectOf("sticker", boxShape(0.2), { position: [0, 0.8, 0], collide: false, rays: false }),
        objectOf("glass", boxShape(0.2), { position: [0, 0.5, 0], rays: false }),
        staticOf("hidden wall", boxShape(0.2), { position: [1, 0, 0], ...hidden }),
        staticOf("hidden valley", VALLEY, { position: [-5, 0, -0.5], ...hidden }),
        staticOf("painted", WEDGE, { position: [-0.1, -2, -0.1], collide: false }),
      ),
    );
    const found = cast(
      physics,
      [0, 0, 0],
      [
        [0, 1, 0],
        [1, 0, 0],
        [-1, 0, 0],
        [0, -1, 0],
      ],
    );
    expect(found[0]).toBeCloseTo(1.9, 12);
    expect([found[1], found[2]]).toEqual([Infinity, Infinity]);
    // the slanted face of the wedge: y = -2 + 0.6 - x - z of it
    expect(found[3]).toBeCloseTo(2 - 0.4, 6);
  });

  test("a wide wall is hit above the line to its corners", async () => {
    const physics = await makeWorld(
      floating(
        staticOf("wall", boxShape(40, 0.2, 4), { position: [0, 2.1, 0] }),
        staticOf("far", boxShape(0.2), { position: [0, 50, 0] }),
      ),
    );
    const up: Vec3[] = [0, 0.3, 0.7, 0.95].map((z) => [0, 2, 2 * z]);
    const found = cast(physics, [0, 0, 0], up);
    up.forEach(([, y, z], i) => {
      expect(found[i]).toBeCloseTo(Math.sqrt(y * y + z * z), 9);
    });
  });

  test("directions turn with the frame", async () => {
    const physics = await motley();
    const rays: Vec3[] = Array.from({ length: 100 }, (_, i) => [Math.sin(i / 16), Math.cos(i / 16), 0.1]);
    const into = new Float64Array(100);
    const pose = { position: [0, 0, 1] as Vec3, orientation: turned };
    new RayPattern(bundle(rays)).cast(physics, pose, { maxDistance: 4 }, into);
    expect(into.filter(Number.isFinite).length).toBeGreaterThan(20);
    rays.forEach((ray, i) => {
      const hit = castRay(physics, pose.position, rotate(turned, ray), { maxDistance: 4 });
      expect(into[i]).toBeCloseTo(hit?.distance ?? Number.POSITIVE_INFINITY, 9);
    });
  });

  test("one body is excluded, the others of its entity are not", async () => {
    const physics = await makeWorld(
      floating({
        name: "robot",
        bodies: [bodyOf("Own", boxShape(1), {}), bodyOf("Other", ballShape(0.2), { position: [0, 2, 0] })],
      }),
    );
    const exclude = { entity: "robot", body: "Own" };
    expect(cast(physics, [0, 0, 0], [[0, 1, 0]], { exclude })[0]).toBeCloseTo(1.8, 12);
    expect(cast(physics, [0, 0, 0], [[0, 1, 0]])[0]).toBeCloseTo(0.5, 12);
  });

  test("[M5] casting changes no state", async () => {
    const make = () =>
      makeWorld({ entities: [flatGround(), objectOf("box", boxShape(0.2), { position: [0, 0, 0.15] })] });
    const [physics, twin] = [await make(), await make()];
    run(physics, 0.3, () =>
      cast(
        physics,
        [0, 0, 3],
        [
          [0, 0, -1],
          [0, 1, -1],
        ],
      ),
    );
    run(twin, 0.3);
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("[M8] rays among very many solids", () => {
  const solids = Array.from({ length: 400 }, (_, i) => ({
    name: `s${i}`,
    shape: boxShape(4, 4, 0.001),
    mass: 1,
    position: [0, 0, 1 + 0.002 * i] as const,
    collide: false,
  }));
  const sensor = bodyOf("Sensor", boxShape(0.1), { position: [0, 0, 0] });
  const stack = { name: "Stack", solids };
  const directions = new Float64Array(3 * 1024).map((_, i) => (i % 3 === 2 ? 1 : 0));
  const cast = (physics: Physics): Float64Array => {
    const distances = new Float64Array(1024);
    const options = { exclude: { entity: "robot", body: "Sensor" }, maxDistance: 100 };
    new RayPattern(directions).cast(physics, ORIGIN, options, distances);
    return distances;
  };

  test("static ones, and those of the world file, are allowed", async () => {
    for (const isStatic of [true, false]) {
      const entities = [
        { name: "robot", bodies: [sensor] },
        { name: "stack", isStatic, bodies: [stack] },
      ];
      const physics = await makeWorld({ gravity: [0, 0, 0], entities });
      for (const distance of cast(physics)) expect(distance).toBeCloseTo(0.9995, 9);
      expect(physics.takeBlamed()).toEqual([]);
    }
  });

  test("those of the sensor's own entity are refused", async () => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [] });
    physics.add({ name: "robot", bodies: [sensor, stack] });
    expect(refusal(() => cast(physics)).code).toBe("OVERCROWDED");
  });

  test("another entity that has joined is blamed, the sensor is not", async () => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [] });
    physics.add({ name: "robot", bodies: [sensor] });
    physics.add({ name: "stack", bodies: [stack] });
    expect(cast(physics)[0]).toBeCloseTo(0.9995, 9);
    expect(physics.takeBlamed()).toMatchObject([{ entity: "stack", error: { code: "OVERCROWDED" } }]);
    expect(physics.takeBlamed()).toEqual([]);
  });

  test("of many sensors in one frame: the robot with the largest share goes, with none of the others", async () => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [] });
    const few = { name: "Stack", solids: solids.slice(0, 100) };
    physics.add({ name: "robot", bodies: [sensor] });
    physics.add({ name: "other", bodies: [bodyOf("Sensor", boxShape(0.1), { position: [9, 0, 0] })] });
    physics.add({ name: "stack", bodies: [few] });
    const look = (entity: string): void => {
      const options = { exclude: { entity, body: "Sensor" }, maxDistance: 100 };
      new RayPattern(directions).cast(physics, ORIGIN, options, new Float64Array(1024));
    };
    look("other");
    for (let i = 0; i < 25; i++) look("robot");
    expect(physics.takeBlamed()).toMatchObject([{ entity: "robot", error: { code: "OVERCROWDED" } }]);
    // another frame
    physics.step();
    for (let i = 0; i < 15; i++) look("other");
    expect(physics.takeBlamed()).toEqual([]);
  });
});
