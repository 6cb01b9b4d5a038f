// The collider of cylinders: side by side, on top of each other, crossed.

import { afterEach, describe, expect, test } from "vitest";
import {
  disposeWorlds,
  floating,
  G,
  makeWorld,
  objectOf,
  run,
  supportOf,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { Shape } from "../../describe/entity/Solid.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { fromAxisAngle, IDENTITY, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, readBody, setVelocity } from "../Bodies.js";
import { listContacts } from "../Queries.js";

afterEach(disposeWorlds);

const [RADIUS, LENGTH] = [0.1, 0.3];
const SHAPE: Shape = { kind: "Cylinder", radius: RADIUS, length: LENGTH };
const UPRIGHT: Quat = fromAxisAngle([1, 0, 0], Math.PI / 2);
const ALONG_X: Quat = fromAxisAngle([0, 0, 1], Math.PI / 2);
const can = (name: string, position: Vec3, orientation: Quat = IDENTITY, more: object = {}): EntityInput =>
  objectOf(name, SHAPE, { position, orientation, mass: 1, ...more });
const TOUCH = 2e-4;

describe("cylinder on cylinder", () => {
  test("standing on top of each other, three high", async () => {
    const stack = [0, 1, 2].map((i) => can(`can${i}`, [0, 0, LENGTH * (i + 0.5) + 0.001 * i], UPRIGHT));
    const physics = run(await makeWorld({ entities: [flatGround(), ...stack] }), 3);
    for (let i = 0; i < 3; i++) {
      const { position, linearVelocity } = readBody(physics, `can${i}`, "Body");
      expect(Math.abs(position[2] - LENGTH * (i + 0.5))).toBeLessThan(TOUCH * (i + 1));
      expect(Math.hypot(position[0], position[1])).toBeLessThan(1e-3);
      expect(Math.abs(linearVelocity[2])).toBeLessThan(1e-3);
    }
    expect(supportOf(physics, "can2")).toBeCloseTo(G, 2);
  });

  test("a shifted one rests as long as its centre is supported, and falls when it is not", async () => {
    for (const [shift, stays] of [
      [0.08, true],
      [0.12, false],
    ] as const) {
      const entities = [
        flatGround(),
        can("low", [0, 0, LENGTH / 2], UPRIGHT, { mass: 20 }),
        can("top", [shift, 0, LENGTH * 1.5], UPRIGHT),
      ];
      const physics = run(await makeWorld({ entities }), 2);
      expect(readBody(physics, "top", "Body").position[2] > 1.4 * LENGTH).toBe(stays);
    }
  });

  test.each([
    ["lying side by side", IDENTITY, [0.5, 0, RADIUS] as Vec3, RADIUS],
    ["upright side by side", UPRIGHT, [0.5, 0, LENGTH / 2] as Vec3, LENGTH / 2],
  ])("%s: pushed together they meet at two radii", async (_, orientation, at, height) => {
    const entities = [flatGround("Plastic"), can("a", [0, 0, height], orientation), can("b", at, orientation)];
    const physics = await makeWorld({ entities, pairs: [{ a: "Default", b: "Plastic", friction: 0.05 }] });
    run(physics, 2, () => {
      applyForce(physics, "a", "Body", [2, 0, 0]);
      applyForce(physics, "b", "Body", [-2, 0, 0]);
    });
    const gap = readBody(physics, "b", "Body").position[0] - readBody(physics, "a", "Body").position[0];
    expect(Math.abs(gap - 2 * RADIUS)).toBeLessThan(TOUCH);
    expect(supportOf(physics, "b", [1, 0, 0])).toBeCloseTo(2, 1);
  });

  test("crossed: one lies across two others", async () => {
    const entities = [
      flatGround(),
      can("left", [-0.1, 0, RADIUS], IDENTITY, { mass: 10 }),
      can("right", [0.1, 0, RADIUS], IDENTITY, { mass: 10 }),
      can("top", [0, 0, 3 * RADIUS + 0.001], ALONG_X),
    ];
    const physics = run(await makeWorld({ entities }), 1);
    const touching = listContacts(physics, "top").filter(({ normalForce }) => normalForce > 1);
    expect(new Set(touching.flatMap(({ a, b }) => [a.entity, b.entity]))).toEqual(new Set(["left", "right", "top"]));
    expect(Math.abs(readBody(physics, "top", "Body").position[2] - 3 * RADIUS)).toBeLessThan(5 * TOUCH);
    expect(supportOf(physics, "top")).toBeCloseTo(G, 1);
  });

  test("a head-on bounce swaps the speeds of equal ones", async () => {
    const bouncy = { material: "Steel" };
    const physics = await makeWorld({
      ...floating(can("a", [0, 0, 0], UPRIGHT, bouncy), can("b", [0.5, 0, 0], UPRIGHT, bouncy)),
      pairs: [{ a: "Steel", b: "Steel", restitution: 1, friction: 0 }],
    });
    setVelocity(physics, "a", "Body", [2, 0, 0], [0, 0, 0]);
    run(physics, 0.5);
    expect(readBody(physics, "a", "Body").linearVelocity[0]).toBeCloseTo(0, 2);
    expect(readBody(physics, "b", "Body").linearVelocity[0]).toBeCloseTo(2, 2);
  });

  test("excluded pairs pass through each other", async () => {
    const pair: EntityInput = {
      name: "pair",
      selfCollide: false,
      bodies: ["A", "B"].map((name, i) => ({
        name,
        solids: [{ name: `${name} solid`, shape: SHAPE, mass: 1, position: [0.15 * i, 0, 0] as Vec3 }],
      })),
    };
    const physics = run(await makeWorld(floating(pair)), 0.2);
    expect(listContacts(physics)).toEqual([]);
    expect(readBody(physics, "pair", "A").linearVelocity).toEqual([0, 0, 0]);
  });
});
