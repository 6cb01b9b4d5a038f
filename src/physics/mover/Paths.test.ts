// Movers and belts against closed forms (E3), and their part in snapshots.

import { describe, expect, test } from "vitest";
import type { BodyInput, EntityInput } from "../../describe/entity/Entity.js";
import type { SolidInput } from "../../describe/entity/Solid.js";
import type { Vec3 } from "../../math/Vec3.js";
import { readBody } from "../Bodies.js";
import { drivePath, glideTo, readPathState, setSurfaceVelocity } from "../Paths.js";
import { Physics } from "../Physics.js";

const G = 9.81;
const MU = 0.4;

function box(name: string, size: Vec3, position: Vec3, more: Partial<SolidInput> = {}): BodyInput {
  return {
    name,
    solids: [{ name: `${name}-solid`, shape: { kind: "Box", size }, position, material: "Grip", ...more }],
  };
}

const crate = (position: Vec3): EntityInput => ({
  name: "crate",
  bodies: [box("Crate", [0.2, 0.2, 0.2], position, { mass: 1 })],
});

const ball: EntityInput = {
  name: "ball",
  bodies: [
    {
      name: "Ball",
      solids: [
        { name: "B", shape: { kind: "Sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1], material: "Rebound" },
      ],
    },
  ],
};

const create = (
  entities: readonly EntityInput[],
  { gravity = [0, 0, -G], stepSec = 0.001 }: { gravity?: Vec3; stepSec?: number } = {},
): Promise<Physics> => {
  const materials = [
    { name: "Grip", friction: MU },
    { name: "Smooth", friction: 0 },
    { name: "Rebound", friction: 0, restitution: 1, bounceSpeed: 0 },
  ];
  return Physics.create({ stepSec, gravity, materials, entities });
};

function run(physics: Physics, steps: number): void {
  for (let i = 0; i < steps; i++) physics.step();
}

const lift: EntityInput = {
  name: "lift",
  bodies: [box("Lift", [1, 1, 0.1], [0, 0, -0.05])],
  path: { starts: true, points: [{ atNs: 0 }, { atNs: 1e9, offset: [0, 0, 1], easing: "smooth" }] },
};

const belt = (surfaceVelocity?: Vec3): EntityInput => ({
  name: "belt",
  isStatic: true,
  bodies: [box("Belt", [20, 1, 0.1], [0, 0, -0.05], surfaceVelocity ? { surfaceVelocity } : {})],
});

test("[E3] a lift carries a box to its end", async () => {
  const physics = await create([lift, crate([0, 0, 0.1])]);
  run(physics, 1200);
  const { position, linearVelocity } = readBody(physics, "crate", "Crate");
  expect(position[2]).toBeCloseTo(1.1, 5);
  expect(linearVelocity[2]).toBeCloseTo(0, 4);
});

test("[E3] a box on a belt reaches the belt's speed v after v / (mu g)", async () => {
  const physics = await create([belt([1, 0, 0]), crate([0, 0, 0.1])]);
  run(physics, 200);
  expect(readBody(physics, "crate", "Crate").linearVelocity[0]).toBeCloseTo(MU * G * 0.2, 3);
  run(physics, 200);
  const { position, linearVelocity } = readBody(physics, "crate", "Crate");
  const rise = 1 / (MU * G);
  expect(linearVelocity[0]).toBeCloseTo(1, 6);
  expect(position[0]).toBeCloseTo(0.4 - rise / 2, 3);
});

test("[E3] a carrier that accelerates above mu g leaves the box behind with mu g", async () => {
  const path = {
    starts: true,
    points: [{ atNs: 0 }, { atNs: 1e9, offset: [2.5, 0, 0] as const, easing: "accelerate" as const }],
  };
  const cart: EntityInput = { name: "cart", bodies: [box("Cart", [20, 1, 0.1], [0, 0, -0.05])], path };
  const physics = await create([cart, { ...crate([0, 0, 0.1]) }]);
  run(physics, 900);
  expect(readBody(physics, "crate", "Crate").linearVelocity[0]).toBeCloseTo(MU * G * 0.9, 2);
});

/** Without friction, so that it does not lift what it pushes. */
const pusher = (blocked: "push" | "stop" | "reverse", force: number): EntityInput => ({
  name: "pusher",
  bodies: [box("Pusher", [0.1, 1, 0.2], [-0.25, 0, 0.15], { material: "Smooth" })],
  path: { starts: true, blocked, force, points: [{ atNs: 0 }, { atNs: 2e9, offset: [1, 0, 0] }] },
});
const floor = belt();

test("[E3] a pusher pushes a box at its speed", async () => {
  const physics = await create([floor, pusher("push", Number.MAX_VALUE), crate([0, 0, 0.1])]);
  run(physics, 1500);
  const { position, linearVelocity } = readBody(physics, "crate", "Crate");
  expect(linearVelocity[0]).toBeCloseTo(0.5, 3);
  expect(position[0]).toBeCloseTo(0.75 - 0.1, 2);
});

test("[E3] a mover that is weaker than the friction of the box stops, or goes back", async () => {
  // the box needs mu m g = 3.9 N
  for (const blocked of ["stop", "reverse"] as const) {
    const physics = await create([floor, pusher(blocked, 2), crate([0, 0, 0.1])]);
    run(physics, 1500);
    expect(readBody(physics, "crate", "Crate").position[0]).toBeLessThan(0.01);
    const { offset } = readPathState(physics, "pusher");
    if (blocked === "stop") expect(offset[0]).toBeCloseTo(0.1, 2);
    else expect(offset[0]).toBe(0);
  }
});

const raiser = (blocked: "push" | "stop" | "reverse", force: number): EntityInput => ({
  ...lift,
  path: { starts: true, blocked, force, points: [{ atNs: 0 }, { atNs: 2e9, offset: [0, 0, 1] }] },
});

describe.each([0.001, 0.002, 0.005])("[E3] with a step of %d s", (stepSec) => {
  test.each(["push", "stop", "reverse"] as const)(
    "%s: a lift raises a load with (F - m g) / m, then at its speed",
    async (blocked) => {
      const physics = await create([raiser(blocked, 12), crate([0, 0, 0.1])], { stepSec });
      run(physics, 0.1 / stepSec);
      const { linearVelocity } = readBody(physics, "crate", "Crate");
      expect(linearVelocity[2]).toBeCloseTo((12 - G) * 0.1, 2);
      run(physics, 0.9 / stepSec);
      expect(readBody(physics, "crate", "Crate").linearVelocity[2]).toBeCloseTo(0.5, 3);
      // late by v / 2a seconds
      const late = 0.5 / (2 * (12 - G));
      expect(readPathState(physics, "lift").offset[2]).toBeCloseTo(0.5 * (1 - late), 2);
    },
  );

  test("a pusher pushes a crate with F - mu m g, and no harder when it meets it", async () => {
    const physics = await create([belt(), pusher("stop", 6), crate([0, 0, 0.1])], { stepSec });
    // it meets the crate after 0.2 s
    run(physics, 0.3 / stepSec);
    expect(readBody(physics, "crate", "Crate").linearVelocity[0]).toBeCloseTo((6 - MU * G) * 0.1, 2);
    run(physics, 0.5 / stepSec);
    expect(readBody(physics, "crate", "Crate").linearVelocity[0]).toBeCloseTo(0.5, 3);
  });

  test("a ball that bounces off a weak pusher gets F t and not m v", async () => {
    const physics = await create([belt(), pusher("push", 1), ball], { stepSec });
    run(physics, 0.3 / stepSec);
    const { linearVelocity } = readBody(physics, "ball", "Ball");
    expect(linearVelocity[0]).toBeGreaterThan(0.05);
    expect(linearVelocity[0]).toBeLessThan(1 * 0.1 + 0.01);
  });

  test("a mover that is too weak stops, or goes back, a tenth of a second after it has met the crate", async () => {
    for (const blocked of ["stop", "reverse"] as const) {
      const physics = await create([belt(), pusher(blocked, 2), crate([0, 0, 0.1])], { stepSec });
      run(physics, 0.28 / stepSec);
      expect(readPathState(physics, "pusher")).toMatchObject({ direction: 1 });
      run(physics, 0.08 / stepSec);
      const { direction, isMoving } = readPathState(physics, "pusher");
      if (blocked === "stop") expect(isMoving).toBe(false);
      else expect(direction).toBe(-1);
    }
  });
});

test("[E3, M5] a snapshot at any step goes on with the same bits", async () => {
  const physics = await create([
    { ...lift, path: { ...lift.path!, force: 50 } },
    belt([0.5, 0, 0]),
    crate([0.3, 0, 0.1]),
  ]);
  for (const at of [137, 411, 702]) {
    run(physics, at - physics.steps);
    if (at === 411) glideTo(physics, "lift", { offset: [0, 0, 0.2], turn: [0, 0, 1], seconds: 0.5 });
    if (at === 702) drivePath(physics, "lift", "back");
    setSurfaceVelocity(physics, "belt", "Belt-solid", [at / 1000, 0, 0]);
    const kept = physics.snapshot();
    const start = physics.hash();
    run(physics, 90);
    const straight = physics.hash();
    physics.restore(kept);
    expect(physics.hash()).toBe(start);
    run(physics, 90);
    expect(physics.hash()).toBe(straight);
  }
});

test("[E3] bad paths are refused with a code", async () => {
  const refuse = (path: object, code: string) =>
    expect(create([{ ...lift, path: path as never }])).rejects.toMatchObject({ code });
  await refuse({ points: [] }, "PATH_MALFORMED");
  await refuse({ points: [{ atNs: 0 }, { atNs: 0 }] }, "PATH_MALFORMED");
  await refuse({ mode: "loop", points: [{ atNs: 0 }, { atNs: 1e9, offset: [1, 0, 0] }] }, "PATH_OPEN");
  await refuse({ mode: "circle", points: [{ atNs: 0 }, { atNs: 1e9 }] }, "KIND_UNKNOWN");
  const jointed: EntityInput = {
    ...lift,
    joints: [{ name: "Hinge", kind: "Hinge", body1: "Lift", axes: [[0, 0, 1]] }],
  };
  await expect(create([jointed])).rejects.toMatchObject({ code: "PATH_JOINTED" });
  const physics = await create([floor]);
  expect(() => drivePath(physics, "belt", "back")).toThrow(expect.objectContaining({ code: "PATH_MISSING" }));
});
