// Outlines seen from above: gaps and contact points.

import { describe, expect, test } from "vitest";
import { Meeting, Outline } from "./Outline.js";

const disc = (x: number, y: number, radius: number): Outline => {
  const outline = new Outline();
  outline.disc(x, y, radius);
  return outline;
};
/** Facing the direction of `angle`. */
const shell = (x: number, y: number, angle: number): Outline => {
  const outline = new Outline();
  outline.cutDisc(x, y, 0.09, 0.07, Math.cos(angle), Math.sin(angle));
  return outline;
};
const bar = (x: number, y: number, angle: number): Outline => {
  const outline = new Outline();
  outline.rectangle(x, y, 0.035, 0.007, Math.cos(angle), Math.sin(angle));
  return outline;
};
const measure = (a: Outline, b: Outline, max = 1): Meeting => {
  const meeting = new Meeting();
  expect(meeting.measure(a, b, max)).toBe(true);
  return meeting;
};

describe("[F2] outlines of standing solids", () => {
  test.each<[string, Outline, Outline, number, number]>([
    ["discs", disc(0, 0, 0.1), disc(0.3, 0, 0.15), 0.05, 1],
    ["backs of two shells", shell(0, 0, Math.PI), shell(0.2, 0, 0), 0.02, 1],
    ["front to back", shell(0, 0, 0), shell(0.2, 0, 0), 0.04, 1],
    ["front to front", shell(0, 0, 0), shell(0.15, 0, Math.PI), 0.01, 2],
    ["front to front, overlapping", shell(0, 0, 0), shell(0.139, 0.01, Math.PI), -0.001, 2],
    ["a bar before a round back", bar(0, 0, Math.PI / 2), shell(0.1, 0, 0), 0.003, 1],
    ["a bar before a front", bar(0, 0, Math.PI / 2), shell(0.08, 0, Math.PI), 0.003, 2],
    ["a bar's end before a back", bar(0, 0, 0), disc(0.13, 0, 0.09), 0.13 - 0.09 - 0.035, 1],
  ])("%s", (_, a, b, gap, points) => {
    for (const [one, other, side] of [
      [a, b, 1],
      [b, a, -1],
    ] as const) {
      const meeting = measure(one, other);
      expect(meeting.gap).toBeCloseTo(gap, 9);
      expect(meeting.points).toBe(points);
      expect(side * meeting.ux).toBeGreaterThan(0.9);
      for (let i = 0; i < points; i++) expect(meeting.gaps[i]).toBeCloseTo(gap, 9);
    }
  });

  test("a corner of the front against a round back: along the line from the corner to the centre", () => {
    const turned = shell(0, 0, Math.acos(0.07 / 0.09));
    const meeting = measure(turned, disc(0.25, 0, 0.09));
    expect(meeting.gap).toBeCloseTo(0.07, 9);
    expect(meeting.points).toBe(1);
    expect(meeting.x[0]).toBeCloseTo(0.125, 9);
  });

  test("the gap of any two is that of a search over all directions", () => {
    const outlines = (i: number): Outline[] => [disc(0, 0, 0.05), shell(0, 0, 0.7 * i), bar(0, 0, 0.37 * i)];
    for (let i = 0; i < 40; i++)
      for (const a of outlines(i))
        for (const b of outlines(3 * i + 1)) {
          const [x, y] = [0.2 * Math.cos(1.3 * i), 0.17 * Math.sin(1.3 * i)];
          const moved = new Outline();
          Object.assign(moved, { x: b.x + x, y: b.y + y, radius: b.radius, front: b.front });
          moved.corners = b.corners;
          moved.faces = b.faces;
          for (let k = 0; k < b.corners; k++) {
            moved.px[k] = b.px[k] + x;
            moved.py[k] = b.py[k] + y;
            moved.nx[k] = b.nx[k];
            moved.ny[k] = b.ny[k];
          }
          let max = Number.NEGATIVE_INFINITY;
          for (let k = 0; k < 20_000; k++) {
            const [ux, uy] = [Math.cos((k * Math.PI) / 10_000), Math.sin((k * Math.PI) / 10_000)];
            max = Math.max(max, -moved.reach(-ux, -uy) - a.reach(ux, uy));
          }
          // the search has steps, so it finds a little less
          const { gap } = measure(a, moved);
          expect(gap).toBeGreaterThan(max - 1e-8);
          expect(gap).toBeLessThan(max + 4e-5);
        }
  });

  test("a gap above the margin gives no contact", () => {
    expect(new Meeting().measure(disc(0, 0, 0.1), disc(1, 0, 0.1), 0.5)).toBe(false);
  });
});
