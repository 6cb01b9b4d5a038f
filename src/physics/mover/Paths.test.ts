// Movers and belts against closed forms (E3), and their part in snapshots.

import { expect, test } from "vitest";
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

const create = (entities: readonly EntityInput[], gravity: Vec3 = [0, 0, -G]): Promise<Physics> =>
  Physics.create({ stepSec: 0.001, gravity, materials: [{ name: "Grip", friction: MU }], entities });

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

const pusher = (blocked: "push" | "stop" | "reverse", force: number): EntityInput => ({
  name: "pusher",
  bodies: [box("Pusher", [0.1, 1, 0.2], [-0.25, 0, 0.15])],
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
