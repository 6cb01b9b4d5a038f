import { describe, expect, test } from "vitest";
import { drawMagnitude, drawRows, WIDE, worstUlps } from "../../testing/reference/Accuracy.js";
import { acos, asin, atan, atan2, hypot } from "./InverseTrigonometry.js";
import { cos, PI, sin } from "./Trigonometry.js";

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

describe.each([
  ["asin", asin],
  ["acos", acos],
] as const)("%s", (name, call) => {
  const worst = (rows: number[][]) => worstUlps(call, (judge, x) => judge[name](x), rows).ulps;

  test("is within 0.52 ulp", () => {
    expect(worst(drawRows(name, 3000, (random) => [random.uniform(-1, 1)]))).toBeLessThan(0.52);
    expect(worst(drawRows(`${name} small`, 1000, (random) => [drawMagnitude(random, -60, -1)]))).toBeLessThan(0.52);
  });

  test("is within 0.52 ulp near -1 and 1", () => {
    const rows = drawRows(`${name} end`, 1500, (random) => [1 - random.uniform() * 2 ** -random.integer(52)]);
    expect(worst(rows)).toBeLessThan(0.52);
    expect(worst(rows.map(([x]) => [-x]))).toBeLessThan(0.52);
  });

  test("is NaN outside -1 to 1", () => {
    for (const x of [nan, inf, -inf, 1.0000000000000002, -2]) expect(call(x)).toBeNaN();
  });
});

test("asin and acos at special values", () => {
  expect([asin(0), asin(-0), asin(1), asin(-1)]).toEqual([0, -0, PI / 2, -PI / 2]);
  expect([acos(1), acos(0), acos(-0), acos(-1)]).toEqual([0, PI / 2, PI / 2, PI]);
  expect(asin(Number.MIN_VALUE)).toBe(Number.MIN_VALUE);
  expect([asin(0.5), acos(0.5)]).toEqual([0.5235987755982989, 1.0471975511965979]);
});

test("atan is within 0.52 ulp", () => {
  for (const exponent of [2, 60]) {
    const rows = drawRows(`atan ${exponent}`, 3000, (random) => [drawMagnitude(random, -exponent, exponent)]);
    expect(worstUlps(atan, (judge, x) => judge.atan2(x, judge.one), rows).ulps).toBeLessThan(0.52);
  }
  expect([atan(inf), atan(-inf), atan(-0), atan(1)]).toEqual([PI / 2, -PI / 2, -0, PI / 4]);
  expect(atan(nan)).toBeNaN();
});

describe("atan2", () => {
  const exact = (judge: typeof WIDE, y: bigint, x: bigint) => judge.atan2(y, x);

  test("is within 0.52 ulp in all quadrants", () => {
    for (const exponent of [3, 30]) {
      const rows = drawRows(`atan2 ${exponent}`, 3000, (random) => [
        drawMagnitude(random, -exponent, exponent),
        drawMagnitude(random, -exponent, exponent),
      ]);
      expect(worstUlps(atan2, exact, rows).ulps).toBeLessThan(0.52);
    }
  });

  test("is within 0.52 ulp for huge and tiny legs", () => {
    const rows = [1e308, 1e-308, 5e-324, 1.7e308, 3e-310].flatMap((y) =>
      [0.35, 0.5, 0.8, -0.65].map((k) => [y, k * y]),
    );
    expect(worstUlps(atan2, exact, rows, WIDE).ulps).toBeLessThan(0.52);
  });

  test("follows ECMAScript at zeros, infinities and NaN", () => {
    // each row: y, x, angle
    const table = [
      ...[
        [0, 0, 0],
        [-0, 0, -0],
        [0, -0, PI],
        [-0, -0, -PI],
      ],
      ...[
        [0, 1, 0],
        [-0, 1, -0],
        [0, -1, PI],
        [-0, -1, -PI],
      ],
      ...[
        [1, 0, PI / 2],
        [1, -0, PI / 2],
        [-1, 0, -PI / 2],
        [-1, -0, -PI / 2],
      ],
      ...[
        [inf, 1, PI / 2],
        [-inf, -1, -PI / 2],
        [1, inf, 0],
        [-1, inf, -0],
        [1, -inf, PI],
        [-1, -inf, -PI],
      ],
      ...[
        [inf, inf, PI / 4],
        [inf, -inf, (3 * PI) / 4],
        [-inf, inf, -PI / 4],
        [-inf, -inf, (-3 * PI) / 4],
      ],
      ...[
        [nan, 1, nan],
        [1, nan, nan],
        [nan, nan, nan],
        [0, inf, 0],
        [0, -inf, PI],
      ],
      ...[
        [5e-324, 1e308, 0],
        [-5e-324, 1e308, -0],
        [1e-320, -1e300, PI],
        [1e300, 1e-320, PI / 2],
      ],
    ];
    for (const [y, x, angle] of table) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(angle);
  });

  test("finds the angle of (cos a, sin a) again", () => {
    for (const [a] of drawRows("round trip", 2000, (random) => [random.uniform(-PI, PI)]))
      expect(Math.abs(atan2(sin(a), cos(a)) - a)).toBeLessThanOrEqual(4e-16);
  });
});

describe("hypot", () => {
  const exact = (judge: typeof WIDE, x: bigint, y: bigint, z = 0n) => judge.hypot(x, y, z);

  test("is within 0.51 ulp", () => {
    const leg = (random: Parameters<typeof drawMagnitude>[0]) => drawMagnitude(random, -6, 6);
    const three = drawRows("three", 3000, (random) => [leg(random), leg(random), leg(random)]);
    expect(worstUlps(hypot, exact, three).ulps).toBeLessThan(0.51);
    expect(
      worstUlps(
        hypot,
        exact,
        three.map(([x, y]) => [x, y]),
      ).ulps,
    ).toBeLessThan(0.51);
  });

  test("has no intermediate overflow or underflow", () => {
    expect([hypot(3, 4), hypot(2, 3, 6)]).toEqual([5, 7]);
    for (const scale of [2 ** 1020, 2 ** 700, 2 ** -700, 2 ** -1070])
      expect(hypot(3 * scale, -4 * scale)).toBe(5 * scale);
    expect([hypot(1.5e308, 1.5e308), hypot(5e-324, 0), hypot(0, -0)]).toEqual([inf, 5e-324, 0]);
    const rows = [
      [1e308, 1e308],
      [3e-310, 4e-310],
      [2 ** 500, 2 ** 470],
      [2 ** -500, 2 ** -530],
      [1e160, 1e150, 1e155],
      [3e200, 4e200],
    ];
    expect(worstUlps(hypot, exact, rows, WIDE).ulps).toBeLessThan(0.52);
  });

  test("is infinite for an infinity beside NaN", () => {
    expect([hypot(inf, nan), hypot(nan, -inf), hypot(1, nan, inf)]).toEqual([inf, inf, inf]);
    expect([hypot(nan, 1), hypot(1, 2, nan)]).toEqual([nan, nan]);
  });
});
