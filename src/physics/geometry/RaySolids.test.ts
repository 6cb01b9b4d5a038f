// Rays and primitive solids at edge cases: from inside, along faces, just past.

import { describe, expect, test } from "vitest";
import {
  type LocalRay,
  meetBox,
  meetCapsule,
  meetCylinder,
  meetEllipsoid,
  meetPlane,
  meetSphere,
} from "./RaySolids.js";

const MISS = Number.POSITIVE_INFINITY;
const ray = (o: readonly number[], d: readonly number[]): LocalRay => {
  const size = Math.hypot(...d);
  return { ox: o[0], oy: o[1], oz: o[2], dx: d[0] / size, dy: d[1] / size, dz: d[2] / size };
};
const BOX = { a: 1, b: 2, c: 3 };
const ROD = { a: 1, b: 2, c: 0 };

describe("[S1] first intersection of a ray", () => {
  test("with a plane, from above only", () => {
    expect(meetPlane(2, -1)).toBe(2);
    expect(meetPlane(2, -0.5)).toBe(4);
    for (const [o, d] of [
      [2, 1],
      [2, 0],
      [-2, -1],
      [-2, 1],
    ])
      expect(meetPlane(o, d)).toBe(MISS);
  });

  test("with a sphere: from outside, from inside, behind, beside", () => {
    // radius 1, start at distance 3, 0 and -3 along the ray
    expect(meetSphere(-3, 8)).toBe(2);
    expect(meetSphere(0, -1)).toBe(1);
    expect(meetSphere(3, 8)).toBe(MISS);
    expect(meetSphere(-3, 9.1)).toBe(MISS);
  });

  test("with an ellipsoid: along its axes, on a slanted way, from inside, just past", () => {
    expect(meetEllipsoid(ray([5, 0, 0], [-1, 0, 0]), BOX)).toBeCloseTo(4, 12);
    expect(meetEllipsoid(ray([0, 5, 0], [0, -1, 0]), BOX)).toBeCloseTo(3, 12);
    expect(meetEllipsoid(ray([0, 0, 0], [0, 0, 1]), BOX)).toBeCloseTo(3, 12);
    // at x = 0.6 the half length along y is 2 · 0.8
    expect(meetEllipsoid(ray([0.6, 5, 0], [0, -1, 0]), BOX)).toBeCloseTo(3.4, 12);
    expect(meetEllipsoid(ray([1.001, 5, 0], [0, -1, 0]), BOX)).toBe(MISS);
    expect(meetEllipsoid(ray([5, 0, 0], [1, 0, 0]), BOX)).toBe(MISS);
  });

  test.each([
    ["a face", [5, 0, 0], [-1, 0, 0], 4],
    ["a slanted way", [4, 1, 0], [-1, -1, 0], 3 * Math.SQRT2],
    ["from within", [0.5, 0, 0], [1, 0, 0], 0.5],
    ["along a face, inside", [0.999, -5, 0], [0, 1, 0], 3],
    ["along a face, outside", [1.001, -5, 0], [0, 1, 0], MISS],
    ["away from it", [5, 0, 0], [1, 0, 0], MISS],
    ["past a corner", [2.01, 0, 0], [-1, 2, 0], MISS],
  ])("a box: %s", (_, o, d, expected) => {
    expect(meetBox(ray(o, d), BOX)).toBeCloseTo(expected, 12);
  });

  test.each([
    ["its side", [5, 0, 1.9], [-1, 0, 0], 4, 4],
    ["its end", [0.5, 0, 9], [0, 0, -1], 7, 7 - Math.sqrt(0.75)],
    ["above its side", [5, 0, 2.5], [-1, 0, 0], MISS, 5 - Math.sqrt(0.75)],
    ["from within, sideways", [0, 0, 0], [0, 1, 0], 1, 1],
    ["from within, endways", [0, 0, 0], [0, 0, 1], 2, 3],
    ["beside it", [5, 1.01, 0], [-1, 0, 0], MISS, MISS],
    ["in through the end", [-0.5, 0, 3], [1, 0, -1], Math.SQRT2, Math.SQRT1_2 * (1.5 - Math.sqrt(1.75))],
  ])("a cylinder and a capsule: %s", (_, o, d, cylinder, capsule) => {
    expect(meetCylinder(ray(o, d), ROD)).toBeCloseTo(cylinder, 12);
    expect(meetCapsule(ray(o, d), ROD)).toBeCloseTo(capsule, 12);
  });
});
