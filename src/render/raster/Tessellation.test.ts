// S4, R4: triangles of shapes are closed, face outward, have the right size, and are coarse only where it is invisible.

import { describe, expect, test } from "vitest";
import { PI } from "../../math/Trigonometry.js";
import { ellipsoidLevels, levelsOf, type MeshLevel } from "./Tessellation.js";

type Kind = Parameters<typeof levelsOf>[0];
const KINDS: Kind[] = ["Box", "Sphere", "Cylinder", "CappedCylinder"];
/** For a capped cylinder with halves 1 m apart. */
const VOLUMES: Record<Kind, number> = {
  Box: 1,
  Sphere: (4 / 3) * PI,
  Cylinder: PI,
  CappedCylinder: (4 / 3) * PI + 2 * PI,
};

const corner = ({ positions, vertexCount: n }: MeshLevel, i: number): number[] => [
  positions[i],
  positions[n + i],
  positions[2 * n + i] + positions[3 * n + i],
];
const triangles = (level: MeshLevel): number[][][] =>
  Array.from({ length: level.index.length / 4 }, (_, t) => [0, 1, 2].map((k) => corner(level, level.index[4 * t + k])));

describe("levels of detail", () => {
  test.each(KINDS)("[S4] every level of a %s is closed and faces outward", (kind) => {
    for (const level of levelsOf(kind)) {
      const edges = new Map<string, number>();
      let volume = 0;
      for (const [a, b, c] of triangles(level)) {
        for (const [p, q] of [
          [a, b],
          [b, c],
          [c, a],
        ]) {
          edges.set(`${p}|${q}`, (edges.get(`${p}|${q}`) ?? 0) + 1);
          edges.set(`${q}|${p}`, (edges.get(`${q}|${p}`) ?? 0) - 1);
        }
        volume +=
          (a[0] * (b[1] * c[2] - b[2] * c[1]) +
            a[1] * (b[2] * c[0] - b[0] * c[2]) +
            a[2] * (b[0] * c[1] - b[1] * c[0])) /
          6;
      }
      expect([...edges.values()].every((sum) => sum === 0)).toBe(true);
      // the coarsest levels are far off: they cover a few pixels
      expect(Math.abs(volume / VOLUMES[kind] - 1)).toBeLessThan(level.corners ? 12 / level.corners ** 2 : 1e-6);
    }
  });

  test("[M8] coarse levels of a thousand ellipsoids are made within a second, and take little memory", () => {
    const start = process.cpuUsage();
    let vertices = 0;
    for (let i = 0; i < 1000; i++)
      for (const { vertexCount } of ellipsoidLevels(1 + i, 2, 3, true)) vertices += vertexCount;
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
    expect(vertices).toBeLessThan(400_000);
  });

  test("an ellipsoid has its lengths, and the normals of its surface", () => {
    const half = [1, 2, 0.5];
    const finest = ellipsoidLevels(1, 2, 0.5).at(-1)!;
    expect(ellipsoidLevels(1, 2, 0.5).at(-1)).toBe(finest);
    for (let i = 0; i < finest.normals.length / 3; i++) {
      const at = corner(finest, i).map((x, k) => x / half[k]);
      expect(Math.hypot(...at)).toBeCloseTo(1, 2);
      const gradient = at.map((x, k) => x / half[k]);
      for (const k of [0, 1, 2])
        expect(finest.normals[3 * i + k]).toBeCloseTo(gradient[k] / Math.hypot(...gradient), 5);
    }
  });

  test("[S4] the number of triangles fits into TRIANGLE_BITS", () => {
    for (const kind of KINDS)
      for (const { index, vertexCount } of levelsOf(kind)) {
        expect(index.length / 4).toBeLessThanOrEqual(1 << 14);
        expect(vertexCount).toBeLessThan(1 << 16);
      }
  });

  test("[S4] an outline misses the circle by less than a quarter of a pixel while its level is used", () => {
    for (const level of levelsOf("Cylinder")) {
      // used up to n² = 14.5 r
      const radiusPx = level.corners ** 2 / 14.5;
      const [out] = triangles(level).map(([a]) => Math.hypot(a[0], a[2]));
      const inward = out * Math.cos(PI / level.corners);
      expect(Math.max(out - 1, 1 - inward) * radiusPx).toBeLessThan(level.corners > 4 ? 0.25 : 0.3);
    }
  });
});
