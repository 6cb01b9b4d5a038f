import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { type Distortion, distort, type Point, undistort } from "./LensDistortion.js";

const bendOf = (radial: Distortion["radial"], tangential: Distortion["tangential"] = [0, 0]): Distortion => ({
  radial,
  tangential,
});
/** Uniformly distributed, unlike fast-check's doubles. */
const small = (most: number) => fc.integer({ min: -10_000, max: 10_000 }).map((n) => (most * n) / 10_000);

describe("[S3] distortion", () => {
  test("the equations, number by number", () => {
    // r² = 0.05; s = 1 - 0.3 0.05 + 0.1 0.0025 + 0.2 0.000125 = 0.985275
    const [x, y] = distort(bendOf([-0.3, 0.1, 0.2], [0.01, -0.02]), [0.2, 0.1]);
    expect(x).toBeCloseTo(0.985275 * 0.2 + 2 * 0.01 * 0.02 - 0.02 * (0.05 + 0.08), 15);
    expect(y).toBeCloseTo(0.985275 * 0.1 + 0.01 * (0.05 + 0.02) - 2 * 0.02 * 0.02, 15);
  });

  test("a negative k1 moves points to the middle (barrel), a positive one away; the middle stays", () => {
    expect(distort(bendOf([-0.2, 0, 0]), [0.5, 0])[0]).toBeLessThan(0.5);
    expect(distort(bendOf([0.2, 0, 0]), [0.5, 0])[0]).toBeGreaterThan(0.5);
    expect(distort(bendOf([-0.2, 0.3, 1], [0.1, 0.1]), [0, 0])).toEqual([0, 0]);
  });

  test("undistort inverts distort, to 1e-9", () => {
    const coefficients = fc.tuple(small(0.25), small(0.1), small(0.05), small(0.01), small(0.01));
    fc.assert(
      fc.property(coefficients, small(0.6), small(0.6), ([k1, k2, k3, p1, p2], x, y) => {
        const distortion = bendOf([k1, k2, k3], [p1, p2]);
        const [bx, by] = undistort(distortion, distort(distortion, [x, y]));
        expect(Math.abs(bx - x)).toBeLessThan(1e-9);
        expect(Math.abs(by - y)).toBeLessThan(1e-9);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  test("the solution is the branch that contains the middle, or a fold is reported", () => {
    const grows = ({ radial: [k1, k2, k3] }: Distortion, r: number) =>
      Array.from({ length: 400 }, (_, i) => ((i + 1) / 400) * r).every(
        (q) => 1 + q * q * (3 * k1 + q * q * (5 * k2 + q * q * 7 * k3)) > 0,
      );
    let found = 0;
    let folds = 0;
    fc.assert(
      fc.property(small(3), small(5), small(5), small(1.2), small(1.2), (k1, k2, k3, x, y) => {
        const distortion = bendOf([k1, k2, k3]);
        let place: Point;
        try {
          place = undistort(distortion, [x, y]);
        } catch (problem) {
          folds++;
          expect(problem).toMatchObject({ code: "LENS_FOLDS" });
          return;
        }
        found++;
        expect(distort(distortion, place)[0]).toBeCloseTo(x, 9);
        expect(distort(distortion, place)[1]).toBeCloseTo(y, 9);
        expect(grows(distortion, Math.sqrt(place[0] * place[0] + place[1] * place[1]))).toBe(true);
      }),
      { seed: 2, numRuns: 5000 },
    );
    // both outcomes occur
    expect(found).toBeGreaterThan(300);
    expect(folds).toBeGreaterThan(300);
  });

  test("a barrel has an edge: x - x³/3 is at most 2/3", () => {
    const distortion = bendOf([-1 / 3, 0, 0]);
    expect(undistort(distortion, [0.64, 0])[0]).toBeCloseTo(0.8319, 4);
    expect(refusal(() => undistort(distortion, [0.67, 0])).code).toBe("LENS_FOLDS");
  });
});
