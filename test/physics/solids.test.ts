// Every kind of solid in a world: it rests at the height that follows from its shape.

import { afterEach, describe, expect, test } from "vitest";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { HeightfieldShape, Shape } from "../../src/describe/entity/Solid.js";
import { flatGround } from "../../src/describe/world/WorldDescription.js";
import { fromAxisAngle, type Quat, rotate } from "../../src/math/Quat.js";
import { PI } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { castRay, listContacts } from "../../src/physics/Queries.js";
import { boxMesh, valleyMesh } from "../../testing/builders/Meshes.js";
import {
  ballShape,
  boxShape,
  disposeWorlds,
  G,
  makeWorld,
  objectOf,
  run,
  staticOf,
  supportOf,
} from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

/** Overlap that a resting contact may keep, m. */
const TOUCH = 2e-4;
const about = (axis: Vec3, angle: number): Quat => fromAxisAngle(axis, angle);

/** Three faces in the planes x, y, z = 0: its centre of mass is at a quarter of its height. */
const TETRAHEDRON: Shape = {
  kind: "Mesh",
  vertices: [0, 0, 0, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};

describe("[M2] solids rest on the ground", () => {
  const cases: [string, Shape, Quat, number][] = [
    ["a box on its face", boxShape(0.4, 0.3, 0.2), [0, 0, 0, 1], 0.1],
    ["a box on its side", boxShape(0.4, 0.3, 0.2), about([0, 1, 0], PI / 2), 0.2],
    ["a ball", ballShape(0.15), [0, 0, 0, 1], 0.15],
    ["a cylinder lying along y", { kind: "Cylinder", radius: 0.1, length: 0.3 }, [0, 0, 0, 1], 0.1],
    ["a cylinder on its end", { kind: "Cylinder", radius: 0.1, length: 0.3 }, about([1, 0, 0], PI / 2), 0.15],
    ["a capsule on its cap", { kind: "CappedCylinder", radius: 0.1, length: 0.3 }, about([1, 0, 0], 0), 0.25],
    ["a capsule lying", { kind: "CappedCylinder", radius: 0.1, length: 0.3 }, about([0, 1, 0], PI / 2), 0.1],
    ["a mesh of a box", boxMesh([0.4, 0.3, 0.2]), [0, 0, 0, 1], 0.1],
    ["a tetrahedron on its face", TETRAHEDRON, [0, 0, 0, 1], 0.1],
  ];
  test.each(cases)("%s", async (_, shape, orientation, height) => {
    const physics = await makeWorld({ entities: [flatGround()] });
    // dropped from 5 mm above its rest position
    const lift = shape === TETRAHEDRON ? 0 : height;
    physics.add(objectOf("thing", shape, { mass: 3, orientation }), {
      position: [0, 0, lift + 0.005],
      orientation: [0, 0, 0, 1],
    });
    run(physics, 1);
    const { position, linearVelocity, angularVelocity } = readBody(physics, "thing", "Body");
    expect(Math.abs(position[2] - height)).toBeLessThan(TOUCH);
    expect(Math.max(...linearVelocity.map(Math.abs), ...angularVelocity.map(Math.abs))).toBeLessThan(1e-3);
    expect(supportOf(physics, "thing")).toBeCloseTo(3 * G, 3);
  });

  test("a body of convex parts rests on the lowest of them", async () => {
    const table: EntityInput = {
      name: "table",
      bodies: [
        {
          name: "Body",
          solids: [
            { name: "Top", shape: boxShape(1, 1, 0.05), mass: 5, position: [0, 0, 0.5] },
            ...[0, 1, 2, 3].map((i) => ({
              name: `Leg${i}`,
              shape: boxMesh([0.05, 0.05, 0.475]),
              mass: 1,
              position: [i & 1 ? 0.4 : -0.4, i & 2 ? 0.4 : -0.4, 0.2375] as Vec3,
            })),
          ],
        },
      ],
    };
    const ball = objectOf("ball", ballShape(0.1), { position: [0, 0, 0.11] });
    const physics = run(await makeWorld({ entities: [flatGround(), table, ball] }), 1);
    // the ball lies under the table: the legs did not become one hull
    expect(Math.abs(readPose(physics, "ball", "Body").position[2] - 0.1)).toBeLessThan(TOUCH);
    expect(Math.abs(readPose(physics, "table", "Body").position[2] - (5 * 0.5 + 4 * 0.2375) / 9)).toBeLessThan(TOUCH);
    expect(supportOf(physics, "table")).toBeCloseTo(9 * G, 3);
  });

  test("a moving mesh is its hull: a ball does not sink into a pit in it", async () => {
    // a pit in the top of a box: the hull is the whole box
    const pit: Shape = {
      kind: "Mesh",
      vertices: [...boxMesh([0.4, 0.4, 0.2]).vertices, 0, 0, 0],
      triangles: [...boxMesh([0.4, 0.4, 0.2]).triangles.slice(0, 30), 4, 5, 8, 5, 7, 8, 7, 6, 8, 6, 4, 8],
    };
    const entities = [
      flatGround(),
      objectOf("pit", pit, { mass: 10, position: [0, 0, 0.1] }),
      objectOf("ball", ballShape(0.05), { mass: 0.1, position: [0, 0, 0.255] }),
    ];
    const physics = run(await makeWorld({ entities }), 1);
    expect(Math.abs(readPose(physics, "ball", "Body").position[2] - 0.25)).toBeLessThan(TOUCH);
  });
});

describe("[M2] solids without collision, and invisible solids", () => {
  test("bodies pass through a solid without collision, rays hit it", async () => {
    const entities = [
      flatGround(),
      staticOf("curtain", boxShape(2, 2, 0.1), { position: [0, 0, 1], collide: false }),
      objectOf("ball", ballShape(0.1), { position: [0, 0, 2] }),
    ];
    const physics = run(await makeWorld({ entities }), 2);
    expect(Math.abs(readPose(physics, "ball", "Body").position[2] - 0.1)).toBeLessThan(TOUCH);
    expect(castRay(physics, [0, 0, 5], [0, 0, -1])?.surface.entity).toBe("curtain");
  });

  test("a solid without collision does not support its body", async () => {
    const antenna = { name: "Antenna", shape: boxShape(0.02, 0.02, 1), position: [0, 0, -0.3] as Vec3, collide: false };
    const thing: EntityInput = {
      name: "thing",
      bodies: [{ name: "Body", solids: [{ name: "Hull", shape: boxShape(0.2), mass: 1 }, antenna] }],
    };
    const physics = await makeWorld({ entities: [flatGround()] });
    physics.add(thing, { position: [0, 0, 0.3], orientation: [0, 0, 0, 1] });
    run(physics, 1);
    expect(Math.abs(readPose(physics, "thing", "Body").position[2] - 0.1)).toBeLessThan(TOUCH);
  });

  test("an invisible solid supports bodies", async () => {
    const entities = [
      staticOf("shelf", boxShape(2, 2, 0.1), { position: [0, 0, 1], visible: false }),
      objectOf("ball", ballShape(0.1), { position: [0, 0, 1.16] }),
    ];
    const physics = run(await makeWorld({ entities }), 1);
    expect(Math.abs(readPose(physics, "ball", "Body").position[2] - 1.15)).toBeLessThan(TOUCH);
  });
});

describe("[M2] static solids", () => {
  test("a static mesh stays concave: a ball rests in a valley, touching both slopes", async () => {
    const r = 0.1;
    const entities = [
      staticOf("valley", valleyMesh(1)),
      objectOf("ball", ballShape(r), { position: [0.2, 0, 0.6], material: "Plastic" }),
    ];
    const physics = run(
      await makeWorld({ entities, pairs: [{ a: "Default", b: "Plastic", friction: 0.5, rolling: 0.01 }] }),
      4,
    );
    const { position } = readPose(physics, "ball", "Body");
    // slopes of 45°: the centre is r √2 above the edge; the hull would hold it at 1 m
    expect(Math.abs(position[2] - r * Math.SQRT2)).toBeLessThan(1e-3);
    expect(Math.abs(position[0])).toBeLessThan(1e-3);
    expect(supportOf(physics, "ball")).toBeCloseTo(G, 2);
    const sides = listContacts(physics, "ball").map(({ normal }) => Math.sign(normal[0]));
    expect(new Set(sides).size).toBe(2);
  });

  test.each<[string, Shape, number]>([
    ["box", boxShape(0.3, 0.3, 0.2), 0.1],
    ["ball", ballShape(0.1), 0.1],
    ["cylinder", { kind: "Cylinder", radius: 0.1, length: 0.2 }, 0.1],
    ["capsule", { kind: "CappedCylinder", radius: 0.1, length: 0.2 }, 0.2],
    ["mesh", boxMesh([0.3, 0.3, 0.2]), 0.1],
  ])("a static mesh of a table, and of a pedestal, holds a %s", async (_, shape, height) => {
    for (const [width, gap] of [
      [1, 0.002],
      [1, -0.0005],
      [1, 2],
      [0.2, 0.002],
    ]) {
      const table = staticOf("table", boxMesh([width, width, 0.7], [0, 0, 0.35]));
      const entities = [table, objectOf("thing", shape, { position: [0, 0, 0.7 + height + gap] })];
      const physics = run(await makeWorld({ entities }), 1.5);
      const { position, linearVelocity } = readBody(physics, "thing", "Body");
      expect(Math.abs(position[2] - 0.7 - height)).toBeLessThan(TOUCH);
      expect(Math.abs(linearVelocity[2])).toBeLessThan(5e-3);
    }
  });

  test("a ray hits the slope of the valley, not its hull", async () => {
    const physics = await makeWorld({ entities: [staticOf("valley", valleyMesh(1))] });
    const hit = castRay(physics, [0.5, 0.1, 3], [0, 0, -1]);
    expect(hit?.distance).toBeCloseTo(2.5, 6);
    expect(hit?.normal[0]).toBeCloseTo(-Math.SQRT1_2, 6);
  });

  test("a mesh that is placed and turned in the world", async () => {
    const physics = await makeWorld({ entities: [] });
    const quarter = about([0, 0, 1], PI / 2);
    physics.add(staticOf("valley", valleyMesh(1)), { position: [5, 0, 1], orientation: quarter });
    // along x now; at y = 0.5 the slope is 0.5 high
    const hit = castRay(physics, [5.1, 0.5, 4], [0, 0, -1]);
    expect(hit?.point[2]).toBeCloseTo(1.5, 6);
    physics.add(objectOf("ball", ballShape(0.1), { position: [5.3, 0, 1.3] }));
    run(physics, 2);
    expect(Math.abs(readPose(physics, "ball", "Body").position[2] - (1 + 0.1 * Math.SQRT2))).toBeLessThan(1e-3);
  });

  test("a turned plane holds a box along its own normal", async () => {
    const tilt = about([1, 0, 0], 0.2);
    const up = rotate(tilt, [0, 0, 1]);
    const plane = staticOf("slope", { kind: "Plane" }, { orientation: tilt, position: [0, 0, 1] });
    const place: Vec3 = [0.1005 * up[0], 0.1005 * up[1], 1 + 0.1005 * up[2]];
    const entities = [plane, objectOf("box", boxShape(0.2), { orientation: tilt, position: place })];
    const physics = run(await makeWorld({ entities }), 1);
    const { position } = readPose(physics, "box", "Body");
    const above = up[0] * position[0] + up[1] * position[1] + up[2] * (position[2] - 1);
    expect(Math.abs(above - 0.1)).toBeLessThan(TOUCH);
    // friction 0.5 holds it at tan 0.2 = 0.2
    expect(Math.abs(position[1] - place[1])).toBeLessThan(1e-3);
  });
});

describe("[M2] heightfields", () => {
  /** Rises by 0.1 a column along +x and by 0.4 a row along +y: no turning or swapping leaves it as it is. */
  const field: HeightfieldShape = {
    kind: "Heightfield",
    rows: 3,
    columns: 5,
    size: [4, 2],
    heights: [0, 0.1, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.8, 0.9, 1.0, 1.1, 1.2],
  };
  const heightAt = (x: number, y: number) => 0.1 * (x + 2) + 0.4 * (y + 1);

  test.each([
    [-1.7, -0.8],
    [1.7, -0.8],
    [-1.7, 0.8],
    [0.3, 0.1],
  ])("a ray at x = %d, y = %d meets the right height", async (x, y) => {
    const physics = await makeWorld({ entities: [staticOf("hills", field, { position: [0, 0, 2] })] });
    expect(castRay(physics, [x, y, 9], [0, 0, -1])?.point[2]).toBeCloseTo(2 + heightAt(x, y), 6);
  });

  test("heights below zero are below the solid's origin", async () => {
    const heights = field.heights.map((h) => h - 1);
    const physics = await makeWorld({ entities: [staticOf("hills", { ...field, heights })] });
    expect(castRay(physics, [1.7, -0.8, 9], [0, 0, -1])?.point[2]).toBeCloseTo(heightAt(1.7, -0.8) - 1, 6);
  });

  test("a ball rests in the hollow at the right corner of the grid", async () => {
    // flat at 0.5 except for a pit down to 0.2 whose middle is column 3 of 5, row 1 of 5
    const heights = Array.from({ length: 25 }, (_, i) => (i === 1 * 5 + 3 ? 0.2 : 0.5));
    const shape: HeightfieldShape = { kind: "Heightfield", rows: 5, columns: 5, size: [4, 4], heights };
    const ball = objectOf("ball", ballShape(0.1), { position: [1.1, -1.1, 0.6], material: "Rubber" });
    const physics = run(
      await makeWorld({
        entities: [staticOf("hills", shape), ball],
        pairs: [{ a: "Default", b: "Rubber", rolling: 0.01 }],
      }),
      4,
    );
    const { position } = readPose(physics, "ball", "Body");
    // friction may hold it a little beside the tip
    expect(Math.abs(position[0] - 1)).toBeLessThan(0.01);
    expect(Math.abs(position[1] + 1)).toBeLessThan(0.01);
    // between r sqrt(1 + 0.09), on the faces along the grid, and r sqrt(1 + 0.18), on those across it
    expect(position[2]).toBeGreaterThan(0.2 + 0.1 * Math.sqrt(1.09) - TOUCH);
    expect(position[2]).toBeLessThan(0.2 + 0.1 * Math.sqrt(1.18) + TOUCH);
    expect(supportOf(physics, "ball")).toBeCloseTo(G, 2);
  });

  test.each<[string, Shape]>([
    ["box", boxShape(0.2)],
    ["ball", ballShape(0.1)],
    ["cylinder", { kind: "Cylinder", radius: 0.1, length: 0.2 }],
    ["mesh", boxMesh([0.2, 0.2, 0.2])],
  ])("a level field holds a %s at its height", async (_, thing) => {
    const shape: HeightfieldShape = { ...field, heights: field.heights.map(() => 0.7) };
    const entities = [staticOf("floor", shape), objectOf("thing", thing, { position: [0.5, 0.2, 0.802] })];
    const physics = run(await makeWorld({ entities }), 1);
    const { position, linearVelocity } = readBody(physics, "thing", "Body");
    expect(Math.abs(position[2] - 0.8)).toBeLessThan(TOUCH);
    expect(Math.abs(linearVelocity[2])).toBeLessThan(5e-3);
  });

  test.each([3, 41, 101])("%d x as many points: a box slides and a ball rolls as on a plane", async (n) => {
    const shape: HeightfieldShape = {
      kind: "Heightfield",
      rows: n,
      columns: n,
      size: [4, 4],
      heights: new Array(n * n).fill(0.7),
    };
    const start = async (thing: Shape) => {
      const entities = [
        staticOf("floor", shape),
        objectOf("thing", thing, { position: [-1, 0.2, 0.8], material: "Plastic" }),
      ];
      const pairs = [{ a: "Default", b: "Plastic", friction: 0.3, restitution: 0 }];
      const physics = run(await makeWorld({ entities, pairs }), 0.2);
      setVelocity(physics, "thing", "Body", [2, 0, 0], [0, 0, 0]);
      return readBody(run(physics, 0.3), "thing", "Body").linearVelocity[0];
    };
    // the coarse field has one contact under the whole box, on which it wobbles
    expect(Math.abs((await start(boxShape(0.2))) - (2 - 0.3 * G * 0.3))).toBeLessThan(n === 3 ? 0.12 : 0.001);
    expect(Math.abs((await start(ballShape(0.1))) - (2 * 5) / 7)).toBeLessThan(0.006);
  });
});
