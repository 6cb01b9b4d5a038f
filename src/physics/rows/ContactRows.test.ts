// The row law under loads, springs and motors that the accuracy suite does not have.

import { describe, expect, test } from "vitest";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { PairInput } from "../../describe/entity/Material.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, readBody, setVelocity } from "../Bodies.js";
import { Physics } from "../Physics.js";

type Contact = Omit<PairInput, "a" | "b">;

const one = (
  name: string,
  solid: Partial<NonNullable<EntityInput["bodies"][number]["solids"]>[number]>,
): EntityInput => ({
  name,
  bodies: [
    {
      name: "Body",
      solids: [{ name: "Solid", shape: { kind: "Box", size: [0.2, 0.2, 0.1] }, mass: 1, material: "Test", ...solid }],
    },
  ],
});

function world(contact: Contact, entities: readonly EntityInput[], stepSec = 0.001, gravity: Vec3 = [0, 0, -9.81]) {
  const materials = [{ name: "Test", ...contact }];
  const pairs = [{ a: "Test", b: "Test", ...contact }];
  return Physics.create({ stepSec, gravity, materials, pairs, entities: [flatGround("Test"), ...entities] });
}

const speed = (p: Physics, name: string) => Math.hypot(...readBody(p, name, "Body").linearVelocity);

function run(p: Physics, seconds: number, each?: () => void): void {
  for (let i = 0; i < Math.round(seconds / p.stepSec); i++) {
    each?.();
    p.step();
  }
}

describe("[M3] slip: a surface gives way by a speed in proportion to the force, as ODE's slip1", () => {
  const block = one("block", { position: [0, 0, 0.05] });

  test.each([0.0005, 0.001, 0.002])(
    "a block that is pushed with less than its friction moves at slip times force, at %s s",
    async (h) => {
      // four corners and the middle share the force
      const p = await world({ friction: 0.8, slip: 0.08 }, [block], h);
      run(p, 0.1);
      run(p, 1, () => applyForce(p, "block", "Body", [2, 0, 0]));
      expect(speed(p, "block")).toBeCloseTo((0.08 / 5) * 2, 3);
      run(p, 1, () => applyForce(p, "block", "Body", [0, -1, 0]));
      expect(readBody(p, "block", "Body").linearVelocity[1]).toBeCloseTo(-0.08 / 5, 3);
      p.dispose();
    },
  );

  test("beyond its friction it slides as without slip", async () => {
    const p = await world({ friction: 0.5, slip: 0.08 }, [block]);
    run(p, 0.1);
    setVelocity(p, "block", "Body", [3, 0, 0], [0, 0, 0]);
    run(p, 0.2);
    expect(speed(p, "block")).toBeCloseTo(3 - 0.5 * 9.81 * 0.2, 1);
    p.dispose();
  });

  test("with a second friction value, along it by the square of the ratio of both", async () => {
    const turned = one("block", { position: [0, 0, 0.05], frictionAxis: [0, 1, 0] });
    const p = await world({ friction: 0.8, friction2: 0.4, slip: 0.04 }, [turned]);
    run(p, 0.1);
    run(p, 1, () => applyForce(p, "block", "Body", [1, 1, 0]));
    const [x, y] = readBody(p, "block", "Body").linearVelocity;
    expect(y / x).toBeCloseTo(4, 1);
    p.dispose();
  });

  test("a block without slip keeps its bits beside one with slip", async () => {
    const run2 = async (contact: Contact) => {
      const p = await world(contact, [block]);
      run(p, 0.3, () => applyForce(p, "block", "Body", [3, 1, 0]));
      const state = JSON.stringify(readBody(p, "block", "Body"));
      p.dispose();
      return state;
    };
    expect(await run2({ friction: 0.3, slip: 0 })).toBe(await run2({ friction: 0.3 }));
  });
});

describe("[M4] friction under load", () => {
  test.each([0.0005, 0.001, 0.002])("a block pressed down by 300 N slows at mu (g + F/m), at %s s", async (h) => {
    const p = await world({ friction: 0.5 }, [one("block", { position: [0, 0, 0.05] })], h);
    const press = () => applyForce(p, "block", "Body", [0, 0, -300]);
    run(p, 0.2, press);
    setVelocity(p, "block", "Body", [20, 0, 0], [0, 0, 0]);
    run(p, 0.02, press);
    const before = speed(p, "block");
    run(p, 0.04, press);
    expect((before - speed(p, "block")) / 0.04).toBeCloseTo(0.5 * 309.81, 0);
    p.dispose();
  });

  test("a ball pressed on the ground without gravity is slowed by its rolling friction", async () => {
    const [r, rolling] = [0.1, 0.002];
    const ball = one("ball", { shape: { kind: "Sphere", radius: r }, position: [0, 0, r] });
    const p = await world({ friction: 0.8, rolling }, [ball], 0.001, [0, 0, 0]);
    setVelocity(p, "ball", "Body", [1, 0, 0], [0, 1 / r, 0]);
    const press = () => applyForce(p, "ball", "Body", [0, 0, -50]);
    run(p, 0.2, press);
    const before = speed(p, "ball");
    run(p, 0.4, press);
    // a = c N / (r (m + I / r²))
    expect((before - speed(p, "ball")) / 0.4).toBeCloseTo((rolling * 50) / (r * 1.4), 2);
    p.dispose();
  });
});

