// A camera sees what a ray of physics hits (S3): depth and entity number over a grid of pixels, in seeded heaps of all
// shapes. Round shapes are drawn with corners, with errors of a fraction of a pixel. Rims, where a slightly shifted ray
// hits something else, are left out.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seenWorld, sky, viewAt } from "../../bench/camera/CameraScene.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { Shape } from "../../src/describe/entity/Solid.js";
import { normalizeQuat } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { dot, length, type Vec3 } from "../../src/math/Vec3.js";
import { Physics } from "../../src/physics/Physics.js";
import { castRay } from "../../src/physics/Queries.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { pinhole, type RasterPicture, type View } from "../../src/render/raster/View.js";
import { forwardOf, rayThrough } from "../../testing/camera/Eye.js";

const COUNT = 24;
const EVERY = 5;
const EXACT_M = 0.001;
/** Maximum distance of a round surface from its triangles, px. */
const ROUND_PX = 0.5;
const BESIDE_PX = 0.8;

/** The heightfield is at floor level along its rim: rays would hit side walls there, which cameras do not draw. */
const HILLS = Array.from({ length: 64 }, (_, i) => {
  const isRim = i < 8 || i >= 56 || i % 8 === 0 || i % 8 === 7;
  return isRim ? 0 : 0.1 + 0.03 * ((i * 7) % 5);
});

function shapeOf(random: RandomStream): Shape {
  const size = () => random.uniform(0.1, 0.5);
  switch (random.integer(5)) {
    case 0:
      return { kind: "Box", size: [size(), size(), size()] };
    case 1:
      return { kind: "Sphere", radius: size() / 2 };
    case 2:
      return { kind: "Cylinder", radius: size() / 2, length: size() };
    case 3:
      return { kind: "CappedCylinder", radius: size() / 3, length: size() };
    default:
      return {
        kind: "Mesh",
        vertices: [0, 0, 0, size(), 0, 0, 0, size(), 0, 0, 0, size()],
        triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
      };
  }
}

function heapOf(seed: number): EntityInput[] {
  const random = new RandomStream(seed).split("heap");
  const things = Array.from({ length: COUNT }, (_, i): EntityInput => {
    const turned = [0, 1, 2, 3].map(() => random.normal()) as [number, number, number, number];
    const shape = shapeOf(random);
    const solid = {
      name: "s",
      shape,
      position: [random.uniform(-1.5, 1.5), random.uniform(-1, 2.5), random.uniform(0.1, 1.2)] as const,
      orientation: normalizeQuat(turned),
    };
    return { name: `thing${i}`, isStatic: true, bodies: [{ name: "b", solids: [solid] }] };
  });
  const floor = { name: "s", shape: { kind: "Plane" } } as const;
  const hills = {
    name: "s",
    shape: { kind: "Heightfield", rows: 8, columns: 8, size: [2, 2], heights: HILLS },
    position: [-1.5, 3.5, 0],
  } as const;
  return [
    ...things,
    { name: "floor", isStatic: true, bodies: [{ name: "b", solids: [floor] }] },
    { name: "hills", isStatic: true, bodies: [{ name: "b", solids: [hills] }] },
  ];
}

interface Seen {
  /** Number of the entity; 0 for none. */
  readonly number: number;
  readonly depth: number;
  /** Cosine between ray and surface normal. */
  readonly facing: number;
}

function look(physics: Physics, view: View, x: number, y: number): Seen {
  const direction = rayThrough(view, x, y);
  const hit = castRay(physics, view.pose.position, direction);
  if (!hit) return { number: 0, depth: Number.POSITIVE_INFINITY, facing: 1 };
  const number = physics.names.indexOf(hit.surface.entity) + 1;
  const depth = hit.distance * dot(direction, forwardOf(view));
  return { number, depth, facing: Math.abs(dot(hit.normal, direction)) };
}

/** Whether a pixel is neither a rim nor seen at a grazing angle. */
function isPlain(physics: Physics, view: View, x: number, y: number, seen: Seen): boolean {
  if (seen.facing < 0.15) return false;
  return [-BESIDE_PX, BESIDE_PX].every((dx) =>
    [-BESIDE_PX, BESIDE_PX].every((dy) => {
      const beside = look(physics, view, x + dx, y + dy);
      const step = (4 * BESIDE_PX * seen.depth) / view.focalPx / seen.facing;
      return beside.number === seen.number && !(Math.abs(beside.depth - seen.depth) > step);
    }),
  );
}

