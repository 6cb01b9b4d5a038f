// Impacts within a step: energy, blows through touching bodies, and what islands without impacts do. Phases of the step:
// bench/accuracy/Phases.ts.

import { describe, expect, test } from "vitest";
import { throwBodies } from "../../../testing/builders/RandomImpacts.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Vec3 } from "../../math/Vec3.js";
import { readBody, setVelocity } from "../Bodies.js";
import { Physics } from "../Physics.js";
import { listContacts } from "../Queries.js";
import { INTERNALS } from "../state/LiveModel.js";

const R = 0.05;

const ball = (name: string, position: Vec3, mass = 1) => ({
  name,
  bodies: [
    {
      name: "Body",
      solids: [{ name: "S", shape: { kind: "Sphere" as const, radius: R }, mass, position, material: "Test" }],
    },
  ],
});

const space = (
  values: { friction?: number; restitution?: number; tangentialRestitution?: number },
  entities: ReturnType<typeof ball>[],
  stepSec = 0.002,
) => Physics.create({ stepSec, gravity: [0, 0, 0], materials: [{ name: "Test", ...values }], entities });

const run = (p: Physics, steps: number): void => {
  for (let i = 0; i < steps; i++) expect(p.step()).toEqual([]);
};
const velocity = (p: Physics, name: string): Vec3 => readBody(p, name, "Body").linearVelocity;

describe("energy", () => {
  test.each([0.001, 0.002])("random impacts never gain energy, at %s s", async (stepSec) => {
    const tally = await throwBodies(new RandomStream("impacts"), 30, stepSec);
    expect(tally.impacts).toBeGreaterThan(25);
    expect(tally.gains, tally.text).toBe(0);
  });
});

describe("blows through touching bodies", () => {
  test("three balls, e = 1: only the last moves on, in the same step", async () => {
    const p = await space({ friction: 0, restitution: 1 }, [
      ball("a", [-2 * R - 0.001, 0, 0]),
      ball("b", [0, 0, 0]),
      ball("c", [2 * R, 0, 0]),
    ]);
    setVelocity(p, "a", "Body", [1, 0, 0], [0, 0, 0]);
    run(p, 1);
    expect(velocity(p, "a")[0]).toBeCloseTo(0, 3);
    expect(velocity(p, "b")[0]).toBeCloseTo(0, 3);
    expect(velocity(p, "c")[0]).toBeCloseTo(1, 3);
    // a moved to the touch and stays, c moved in the rest of the step
    expect(readBody(p, "a", "Body").position[0]).toBeCloseTo(-2 * R, 5);
    expect(readBody(p, "c", "Body").position[0]).toBeCloseTo(2 * R + 0.001, 5);
    p.dispose();
  });

  test("forces of contacts are those of the whole step: momentum over step", async () => {
    const p = await space({ friction: 0, restitution: 0.5 }, [ball("a", [-2 * R - 0.001, 0, 0]), ball("b", [0, 0, 0])]);
    setVelocity(p, "a", "Body", [1, 0, 0], [0, 0, 0]);
    run(p, 1);
    const [{ normalForce }] = listContacts(p);
    expect(normalForce * p.stepSec).toBeCloseTo(velocity(p, "b")[0], 9);
    p.dispose();
  });

  test("a ball thrown obliquely gives a resting one no spin without friction", async () => {
    const p = await space({ friction: 0, restitution: 0.8 }, [ball("a", [-0.2, 0.06, 0]), ball("b", [0, 0, 0])], 0.005);
    setVelocity(p, "a", "Body", [6, 0, 0], [0, 0, 0]);
    run(p, 12);
    expect(velocity(p, "b")[0]).toBeGreaterThan(1);
    for (const name of ["a", "b"])
      for (const w of readBody(p, name, "Body").angularVelocity) expect(Math.abs(w)).toBeLessThan(1e-6);
    p.dispose();
  });
});

describe("tangential restitution", () => {
  test.each([0, 0.5, 1])("e_t = %s: the slip comes back with that share", async (tangentialRestitution) => {
    const p = await space({ friction: 2, restitution: 1, tangentialRestitution }, [
      ball("a", [-2 * R - 0.01, 0, 0], 1),
      ball("b", [0, 0, 0], 1e6),
    ]);
    setVelocity(p, "a", "Body", [2, 0, 0], [0, 0, 10]);
    run(p, 6);
    const { linearVelocity: v, angularVelocity: w } = readBody(p, "a", "Body");
    // the point that touches was at +x: its slip along y is v_y + w_z R
    expect(v[1] + w[2] * R).toBeCloseTo(-tangentialRestitution * 10 * R, 3);
    p.dispose();
  });
});

describe("islands", () => {
  const far = (n: number): Vec3 => [0, 10 * n, 0];

  test("an impact far away changes no bit, and islands without impacts are solved once", async () => {
    const pair = (name: string, n: number) => {
      const [x, y, z] = far(n);
      return [ball(`${name}1`, [x - 2 * R - 0.003, y, z]), ball(`${name}2`, [x, y, z])];
    };
    const values = { friction: 0.5, restitution: 0.7 };
    const [one, two] = [await space(values, pair("a", 0)), await space(values, [...pair("a", 0), ...pair("b", 1)])];
    for (const p of [one, two]) setVelocity(p, "a1", "Body", [1, 0.3, 0], [1, 2, 3]);
    setVelocity(two, "b1", "Body", [2, 0.1, 0], [0, 0, 5]);
    for (let i = 0; i < 10; i++) {
      run(one, 1);
      run(two, 1);
      for (const name of ["a1", "a2"]) expect(readBody(two, name, "Body")).toEqual(readBody(one, name, "Body"));
    }
    // apart again: at most one solve a step
    const { kernel } = one[INTERNALS].compiled;
    const before = kernel.counters.islands;
    run(one, 5);
    expect(kernel.counters.islands - before).toBeLessThanOrEqual(5);
    one.dispose();
    two.dispose();
  });
});
