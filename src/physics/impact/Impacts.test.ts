// Impacts within a step: energy, blows through touching bodies, and what islands without impacts do. Phases of the step:
// bench/accuracy/Phases.ts.

import { describe, expect, test } from "vitest";
import { throwBodies } from "../../../testing/builders/RandomImpacts.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Vec3 } from "../../math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../Bodies.js";
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
  entities: readonly EntityInput[],
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

describe("phases of the step", () => {
  const PHASES = 12;
  const STEP = 0.005;

  /** Velocities of ball a after the same shot along +x, started up to a step's travel earlier. */
  const shoot = async (
    p: Physics,
    { from, speed, spin }: { from: Vec3; speed: number; spin: Vec3 },
  ): Promise<{ readonly linear: Vec3; readonly angular: Vec3 }[]> => {
    const start = p.snapshot();
    const after = Array.from({ length: PHASES }, (_, k) => {
      p.restore(start);
      const [x, y, z] = from;
      moveBody(p, "a", "Body", {
        position: [x - (k / PHASES) * speed * STEP, y, z],
        orientation: readBody(p, "a", "Body").orientation,
      });
      setVelocity(p, "a", "Body", [speed, 0, 0], spin);
      run(p, 20);
      const { linearVelocity: linear, angularVelocity: angular } = readBody(p, "a", "Body");
      return { linear, angular };
    });
    p.dispose();
    return after;
  };
  /** Largest difference between the phases. */
  const spread = (vectors: readonly Vec3[]): number =>
    Math.max(...vectors.map((v) => Math.hypot(...v.map((x, i) => x - vectors[0][i]))));
  const post = (name: string, position: Vec3) => ({
    name,
    isStatic: true,
    bodies: [
      {
        name: "Body",
        solids: [{ name: "S", shape: { kind: "Sphere" as const, radius: R }, position, material: "Test" }],
      },
    ],
  });

  test("a ball that is reflected by two posts in one step leaves with the same velocity", async () => {
    // it strikes the first, and 7 mm later the second
    const p = await space(
      { friction: 0, restitution: 1 },
      [ball("a", [0, 0, 0]), post("b", [0, 0.06, 0]), post("c", [-0.02, -0.085, 0])],
      STEP,
    );
    const after = await shoot(p, { from: [-0.3, 0, 0], speed: 6, spin: [0, 0, 0] });
    expect(Math.hypot(...after[0].linear)).toBeCloseTo(6, 2);
    expect(spread(after.map(({ linear }) => linear))).toBeLessThan(0.03);
  });

  test("a spinning ball that is struck leaves with the same spin", async () => {
    const p = await space({ friction: 0.5, restitution: 0.5 }, [ball("a", [0, 0, 0]), post("b", [0, 0.03, 0])], STEP);
    const after = await shoot(p, { from: [-0.3, 0, 0], speed: 6, spin: [100, 150, -80] });
    expect(spread(after.map(({ angular }) => angular))).toBeLessThan(1);
  });

  test("a ball turns a bar on a hinge by the lever arm of the touch", async () => {
    const bar = {
      name: "b",
      bodies: [
        { name: "Base", solids: [{ ...post("b", [0, 0, -1]).bodies[0].solids[0], mass: 100 }] },
        {
          name: "Bar",
          solids: [
            {
              name: "Rod",
              shape: { kind: "Cylinder" as const, radius: 0.01, length: 0.2 },
              mass: 0.05,
              material: "Test",
            },
          ],
        },
      ],
      joints: [
        {
          kind: "Hinge" as const,
          name: "Axle",
          body1: "Bar",
          body2: "Base",
          axes: [[0, 1, 0] as Vec3],
          anchor: [0, 0, 0] as Vec3,
        },
      ],
    };
    const p = await space({ friction: 0.8, restitution: 0.3 }, [ball("a", [0, 0, 0]), bar], STEP);
    const after = await shoot(p, { from: [-0.3, 0, 0.03], speed: 6, spin: [0, 0, 0] });
    expect(spread(after.map(({ linear }) => linear))).toBeLessThan(0.02);
  });
});

describe("islands", () => {
  test("a large island strikes a bounded number of contacts in a step; the rest ends without bounce", async () => {
    // a layer of touching balls falls on another one, eight balls at a time; those that do not bounce come to touch
    const [layers, width] = [12, 8];
    const balls: ReturnType<typeof ball>[] = [];
    for (let i = 0; i < layers; i++)
      for (let j = 0; j < width; j++) {
        const [x, y] = [i * (2 * R + 1e-7), j * (2 * R + 1e-7)];
        balls.push(ball(`low ${i} ${j}`, [x, y, 0]), ball(`high ${i} ${j}`, [x, y, 2 * R + 1e-4 * (i + 1)]));
      }
    const p = await space({ friction: 0, restitution: 0.8 }, balls);
    const up = (name: string): number => velocity(p, name)[2];
    for (let k = 1; k < balls.length; k += 2) setVelocity(p, balls[k].name, "Body", [0, 0, -1], [0, 0, 0]);
    run(p, 1);
    let bounced = 0;
    for (let k = 0; k < balls.length; k += 2) {
      const apart = up(balls[k + 1].name) - up(balls[k].name);
      expect(up(balls[k + 1].name) + up(balls[k].name)).toBeCloseTo(-1, 6);
      const gap =
        readBody(p, balls[k + 1].name, "Body").position[2] - readBody(p, balls[k].name, "Body").position[2] - 2 * R;
      expect(gap).toBeGreaterThan(-1e-5);
      if (apart > 0.1) bounced++;
    }
    expect(bounced).toBe(64);
    p.dispose();
  });

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
