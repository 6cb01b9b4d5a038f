// The shadow of the first sun (S3): dark exactly where a ray towards the sun hits something; everything else is
// unchanged.

import { afterAll, beforeAll, expect, it } from "vitest";
import { seenWorld, sky, sun, viewAt } from "../../bench/camera/CameraScene.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { Shape } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { add, cross, dot, normalize, perpendicular, scale, type Vec3 } from "../../src/math/Vec3.js";
import { Physics } from "../../src/physics/Physics.js";
import { castRay, type RayHit } from "../../src/physics/Queries.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { along, rayThrough } from "../../testing/camera/Eye.js";

const SUN_ALONG: Vec3 = [0.6, 0.3, -1];
const TO_SUN = scale(SUN_ALONG, -1);
const COLOR = { color: true, depth: false, segmentation: false };
/** Not tested: pixels nearer than this to a shadow's edge, m, or to a rim, px, or with a smaller cosine. */
const EDGE_M = 0.03;
const RIM_PX = 1.2;
const FLAT = 0.3;
const EVERY = 5;
/** Minimum number of tested pixels. */
const MIN = { "dark ground": 18, "sunny ground": 1000, "sunny box": 3, "sunny ball": 3, "sunny drum": 3 };

const still = (
  name: string,
  shape: Shape,
  position: Vec3,
  orientation = fromAxisAngle([0, 0, 1], 0.4),
): EntityInput => ({
  name,
  isStatic: true,
  bodies: [{ name: "b", solids: [{ name: "s", shape, position, orientation, color: [200, 200, 200] }] }],
});

let physics: Physics;
let lit: Uint8Array;
let plain: Uint8Array;
const view = viewAt({ eye: [0, -2.5, 2], target: [0, 0.2, 0.1] });

beforeAll(async () => {
  physics = await Physics.create({
    entities: [
      still("ground", { kind: "Plane" }, [0, 0, 0]),
      still("box", { kind: "Box", size: [0.4, 0.3, 0.5] }, [-0.6, 0, 0.25]),
      still("ball", { kind: "Sphere", radius: 0.2 }, [0.2, -0.4, 0.5]),
      still("drum", { kind: "Cylinder", radius: 0.15, length: 0.5 }, [0.3, 0.7, 0.3]),
    ],
  });
  const rasteriser = await Rasteriser.create();
  const scene = { ...seenWorld(physics), lights: [sky(0.3), sun(SUN_ALONG)] };
  const draw = (shadows: boolean) =>
    Uint8Array.from(rasteriser.draw(sceneStateOf(scene, shadows), view, COLOR).color ?? []);
  lit = draw(true);
  plain = draw(false);
});
afterAll(() => physics.dispose());

/** Whether a ray from a point of a surface to the sun hits something. */
const isBlocked = (point: Vec3, normal: Vec3): boolean =>
  castRay(physics, along(point, normal, 1e-3), TO_SUN) !== undefined;

interface Seen {
  readonly entity: string;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** Undefined where nothing is hit, and at rims. */
function look(x: number, y: number): Seen | undefined {
  const met = [0, -RIM_PX, RIM_PX].flatMap((dx) =>
    [0, -RIM_PX, RIM_PX].map((dy) => castRay(physics, view.pose.position, rayThrough(view, x + dx, y + dy))),
  );
  const [hit] = met;
  if (!hit || hit.distance > 5 || met.some((other) => !other || !isSame(hit, other))) return undefined;
  return { entity: hit.surface.entity, point: hit.point, normal: hit.normal };
}

const isSame = (a: RayHit, b: RayHit): boolean =>
  a.surface.entity === b.surface.entity && dot(a.normal, b.normal) > 0.8;

/** Undefined near the edge of a shadow and at grazing light. */
function shadeAt({ point, normal }: Seen): boolean | undefined {
  if (dot(normal, normalize(TO_SUN)) < FLAT) return undefined;
  const across = perpendicular(normal);
  const other = cross(normal, across);
  const own = isBlocked(point, normal);
  for (let k = 0; k < 8; k++) {
    const [a, b] = [EDGE_M * Math.cos((k * Math.PI) / 4), EDGE_M * Math.sin((k * Math.PI) / 4)];
    if (isBlocked(add(point, add(scale(across, a), scale(other, b))), normal) !== own) return undefined;
  }
  return own;
}

it("[S3] pictures with and without shadow differ exactly in the shadow", () => {
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (let r = 1; r < view.height; r += EVERY)
    for (let c = 1; c < view.width; c += EVERY) {
      const seen = look(c + 0.5, r + 0.5);
      const shade = seen && shadeAt(seen);
      if (!seen || shade === undefined) continue;
      const at = 4 * (r * view.width + c);
      const kind = `${shade ? "dark" : "sunny"} ${seen.entity}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      const isRight = shade ? lit[at + 1] < 0.8 * plain[at + 1] : Math.abs(lit[at + 1] - plain[at + 1]) <= 1;
      if (!isRight) wrong.push(`${kind} at ${c}, ${r}: ${lit[at + 1]} of ${plain[at + 1]}`);
    }
  expect(wrong).toEqual([]);
  for (const [kind, least] of Object.entries(MIN)) expect(counts[kind], kind).toBeGreaterThan(least);
});
