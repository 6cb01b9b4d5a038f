// A sphere flies past a solid at rest: it must change its velocity exactly if its path comes closer to the solid than its radius.

import type { Shape } from "../../src/describe/entity/Solid.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { distance, type Vec3 } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";

const RADIUS = 0.02;

export const SWEPT_SHAPES = [
  { kind: "Box", size: [0.06, 0.08, 0.1] },
  { kind: "Cylinder", radius: 0.04, length: 0.08 },
  { kind: "CappedCylinder", radius: 0.03, length: 0.06 },
  { kind: "Sphere", radius: 0.05 },
] as const satisfies readonly Shape[];

type SweptShape = (typeof SWEPT_SHAPES)[number];

export interface Sweeps {
  readonly hits: number;
  readonly misses: number;
  /** Flights that hit but should miss, or miss but should hit. */
  readonly wrong: readonly string[];
}

/** Flights at 8 m/s with a step of 2 ms, along a lattice of lines around the solid. */
export async function sweepAt(shape: SweptShape, flights: number): Promise<Sweeps> {
  const p = await Physics.create(
    describeWorld({ stepSec: 0.002, gravity: [0, 0, 0], entities: [target(shape), MOVER] }),
  );
  const start = p.snapshot();
  let [hits, misses] = [0, 0];
  const wrong: string[] = [];
  for (let k = 0; k < flights; k++) {
    p.restore(start);
    const from: Vec3 = [-0.3 - 0.0001 * (k % 150), 0.11 * (((k * 7) % 31) / 15 - 1), 0.11 * (((k * 11) % 37) / 18 - 1)];
    const v: Vec3 = [8, ((k * 5) % 13) / 13 - 0.5, ((k * 3) % 17) / 17 - 0.5];
    const closest = closestGap(shape, from, v) - RADIUS;
    if (Math.abs(closest) < 1e-4) continue;
    moveBody(p, "mover", "Body", { position: from, orientation: [0, 0, 0, 1] });
    setVelocity(p, "mover", "Body", v, [0, 0, 90]);
    for (let i = 0; i < 40; i++) p.step();
    const turned = distance(readBody(p, "mover", "Body").linearVelocity, v) > 1e-9;
    if (turned !== closest < 0) wrong.push(`flight ${k}, closest ${closest}`);
    if (turned) hits++;
    else misses++;
  }
  p.dispose();
  return { hits, misses, wrong };
}

const target = (shape: SweptShape) => ({
  name: "target",
  isStatic: true,
  bodies: [{ name: "Body", solids: [{ name: "S", shape }] }],
});

const ball = {
  name: "Solid",
  shape: { kind: "Sphere" as const, radius: RADIUS },
  mass: 0.1,
  position: [1, 0, 0] as Vec3,
};
const MOVER = { name: "mover", bodies: [{ name: "Body", solids: [ball] }] };

/** Smallest distance of the solid from the path `from` + `v` t, sampled every 0.08 mm. */
function closestGap(shape: SweptShape, from: Vec3, v: Vec3): number {
  let closest = Number.POSITIVE_INFINITY;
  for (let t = 0; t < 0.08; t += 1e-5)
    closest = Math.min(closest, gap(shape, [from[0] + v[0] * t, from[1] + v[1] * t, from[2] + v[2] * t]));
  return closest;
}

/** Distance of a point from the surface of a shape, by the definition of the shape. */
function gap(shape: SweptShape, [x, y, z]: Vec3): number {
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
