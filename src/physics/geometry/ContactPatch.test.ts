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

  /** Means of |p - c| and of its gradient over a rectangle around the origin, by quadrature. */
  const meansOf = (width: number, height: number, cx: number, cy: number): number[] => {
    const n = 400;
    const sums = [0, 0, 0];
    for (let i = 0; i < n * n; i++) {
      const [x, y] = [((i % n) + 0.5) / n - 0.5, (Math.floor(i / n) + 0.5) / n - 0.5];
      const [dx, dy] = [width * x - cx, height * y - cy];
      const r = Math.sqrt(dx * dx + dy * dy);
      [r, dx / r, dy / r].forEach((value, k) => {
        sums[k] += value / (n * n);
      });
    }
    return sums;
  };

  it.each([
    ["inside", 0.4, 0.1],
    ["beside", 0, 1.7],
    ["far away", -30, 20],
  ])("a turn about a point %s: reach and its gradient as by quadrature", (_, cx, cy) => {
    const patch = patchOf([
      [1.5, 0.5],
      [-1.5, 0.5],
      [-1.5, -0.5],
      [1.5, -0.5],
    ]);
    patch.measure();
    patch.turnAbout(cx, cy);
    const expected = meansOf(3, 1, cx, cy);
    [patch.reach, patch.gx, patch.gy].forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 4);
    });
  });

  it("a disc that turns about its centre and about its rim: 2/3 and 32 / (9 pi) of the radius", () => {
    const patch = patchOf([]);
    patch.setDisc(2);
    patch.turnAbout(0, 0);
    expect(patch.reach).toBeCloseTo(4 / 3, 3);
    expect(Math.abs(patch.gx) + Math.abs(patch.gy)).toBeLessThan(1e-12);
    patch.turnAbout(2, 0);
    expect(patch.reach / 2).toBeCloseTo(32 / (9 * Math.PI), 3);
  });
});