let rasteriser: Rasteriser;
beforeAll(async () => {
  rasteriser = await Rasteriser.create();
});

const OUTSIDE = viewAt({ eye: [0.3, -3, 1.4], target: [0, 1, 0.5], size: [240, 180], fovDeg: 55 });

/** A wide view from inside the heap, outside of every solid, in any direction: shapes cross the edge of the picture. */
function viewWithin(physics: Physics, random: RandomStream): View {
  for (let i = 0; i < 200; i++) {
    const eye: Vec3 = [random.uniform(-1, 1), random.uniform(-0.5, 2), random.uniform(0.3, 1)];
    const turned = normalizeQuat([random.normal(), random.normal(), random.normal(), random.normal()]);
    const view = pinhole({ position: eye, orientation: turned }, 240, 180, 100);
    if (isOutside(physics, eye)) return view;
  }
  throw new Error("no free place in the heap");
}

/** Whether all surfaces around are seen from outside, and none is nearer than the near plane. */
const isOutside = (physics: Physics, eye: Vec3): boolean =>
  Array.from({ length: 125 }, (_, i): Vec3 => [(i % 5) - 2, (Math.floor(i / 5) % 5) - 2, Math.floor(i / 25) - 2])
    .filter((direction) => length(direction) > 0)
    .every((direction) => {
      const hit = castRay(physics, eye, direction);
      return !hit || (hit.distance > 0.06 && dot(hit.normal, direction) < 0);
    });

describe.each([
  [1, "outside"],
  [2, "outside"],
  [3, "outside"],
  [4, "within"],
  [5, "within"],
  [6, "within"],
] as const)("heap %d from %s", (seed, from) => {
  let physics: Physics;
  let picture: RasterPicture;
  let view: View;
  const flat = new Set<number>();
  beforeAll(async () => {
    physics = await Physics.create({ entities: heapOf(seed), gravity: [0, 0, 0] });
    physics.names.forEach((name, i) => {
      const { kind } = physics.entity(name).bodies[0].solids[0].shape;
      if (!["Sphere", "Cylinder", "CappedCylinder"].includes(kind)) flat.add(i + 1);
    });
    view = from === "outside" ? OUTSIDE : viewWithin(physics, new RandomStream(seed).split("eye"));
    const sceneState = sceneStateOf({ ...seenWorld(physics), lights: [sky()] });
    picture = rasteriser.draw(sceneState, view, { color: false, depth: true, segmentation: true });
  });
  afterAll(() => physics.dispose());

  function eachPlainPixel(judge: (seen: Seen, index: number, where: string) => void): number {
    let count = 0;
    for (let r = 2; r < view.height; r += EVERY)
      for (let c = 2; c < view.width; c += EVERY) {
        const seen = look(physics, view, c + 0.5, r + 0.5);
        if (!isPlain(physics, view, c + 0.5, r + 0.5, seen)) continue;
        judge(seen, r * view.width + c, `${physics.names[seen.number - 1] ?? "nothing"} at ${c}, ${r}`);
        count++;
      }
    return count;
  }

  it("[S3] the depth is the distance, along the camera's axis, of the point that a ray hits", () => {
    const count = eachPlainPixel(({ number, depth, facing }, i, where) => {
      const found = picture.depth?.[i] ?? Number.NaN;
      if (depth === Number.POSITIVE_INFINITY) return expect(found, where).toBe(depth);
      const roundM = flat.has(number) ? 0 : (ROUND_PX * depth) / view.focalPx / facing;
      expect(Math.abs(found - depth), where).toBeLessThanOrEqual(EXACT_M + roundM);
    });
    expect(count).toBeGreaterThan(800);
  });

  it("[S3] the segmentation number is that of the entity that a ray hits", () => {
    const met = new Set<number>();
    eachPlainPixel(({ number }, i, where) => {
      met.add(number);
      expect(picture.segmentation?.[i], where).toBe(number);
    });
    expect(met.size).toBeGreaterThan(from === "outside" ? 12 : 5);
  });
});