describe("[M3] second friction value", () => {
  test.each([
    [0.02, 0.9],
    [0.9, 0.02],
    [0, 0.9],
    [0.4, 0.4],
  ])("friction %s and %s along the axis: both directions slide by their value", async (friction, friction2) => {
    for (const [direction, mu] of [
      [[4, 0, 0], friction2],
      [[0, 4, 0], friction],
    ] as const) {
      const block = one("block", { position: [0, 0, 0.05], frictionAxis: [1, 0, 0] });
      const p = await world({ friction, friction2 }, [block]);
      run(p, 0.1);
      setVelocity(p, "block", "Body", direction as Vec3, [0, 0, 0]);
      run(p, 0.1);
      const before = speed(p, "block");
      run(p, 0.2);
      expect((before - speed(p, "block")) / 0.2).toBeCloseTo(mu * 9.81, 1);
      p.dispose();
    }
  });
});

describe("[M3] soft contact", () => {
  test.each([0, 0.25, 0.5, 0.75])(
    "an impact goes v sqrt(m/k) deep and comes back whole, at phase %s",
    async (phase) => {
      const ball = one("ball", { shape: { kind: "Sphere", radius: 0.1 }, position: [0, 0, 0.2 + phase * 0.001] });
      const p = await world({ friction: 0, stiffness: 1000 }, [ball], 0.001, [0, 0, 0]);
      setVelocity(p, "ball", "Body", [0, 0, -1], [0, 0, 0]);
      let deepest = 0;
      run(p, 0.4, () => {
        deepest = Math.max(deepest, 0.1 - readBody(p, "ball", "Body").position[2]);
      });
      expect(deepest).toBeGreaterThan(0.97 * Math.sqrt(1 / 1000));
      expect(deepest).toBeLessThan(1.03 * Math.sqrt(1 / 1000));
      expect(readBody(p, "ball", "Body").linearVelocity[2]).toBeGreaterThan(0.9);
      p.dispose();
    },
  );
});

describe("[M4] thin cylinders", () => {
  test.each([0, 0.5, 2.5, 10, 90])(
    "a rod lies across another at %s degrees and does not fall through",
    async (degrees) => {
      const rod = (name: string, z: number, turn: number, isStatic: boolean): EntityInput => ({
        ...one(name, {
          shape: { kind: "Cylinder", radius: 0.01, length: 2 },
          position: [0, 0, z],
          orientation: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
        }),
        isStatic,
      });
      const p = await world({ friction: 0.5 }, [
        rod("lower", 1, 0, true),
        rod("upper", 1.05, (degrees * Math.PI) / 180, false),
      ]);
      run(p, 0.15);
      expect(readBody(p, "upper", "Body").position[2]).toBeGreaterThan(1.0195);
      p.dispose();
    },
  );
});

describe("[M4] driven wheels that slip", () => {
  /** Two driven and two free wheels; the driven ones carry half of 40 kg. */
  const car = (): EntityInput => {
    const wheel = (name: string, x: number, y: number) => ({
      name,
      solids: [
        {
          name: `${name}Tyre`,
          shape: { kind: "Cylinder" as const, radius: 0.1, length: 0.04 },
          mass: 1,
          position: [x, y, 0.1] as Vec3,
          material: "Test",
        },
      ],
    });
    const places: readonly (readonly [string, number, number])[] = [
      ["FL", 0.3, 0.2],
      ["FR", 0.3, -0.2],
      ["RL", -0.3, 0.2],
      ["RR", -0.3, -0.2],
    ];
    return {
      name: "car",
      bodies: [
        {
          name: "Body",
          solids: [{ name: "Deck", shape: { kind: "Box", size: [0.5, 0.3, 0.05] }, mass: 36, position: [0, 0, 0.15] }],
        },
        ...places.map(([name, x, y]) => wheel(name, x, y)),
      ],
      joints: places.map(([name, x, y]) => ({
        name: `${name}Motor`,
        kind: "Hinge" as const,
        body1: "Body",
        body2: name,
        anchor: [x, y, 0.1] as Vec3,
        axes: [[0, 1, 0] as Vec3],
        parameters: [{ Vel: -1e4, FMax: 10 }],
      })),
    };
  };

  test.each([0.0005, 0.001, 0.002])("all wheels spinning: mu g and no hop, at %s s", async (h) => {
    const p = await world({ friction: 0.5 }, [car()], h);
    run(p, 0.1);
    const rest = readBody(p, "car", "Body").position[2];
    const before = readBody(p, "car", "Body").linearVelocity[0];
    let hop = 0;
    run(p, 0.3, () => {
      hop = Math.max(hop, readBody(p, "car", "Body").position[2] - rest);
    });
    const gained = Math.abs(readBody(p, "car", "Body").linearVelocity[0] - before) / 0.3;
    expect(gained).toBeGreaterThan(0.97 * 0.5 * 9.81);
    expect(gained).toBeLessThan(1.03 * 0.5 * 9.81);
    expect(hop).toBeLessThan(0.001);
    p.dispose();
  });
});

test("bodies that start in one another come apart without an explosion", async () => {
  const boxes = Array.from({ length: 16 }, (_, i) =>
    one(`box${i}`, { shape: { kind: "Box", size: [0.1, 0.1, 0.1] }, position: [0.001 * (i % 5), 0, 0.06 + 0.001 * i] }),
  );
  const p = await world({ friction: 0.5 }, boxes, 0.002);
  let fastest = 0;
  run(p, 0.2, () => {
    for (const { name } of boxes) fastest = Math.max(fastest, speed(p, name));
  });
  // each of them pushes the next; without a common bound the outer ones reach 2.1 m/s
  expect(fastest).toBeLessThan(1);
  expect(fastest).toBeGreaterThan(0.1);
  p.dispose();
}, 60_000);
