import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawMagnitude, drawRows, neighbours, WIDE, worstUlps } from "../../testing/reference/Accuracy.js";
import { reduceAngle } from "./AngleReduction.js";
import { cos, DEGREE, PI, sin, TAU, tan } from "./Trigonometry.js";

const FUNCTIONS = { sin, cos, tan };
// the float64 nearest to a multiple of pi/2 (6381956970095103 x 2^797), and other notorious arguments
const HARD = [
  6381956970095103 * 2 ** 797,
  5.319372648326541e255,
  1e22,
  Number.MAX_VALUE,
  2 ** 120,
  1e15,
  1e5,
  1647099.5,
];

describe.each([
  ["sin", 0.85],
  ["cos", 0.85],
  ["tan", 1.1],
] as const)("%s within %d ulp", (name, limit) => {
  const worst = (rows: number[][], fixed?: typeof WIDE) =>
    worstUlps(FUNCTIONS[name], (judge, x) => judge[name](x), rows, fixed);

  test("is accurate for common angles", () => {
    const rows = drawRows(name, 6000, (random) => [random.uniform(-8, 8)]);
    expect(worst(rows).ulps).toBeLessThan(limit);
  });

  test("is accurate for small and large angles", () => {
    const rows = drawRows(`${name} large`, 4000, (random) => [drawMagnitude(random, -26, 50)]);
    expect(worst(rows).ulps).toBeLessThan(limit);
  });

  test("is accurate over all of float64", () => {
    const rows = drawRows(`${name} huge`, 600, (random) => [drawMagnitude(random, 50, 1024)]);
    expect(worst([...rows, ...HARD.map((x) => [x])], WIDE).ulps).toBeLessThan(limit);
  });

  test("is accurate near multiples of pi/4", () => {
    const rows = drawRows(`${name} cancel`, 1500, (random) => {
      const multiple = 1 + random.integer(2 ** random.integer(23));
      return [(multiple * PI) / 4];
    });
    for (const x of [PI / 4, PI / 2, PI, TAU]) rows.push(...neighbours(x, 20).map((value) => [value]));
    expect(worst(rows).ulps).toBeLessThan(limit);
  });

  test("is NaN for NaN and infinities", () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(FUNCTIONS[name](x)).toBeNaN();
  });

  test("is exactly odd or even", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const mirrored = name === "cos" ? FUNCTIONS[name](x) : -FUNCTIONS[name](x);
        return Object.is(FUNCTIONS[name](-x), mirrored);
      }),
    );
  });
});

test("zeros keep their sign and tiny angles their value", () => {
  for (const x of [0, -0, Number.MIN_VALUE, -1e-300, 1e-9]) {
    expect(sin(x)).toBe(x);
    expect(tan(x)).toBe(x);
    expect(cos(x)).toBe(1);
  }
});

test("sin^2 + cos^2 = 1 and tan = sin / cos", () => {
  for (const [x] of drawRows("identity", 3000, (random) => [drawMagnitude(random, -20, 40)])) {
    expect(Math.abs(sin(x) * sin(x) + cos(x) * cos(x) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
    expect(Math.abs((tan(x) * cos(x)) / sin(x) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
  }
});

test("constants", () => {
  expect(PI).toBe(Math.PI);
  expect(TAU).toBe(6.283185307179586);
  expect(DEGREE).toBe(0.017453292519943295);
  expect(sin(90 * DEGREE)).toBe(1);
});

test("quadrants count from zero, for negative angles too", () => {
  expect([0, 1.6, 3.2, 4.7, 6.2, -1.6, -3.2].map(reduceAngle)).toEqual([0, 1, 2, 3, 0, 3, 2]);
});
