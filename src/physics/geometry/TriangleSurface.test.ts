import { describe, expect, it } from "vitest";
import { CORNER, EDGE, FACE } from "./NearestPoint.js";
import { surfaceOf, TriangleSurface } from "./TriangleSurface.js";

/** Two strips that meet at x = 0; the right one rises by `slope`. Slender: 1 cm wide, 1 m long. */
const strips = (slope: number): TriangleSurface =>
  new TriangleSurface(
    Float64Array.of(
      -0.01,
      -0.5,
      0,
      -0.01,
      0.5,
      0,
      0,
      -0.5,
      0,
      0,
      0.5,
      0,
      0.01,
      -0.5,
      0.01 * slope,
      0.01,
      0.5,
      0.01 * slope,
    ),
    Int32Array.of(0, 2, 3, 0, 3, 1, 2, 4, 5, 2, 5, 3),
  );

const up = { x: 0, y: 0, z: 1 };
const lean = (x: number) => ({ x, y: 0, z: Math.sqrt(1 - x * x) });
const origin = { x: 0, y: 0, z: 0 };
/** Edge of triangle 0 at x = 0. */
const SEAM = EDGE + 1;

describe("edges between triangles", () => {
  it("a flat edge is felt along the normal of the faces only", () => {
    expect(strips(0).admits(0, SEAM, origin, up)).toBe(true);
    expect(strips(0).admits(0, SEAM, origin, lean(0.02))).toBe(false);
    expect(strips(0).admits(0, SEAM, origin, lean(-0.02))).toBe(false);
    expect(strips(0).isSharp(0, SEAM)).toBe(false);
  });

  it("a hollow edge is not felt", () => {
    for (const x of [-0.3, -0.1, 0, 0.1]) expect(strips(0.2).admits(0, SEAM, origin, lean(x))).toBe(false);
    expect(strips(0.2).isSharp(0, SEAM)).toBe(false);
  });

  it("a ridge is felt between the normals of its faces", () => {
    const ridge = strips(-0.2);
    expect(ridge.admits(0, SEAM, origin, lean(0.1))).toBe(true);
    expect(ridge.admits(0, SEAM, origin, lean(-0.05))).toBe(false);
    expect(ridge.admits(0, SEAM, origin, lean(0.3))).toBe(false);
    expect(ridge.isSharp(0, SEAM)).toBe(true);
  });

  it("borders are sharp, also at their corners", () => {
    expect(strips(0).isSharp(0, EDGE)).toBe(true);
    expect(strips(0).isSharp(0, CORNER)).toBe(true);
    expect(strips(0).ridgeNear(0, { x: -0.005, y: -0.499, z: 0 }, 0.003)).toBe(EDGE);
    expect(strips(0).ridgeNear(2, { x: 0.001, y: 0, z: 0 }, 0.003)).toBe(FACE);
  });

  it("vertices at the same place are one", () => {
    const { vertices, triangles } = strips(0);
    const apart = Float64Array.from([...triangles].flatMap((i) => [...vertices.subarray(3 * i, 3 * i + 3)]));
    const unwelded = new TriangleSurface(
      apart,
      Int32Array.from(triangles, (_, k) => k),
    );
    expect(unwelded.admits(0, SEAM, origin, lean(0.02))).toBe(false);
    expect(unwelded.isSharp(0, SEAM)).toBe(false);
  });

  it("a heightfield is cut along the diagonals of its cells, and made once", () => {
    const shape = { kind: "Heightfield" as const, rows: 2, columns: 2, size: [2, 2] as const, heights: [0, 0, 0, 1] };
    const surface = surfaceOf(shape);
    expect(surfaceOf(shape)).toBe(surface);
    expect([...surface.triangles]).toEqual([0, 1, 3, 0, 3, 2]);
    expect([...surface.vertices.subarray(9)]).toEqual([1, 1, 1]);
    expect(surface.normals[2]).toBeGreaterThan(0);
  });
});
