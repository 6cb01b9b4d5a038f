// [M8] The work of a step is bounded before it is done: an entity that asks for too much is removed, and the others
// keep their bits.

import { afterEach, describe, expect, test, vi } from "vitest";
import { boxMesh, cubeMesh } from "../../../testing/builders/Meshes.js";
import { ballShape, boxShape, disposeWorlds, makeWorld, objectOf, run } from "../../../testing/builders/SmallWorlds.js";
import type { BodyInput, EntityInput } from "../../describe/entity/Entity.js";
import type { Shape } from "../../describe/entity/Solid.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { IDENTITY } from "../../math/Quat.js";
import type { Physics } from "../Physics.js";
import { INTERNALS } from "../state/LiveModel.js";
import { Pipeline } from "./Pipeline.js";

afterEach(disposeWorlds);

/** Bodies of `solids` solids each, all within one centimetre. */
function crowd(bodies: number, solids: number, shape: Shape): EntityInput {
  const at = (i: number): number => 0.01 * ((i * 0.618) % 1);
  const made = Array.from(
    { length: bodies },
    (_, b): BodyInput => ({
      name: `b${b}`,
      solids: Array.from({ length: solids }, (_, s) => ({
        name: `s${b}.${s}`,
        shape,
        mass: 1,
        position: [at(b), at(b + 7 * s), 3 + at(3 * b + s)],
      })),
    }),
  );
  return { name: "crowd", bodies: made };
}

async function scene(): Promise<Physics> {
  const calm = [
    objectOf("calm", boxShape(0.3), { position: [5, 0, 0.2] }),
    objectOf("other", boxShape(0.3), { position: [5.2, 0.1, 0.6] }),
  ];
  const physics = await makeWorld({ entities: [flatGround()] });
  for (const one of calm) physics.add(one);
  return run(physics, 0.02);
}

const CROWDS: readonly (readonly [string, EntityInput])[] = [
  ["160 boxes", crowd(160, 1, boxShape(0.1))],
  ["160 spheres", crowd(160, 1, ballShape(0.05))],
  ["256 bodies of four boxes", crowd(256, 4, boxShape(0.1))],
  ["60 cylinders", crowd(60, 1, { kind: "Cylinder", radius: 0.05, length: 0.1 })],
  ["40 ellipsoids", crowd(40, 1, { kind: "Ellipsoid", size: [0.1, 0.2, 0.15] })],
  ["40 meshes", crowd(40, 1, cubeMesh(0.1))],
];

describe("[M8] solids at one place", () => {
  test.each(CROWDS)("%s are removed in their first step", async (_, entity) => {
    const [physics, twin] = [await scene(), await scene()];
    physics.add(entity);
    const removals = physics.step();
    twin.step();
    expect(removals.map(({ entity, error }) => [entity, error.code])).toEqual([["crowd", "OVERCROWDED"]]);
    expect(physics.hash()).toBe(twin.hash());
    for (const world of [physics, twin]) run(world, 0.02);
    expect(physics.hash()).toBe(twin.hash());
  });

  test("of a world file may ask for more", async () => {
    const physics = await makeWorld({ entities: [flatGround(), crowd(30, 1, boxShape(0.1))] });
    expect(physics.step()).toEqual([]);
    expect(physics[INTERNALS].compiled.kernel.work).toBeGreaterThan(15e6);
  });
});

describe("[M8] many heavy entities", () => {
  test("together ask for at most four times as much as one; light ones stay", async () => {
    const physics = await scene();
    const ellipsoids = crowd(14, 1, { kind: "Ellipsoid", size: [0.1, 0.2, 0.15] });
    for (let i = 0; i < 30; i++)
      physics.add(
        { ...ellipsoids, name: `heavy${10 + i}` },
        { position: [100 * (i + 1), 0, 0], orientation: IDENTITY },
      );
    const removals = physics.step();
    expect(new Set(removals.map(({ error }) => error.code))).toEqual(new Set(["OVERCROWDED"]));
    const stay = physics.names.filter((name) => name.startsWith("heavy"));
    expect(stay.length).toBeGreaterThanOrEqual(4);
    expect(stay.length).toBeLessThan(30);
    expect(physics.names).toEqual(expect.arrayContaining(["calm", "other"]));
  });

  test("with too much work of their own go together", async () => {
    const physics = await scene();
    const boxes = crowd(40, 1, boxShape(0.1));
    for (let i = 0; i < 3; i++)
      physics.add({ ...boxes, name: `heavy${i}` }, { position: [100 * (i + 1), 0, 0], orientation: IDENTITY });
    const { builds } = physics;
    expect(physics.step()).toHaveLength(3);
    // one by one they would need three
    expect(physics.builds).toBeLessThan(builds + 3);
  });
});

