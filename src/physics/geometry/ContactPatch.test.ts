import { describe, expect, it } from "vitest";
import { cos, sin, TAU } from "../../math/Trigonometry.js";
import { ContactPatch } from "./ContactPatch.js";

function patchOf(points: readonly (readonly [number, number])[]): ContactPatch {
  const patch = new ContactPatch();
  for (const [x, y] of points) patch.add(x, y);
  return patch;
}

describe("contact patch", () => {
  it("square: mean radius of (sqrt 2 + asinh 1) / 6 sides", () => {
    const patch = patchOf([
      [1, 1],
      [-1, -1],
      [1, -1],
      [-1, 1],
    ]);
    expect(patch.measure()).toBe(true);
    expect([patch.area, patch.cx, patch.cy]).toEqual([4, 0, 0]);
    expect(patch.radius).toBeCloseTo((2 * (Math.SQRT2 + 0.881373587019543)) / 6, 12);
    expect(patch.pointRadius()).toBeCloseTo(Math.SQRT2, 12);
  });

  it("many corners: 2/3 of the radius of a circle", () => {
    const rim = Array.from({ length: 60 }, (_, i) => [3 + cos((i * TAU) / 60), sin((i * TAU) / 60)] as const);
    const patch = patchOf(rim);
    patch.measure();
    expect(patch.cx).toBeCloseTo(3, 12);
    expect(patch.radius).toBeCloseTo(2 / 3, 2);
  });

  it("any order, inner points and doubles give the same hull", () => {
    const points = [
      [0, 0],
      [4, 0],
      [4, 2],
      [0, 2],
    ] as const;
    const [a, b] = [patchOf(points), patchOf([points[2], [1, 1], points[0], points[3], [2, 0], points[1], points[1]])];
    a.measure();
    b.measure();
    expect([b.area, b.cx, b.cy]).toEqual([a.area, a.cx, a.cy]);
    expect(b.radius).toBeCloseTo(a.radius, 12);
  });

  it("points on a line have no patch", () => {
    expect(
      patchOf([
        [0, 0],
        [1, 1],
        [2, 2],
      ]).measure(),
    ).toBe(false);
  });
});
