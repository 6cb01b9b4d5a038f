import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromQuat, mulVec, transpose } from "../../math/Mat3.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { distance, length, sub, type Vec3 } from "../../math/Vec3.js";
import { Volume } from "../VolumeShape.js";
import { ConvexOverlap } from "./ConvexOverlap.js";
import {
  Convex,
  type Farthest,
  farthestOfBall,
  farthestOfBox,
  farthestOfCapsule,
  farthestOfHull,
} from "./ConvexSolids.js";

const overlap = new ConvexOverlap();
const doOverlap = (a: Convex, b: Convex): boolean => overlap.test(a, b);
const convexAt = (farthest: Farthest, center: Vec3, turn: ReturnType<typeof fromQuat>): Convex =>
  new Convex().set(farthest, center, 0, turn, 0);

const SEED = { seed: 16, numRuns: 2000 };
const number = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(number, number, number);
const turn = fc
  .tuple(vector, number)
  .filter(([axis]) => length(axis) > 0.1)
  .map(([axis, angle]) => fromQuat(fromAxisAngle(axis, 3 * angle)));
const size = fc.double({ min: 0.05, max: 0.8, noNaN: true });

/** Distance of a point from a box. */
const fromBox = (local: Vec3, half: Vec3): number =>
  length(local.map((x, k) => Math.max(0, Math.abs(x) - half[k])) as unknown as Vec3);

describe("two convex solids overlap if their distance is below zero", () => {
  test("balls", () => {
    const property = (a: Vec3, r: number, b: Vec3, s: number, R: ReturnType<typeof fromQuat>): void => {
      const gap = distance(a, b) - r - s;
      if (Math.abs(gap) < 1e-6) return;
      expect(doOverlap(convexAt(farthestOfBall(r), a, R), convexAt(farthestOfBall(s), b, R))).toBe(gap < 0);
    };
    fc.assert(fc.property(vector, size, vector, size, turn, property), SEED);
  });

  test("a ball and a turned box, either way round, and the box as the hull of its corners", () => {
    const corners = (half: Vec3): Float64Array =>
      Float64Array.from(
        [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z]))),
        (s, i) => s * half[i % 3],
      );
    fc.assert(
      fc.property(vector, size, vector, fc.tuple(size, size, size), turn, (a, r, b, half, R) => {
        const gap = fromBox(mulVec(transpose(R), sub(a, b)), half) - r;
        if (Math.abs(gap) < 1e-6) return;
        const ball = convexAt(farthestOfBall(r), a, R);
        const box = convexAt(farthestOfBox(half), b, R);
        expect(doOverlap(ball, box)).toBe(gap < 0);
        expect(doOverlap(box, ball)).toBe(gap < 0);
        expect(doOverlap(ball, convexAt(farthestOfHull(corners(half)), b, R))).toBe(gap < 0);
      }),
      SEED,
    );
  });

  test("a ball and a capsule", () => {
    fc.assert(
      fc.property(vector, size, vector, size, size, turn, (a, r, b, s, half, R) => {
        const [x, y, z] = mulVec(transpose(R), sub(a, b));
        const gap = length([x, y, z - Math.min(half, Math.max(-half, z))]) - r - s;
        if (Math.abs(gap) < 1e-6) return;
        expect(doOverlap(convexAt(farthestOfCapsule(s, half), b, R), convexAt(farthestOfBall(r), a, R))).toBe(gap < 0);
      }),
      SEED,
    );
  });

  test("a cylinder of a trigger lies along y, and its bounds follow its turn", () => {
    const pose = { position: [1, 2, 3] as Vec3, orientation: fromAxisAngle([0, 0, 1], Math.PI / 2) };
    const lying = new Volume({ kind: "Cylinder", radius: 0.5, length: 4 }, pose);
    expect([...lying.bounds].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([-1, 1.5, 2.5, 3, 2.5, 3.5]);
    const ball = (x: number, y: number) => convexAt(farthestOfBall(0.1), [x, y, 3], fromQuat([0, 0, 0, 1]));
    expect(doOverlap(lying.solid, ball(-1.09, 2))).toBe(true);
    expect(doOverlap(lying.solid, ball(-1.11, 2))).toBe(false);
    expect(doOverlap(lying.solid, ball(1, 2.59))).toBe(true);
    expect(doOverlap(lying.solid, ball(1, 2.61))).toBe(false);
  });
});
