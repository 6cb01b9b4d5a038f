import fc from "fast-check";
import { expect, test } from "vitest";
import type { TriggerShape } from "../describe/world/WorldTrigger.js";
import { normalizeQuat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import { ConvexOverlap } from "./geometry/ConvexOverlap.js";
import { Convex, farthestOfBall } from "./geometry/ConvexSolids.js";
import { Volume } from "./VolumeShape.js";

const number = fc.double({ min: -2, max: 2, noNaN: true });
const size = fc.double({ min: 0.05, max: 1, noNaN: true });
const shapes: fc.Arbitrary<TriggerShape> = fc.oneof(
  fc.tuple(size, size, size).map((edges) => ({ kind: "Box", size: edges }) as const),
  size.map((radius) => ({ kind: "Sphere", radius }) as const),
  fc.tuple(size, size).map(([radius, length]) => ({ kind: "Cylinder", radius, length }) as const),
);

test("the distance of a point is the radius of the ball about it that touches the volume; the normal leads there", () => {
  const overlap = new ConvexOverlap();
  const ball = (at: Vec3, radius: number): Convex =>
    new Convex().set(farthestOfBall(radius), at, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1], 0);
  fc.assert(
    fc.property(shapes, fc.tuple(number, number, number), fc.tuple(number, number, number), (shape, at, [x, y, z]) => {
      const volume = new Volume(shape, { position: [0.3, -0.2, 0.1], orientation: normalizeQuat([x, y, z, 1]) });
      const distance = volume.measure(...at);
      const nearest = at.map((p, k) => p - distance * volume.normal[k]) as unknown as Vec3;
      expect(Math.hypot(...volume.normal)).toBeCloseTo(1, 9);
      expect(volume.measure(...nearest)).toBeCloseTo(0, 9);
      if (distance < 1e-3) return;
      expect(overlap.test(ball(at, distance - 1e-6), volume.solid)).toBe(false);
      expect(overlap.gap).toBeLessThan(1.01e-6);
      expect(overlap.test(ball(at, distance + 1e-6), volume.solid)).toBe(true);
    }),
    { seed: 5, numRuns: 300 },
  );
});
