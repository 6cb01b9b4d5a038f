import { describe, expect, it } from "vitest";
import { CORNER, EDGE, FACE, NearestPoint } from "./NearestPoint.js";
import { TriangleSurface } from "./TriangleSurface.js";

const near = new NearestPoint();

describe("nearest point of a solid", () => {
  it("box: face, edge, corner, and inside", () => {
    expect(near.toBox(1, 2, 3, 0.5, 0.5, 5)).toBe(true);
    expect([near.q, near.n, near.gap]).toEqual([{ x: 0.5, y: 0.5, z: 3 }, { x: 0, y: 0, z: 1 }, 2]);
    near.toBox(1, 2, 3, 4, -6, 0);
    expect([near.q, near.gap]).toEqual([{ x: 1, y: -2, z: 0 }, 5]);
    near.toBox(1, 2, 3, 2, 4, 5);
    expect(near.gap).toBe(3);
    expect(near.toBox(1, 2, 3, 0, 0, 1)).toBe(false);
  });

  it("cylinder: side, end face and rim", () => {
    near.toCylinder(1, 2, 3, 0, 1);
    expect([near.n, near.gap]).toEqual([{ x: 1, y: 0, z: 0 }, 2]);
    near.toCylinder(1, 2, 0.5, 0, -4);
    expect([near.n, near.gap]).toEqual([{ x: 0, y: 0, z: -1 }, 2]);
    near.toCylinder(1, 2, 0, 4, 6);
    expect([near.q, near.gap]).toEqual([{ x: 0, y: 1, z: 2 }, 5]);
  });

  it("capsule: side and cap", () => {
    near.toCapsule(1, 2, 0, -3, 1);
    expect([near.n, near.gap]).toEqual([{ x: 0, y: -1, z: 0 }, 2]);
    near.toCapsule(1, 2, 3, 0, 6);
    expect(near.gap).toBe(4);
    expect(near.toCapsule(1, 2, 0.5, 0, 0)).toBe(false);
  });

  it.each([
    [0.2, 0.2, 1, FACE],
    [0.4, -1, 0, EDGE],
    [1, 1, 0, EDGE + 1],
    [-1, 0.5, 0, EDGE + 2],
    [-1, -1, 1, CORNER],
    [3, -1, 0, CORNER + 1],
    [-1, 3, 0, CORNER + 2],
  ])("triangle: (%d, %d, %d) is nearest to feature %d", (x, y, z, feature) => {
    const one = new TriangleSurface(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), Int32Array.of(0, 1, 2));
    near.toTriangle(one, 0, x, y, z);
    expect(near.feature).toBe(feature);
    // no sampled point of the triangle is closer
    for (let u = 0; u <= 1; u += 0.05)
      for (let v = 0; u + v <= 1; v += 0.05) {
        const [dx, dy] = [x - u, y - v];
        expect(Math.sqrt(dx * dx + dy * dy + z * z)).toBeGreaterThanOrEqual(near.gap - 1e-12);
      }
  });
});
