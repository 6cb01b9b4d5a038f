import { describe, expect, it } from "vitest";
import { SWEPT_SHAPES, sweepAt } from "../../../testing/builders/Sweeps.js";
import { describeWorld } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../Bodies.js";
import { Physics } from "../Physics.js";
import { listContacts } from "../Queries.js";

const R = 0.02;

const tile = (name: string, x: number, top = 0) => ({
  name,
  shape: { kind: "Box" as const, size: [0.1, 0.2, 0.1] as Vec3 },
  position: [x, 0, top - 0.05] as Vec3,
});

const fixed = (name: string, solids: readonly object[]) => ({
  name,
  isStatic: true,
  bodies: [{ name: "Body", solids: solids as never }],
});

const mover = (shape: object, position: Vec3) => ({
  name: "mover",
  bodies: [{ name: "Body", solids: [{ name: "Solid", shape: shape as never, mass: 0.1, position }] }],
});

const BALL = { kind: "Sphere", radius: R };

async function world(entities: readonly object[], stepSec = 0.001, gravity: Vec3 = [0, 0, -9.81]): Promise<Physics> {
  return Physics.create(describeWorld({ stepSec, gravity, entities: entities as never }));
}

describe("[M4] inner edges of flush boxes", () => {
  it("a ball that has sunk in beside a seam touches along the vertical only", async () => {
    const p = await world([fixed("floor", [tile("A", -0.05), tile("B", 0.05)]), mover(BALL, [-0.0005, 0, R - 1e-4])]);
    p.step();
    const contacts = listContacts(p);
    expect(contacts.length).toBeGreaterThan(0);
    for (const { normal } of contacts) expect(Math.abs(normal[2])).toBe(1);
  });

  it("the seam of two entities is the same", async () => {
    const floors = [fixed("a", [tile("A", -0.05)]), fixed("b", [tile("B", 0.05)])];
    const p = await world([...floors, mover(BALL, [-0.0005, 0, R - 1e-4])]);
    p.step();
    for (const { normal } of listContacts(p)) expect(Math.abs(normal[2])).toBe(1);
  });

  it("a box that slides against a wall on the floor touches it with its lower corners too", async () => {
    const wall = { name: "W", shape: { kind: "Box", size: [0.1, 0.2, 0.2] }, position: [0.1, 0, 0.1] };
    const box = mover({ kind: "Box", size: [0.06, 0.06, 0.06] }, [0.02001, 0, 0.02995]);
    const p = await world([fixed("floor", [tile("A", -0.05), tile("B", 0.05), wall]), box]);
    setVelocity(p, "mover", "Body", [0.1, 0, 0], [0, 0, 0]);
    p.step();
    const heights = listContacts(p)
      .filter(({ normal }) => Math.abs(normal[0]) > 0.9)
      .map(({ position }) => position[2]);
    expect(Math.min(...heights)).toBeLessThan(0.01);
    expect(Math.max(...heights)).toBeGreaterThan(0.05);
  });

  it("a step up is felt, and stops a ball", async () => {
    const p = await world([fixed("floor", [tile("A", -0.05), tile("B", 0.05, 0.03)]), mover(BALL, [-0.05, 0, R])]);
    setVelocity(p, "mover", "Body", [1, 0, 0], [0, 0, 0]);
    for (let i = 0; i < 100; i++) p.step();
    expect(readBody(p, "mover", "Body").position[0]).toBeLessThan(-R + 1e-3);
  });

  it("the outer edge of a row of tiles is felt: a ball falls off it", async () => {
    const p = await world([fixed("floor", [tile("A", -0.05), tile("B", 0.05)]), mover(BALL, [0.08, 0, R])]);
    setVelocity(p, "mover", "Body", [0.1, 0, 0], [0, 5, 0]);
    for (let i = 0; i < 800; i++) p.step();
    expect(readBody(p, "mover", "Body").position[2]).toBeLessThan(-0.05);
  });
});

// test/physics/sweeps.long.test.ts: 600 flights each
describe("[M4] a sphere hits what its sweep hits, and nothing else", () => {
  it.each(SWEPT_SHAPES)("$kind, 50 flights at 8 m/s and 2 ms", async (shape) => {
    const { hits, misses, wrong } = await sweepAt(shape, 50);
    expect(wrong).toEqual([]);
    expect(Math.min(hits, misses)).toBeGreaterThan(6);
  });
});

describe("[M4] nothing tunnels", () => {
  const movers = {
    box: { kind: "Box", size: [0.02, 0.03, 0.04] },
    cylinder: { kind: "Cylinder", radius: 0.02, length: 0.01 },
    sphere: { kind: "Sphere", radius: 0.005 },
  } as const;

  it.each(Object.entries(movers))("a %s at up to 30 m/s against a plate of 2 mm", async (_, shape) => {
    const plate = fixed("plate", [{ name: "P", shape: { kind: "Box", size: [0.002, 0.6, 0.6] } }]);
    const p = await world([plate, mover(shape, [-0.2, 0, 0])], 0.001, [0, 0, 0]);
    const start = p.snapshot();
    for (let k = 0; k < 40; k++) {
      p.restore(start);
      const speed = 2 + 0.7 * k;
      const q: readonly number[] = [((k * 3) % 7) - 3, ((k * 5) % 11) - 5, ((k * 2) % 5) - 2, 1];
      const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
      const orientation = q.map((x) => x / size) as unknown as [number, number, number, number];
      moveBody(p, "mover", "Body", { position: [-0.1 - 0.0007 * k, 0, 0], orientation });
      setVelocity(p, "mover", "Body", [speed, 0.3 * speed, 0], [5, -9, 7]);
      for (let i = 0; i < 40; i++) p.step();
      expect(readBody(p, "mover", "Body").position[0], `shot ${k}`).toBeLessThan(0.001);
    }
  });
});
