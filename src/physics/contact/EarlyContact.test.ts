import { describe, expect, it } from "vitest";
import { describeWorld } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import { distance } from "../../math/Vec3.js";
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

describe("[M4] a sphere hits what its sweep hits, and nothing else", () => {
  const shapes = [
    { kind: "Box", size: [0.06, 0.08, 0.1] },
    { kind: "Cylinder", radius: 0.04, length: 0.08 },
    { kind: "CappedCylinder", radius: 0.03, length: 0.06 },
    { kind: "Sphere", radius: 0.05 },
  ] as const;

  /** Distance of a point from the surface of a shape, sampled from its definition. */
  function gap(shape: (typeof shapes)[number], [x, y, z]: Vec3): number {
    if (shape.kind === "Sphere") return distance([x, y, z], [0, 0, 0]) - shape.radius;
    if (shape.kind === "CappedCylinder") {
      const c = Math.min(shape.length / 2, Math.max(-shape.length / 2, z));
      return distance([x, y, z], [0, 0, c]) - shape.radius;
    }
    if (shape.kind === "Box") {
      const near = [x, y, z].map((a, i) => Math.min(shape.size[i] / 2, Math.max(-shape.size[i] / 2, a)));
      return distance([x, y, z], near as unknown as Vec3);
    }
    // along y
    const far = Math.sqrt(x * x + z * z);
    const out = Math.max(0, far - shape.radius);
    const over = Math.max(0, Math.abs(y) - shape.length / 2);
    return Math.sqrt(out * out + over * over);
  }

  it.each(shapes)("$kind, 150 flights at 8 m/s and 2 ms", async (shape) => {
    const p = await world([fixed("target", [{ name: "S", shape }]), mover(BALL, [1, 0, 0])], 0.002, [0, 0, 0]);
    const start = p.snapshot();
    let [hits, misses] = [0, 0];
    for (let k = 0; k < 150; k++) {
      p.restore(start);
      // a lattice of lines around the solid
      const from: Vec3 = [-0.3 - 0.0001 * k, 0.11 * (((k * 7) % 31) / 15 - 1), 0.11 * (((k * 11) % 37) / 18 - 1)];
      const v: Vec3 = [8, ((k * 5) % 13) / 13 - 0.5, ((k * 3) % 17) / 17 - 0.5];
      let closest = Infinity;
      for (let t = 0; t < 0.08; t += 1e-5)
        closest = Math.min(closest, gap(shape, [from[0] + v[0] * t, from[1] + v[1] * t, from[2] + v[2] * t]) - R);
      if (Math.abs(closest) < 1e-4) continue;
      moveBody(p, "mover", "Body", { position: from, orientation: [0, 0, 0, 1] });
      setVelocity(p, "mover", "Body", v, [0, 0, 90]);
      for (let i = 0; i < 40; i++) p.step();
      const turned = distance(readBody(p, "mover", "Body").linearVelocity, v) > 1e-9;
      expect(turned, `flight ${k}, closest ${closest}`).toBe(closest < 0);
      if (turned) hits++;
      else misses++;
    }
    expect(Math.min(hits, misses)).toBeGreaterThan(20);
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