describe("[M8] several entities whose islands are too heavy for the solver", () => {
  /** Spheres at one place, with fewer contacts than an entity may have. */
  const heap = (name: string, at: number) => ({
    entity: { ...crowd(25, 1, ballShape(0.05)), name },
    placement: { position: [at, 0, 0] as const, orientation: IDENTITY },
  });

  test("are found in one attempt and removed together; the others keep their bits", async () => {
    const [physics, twin] = [await scene(), await scene()];
    const names = Array.from({ length: 6 }, (_, i) => `heap${10 + i}`);
    for (const [i, name] of names.entries()) {
      const { entity, placement } = heap(name, 100 * (i + 1));
      physics.add(entity, placement);
    }
    const { builds } = physics;
    const removals = physics.step();
    expect(removals.map(({ entity }) => entity).sort()).toEqual(names);
    expect(removals[0].error.message).toContain("in the solver");
    expect(physics.builds).toBeLessThan(builds + 3);
    twin.step();
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("[M8] long sticks side by side", () => {
  test("count by their bounding spheres: the engine compares each with each", async () => {
    const [physics, twin] = [await scene(), await scene()];
    const sticks = Array.from(
      { length: 256 },
      (_, i): BodyInput => ({
        name: `b${i}`,
        solids: Array.from({ length: 4 }, (_, s) => ({
          name: `s${i}.${s}`,
          shape: boxShape(0.01, 40, 0.01),
          mass: 1,
          position: [0.0101 * i, 0, 3 + 0.2 * s] as const,
        })),
      }),
    );
    physics.add({ name: "crowd", bodies: sticks });
    expect(physics.step().map(({ error }) => error.code)).toEqual(["OVERCROWDED"]);
    twin.step();
    expect(physics.hash()).toBe(twin.hash());
  });
});

describe("[M8] a static surface of many triangles", () => {
  const rows = 150;
  const bumps = Array.from({ length: rows * rows }, (_, i) => 0.05 * ((i * 0.618) % 1));
  const field = {
    name: "field",
    isStatic: true,
    bodies: [
      {
        name: "Body",
        solids: [
          {
            name: "Solid",
            shape: { kind: "Heightfield", rows, columns: rows, size: [10, 10], heights: bumps } as const,
          },
        ],
      },
    ],
  };
  const plate = (size: number): EntityInput =>
    objectOf("plate", boxMesh([size, size, 0.02]), { position: [0, 0, 0.06] });

  test("a small plate may lie on it, a large one asks for too much", async () => {
    const physics = await makeWorld({ entities: [field] });
    physics.add(plate(0.3));
    expect(physics.step()).toEqual([]);
    physics.remove("plate");
    physics.add(plate(9));
    expect(physics.step().map(({ error }) => error.code)).toEqual(["OVERCROWDED"]);
  });
});

describe("[M8] no entity found at fault", () => {
  test("the entity that joined last goes", async () => {
    const physics = await scene();
    physics.add(objectOf("aNewest", boxShape(0.1), { position: [0, 0, 5] }));
    const { step } = Pipeline.prototype;
    const spy = vi.spyOn(Pipeline.prototype, "step").mockImplementation(function (this: Pipeline, pushed) {
      if (physics.has("aNewest")) throw new Error("out of memory");
      step.call(this, pushed);
    });
    const removals = physics.step();
    spy.mockRestore();
    expect(removals.map(({ entity, error }) => [entity, error.code])).toEqual([["aNewest", "OVERCROWDED"]]);
    expect(physics.names).toEqual(["calm", "ground", "other"]);
  });
});
