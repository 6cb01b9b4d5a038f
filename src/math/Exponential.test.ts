import { describe, expect, test } from "vitest";
import { drawMagnitude, drawRows, neighbours, WIDE, worstUlps } from "../../testing/reference/Accuracy.js";
import { exp, log, pow } from "./Exponential.js";

const { NaN: nan, POSITIVE_INFINITY: inf, MIN_VALUE, MAX_VALUE } = Number;

describe("exp", () => {
  test("is within 0.65 ulp", () => {
    const near = drawRows("exp", 4000, (random) => [random.uniform(-3, 3)]);
    expect(worstUlps(exp, (judge, x) => judge.exp(x), near).ulps).toBeLessThan(0.65);
    const far = drawRows("exp far", 1500, (random) => [random.uniform(-708, 709)]);
    const tiny = drawRows("exp tiny", 500, (random) => [drawMagnitude(random, -60, -1)]);
    expect(worstUlps(exp, (judge, x) => judge.exp(x), [...far, ...tiny], WIDE).ulps).toBeLessThan(0.65);
  });

  test("is within 1 ulp where the result is subnormal", () => {
    const rows = drawRows("exp subnormal", 500, (random) => [random.uniform(-744, -708)]);
    expect(worstUlps(exp, (judge, x) => judge.exp(x), rows, WIDE).ulps).toBeLessThan(1);
  });

  test("covers the range of float64", () => {
    expect([exp(0), exp(-0), exp(inf), exp(-inf), exp(nan)]).toEqual([1, 1, inf, 0, nan]);
    expect(exp(709.782712893384)).toBeGreaterThan(1.79769e308);
    expect(exp(709.782712893384)).toBeLessThan(inf);
    expect([exp(709.7827128933841), exp(1e300), exp(-745.1332191019412), exp(-1e300)]).toEqual([inf, inf, 0, 0]);
    expect(exp(-745.1332191019411)).toBe(MIN_VALUE);
  });
});

describe("log", () => {
  test("is within 0.51 ulp", () => {
    const near = drawRows("log", 4000, (random) => [random.uniform(0, 3)]);
    const beside = neighbours(1, 200).map((x) => [x]);
    const nearer = drawRows("log one", 2000, (random) => [1 + drawMagnitude(random, -50, -2)]);
    const rows = [...near, ...beside, ...nearer].filter(([x]) => x !== 1);
    expect(worstUlps(log, (judge, x) => judge.log(x), rows).ulps).toBeLessThan(0.51);
    const far = drawRows("log far", 1000, (random) => [Math.abs(drawMagnitude(random, -1074, 1024))]);
    expect(worstUlps(log, (judge, x) => judge.log(x), far, WIDE).ulps).toBeLessThan(0.51);
  });

  test("special values", () => {
    expect([log(1), log(0), log(-0), log(inf), log(-1), log(-inf), log(nan)]).toEqual([
      0,
      -inf,
      -inf,
      inf,
      nan,
      nan,
      nan,
    ]);
    expect([log(MIN_VALUE), log(MAX_VALUE), log(2)]).toEqual([-744.4400719213812, 709.782712893384, Math.LN2]);
  });
});

describe("pow", () => {
  const exact = (judge: typeof WIDE, x: bigint, y: bigint) => judge.exp(judge.multiply(judge.log(x), y));

  test("is within 0.7 ulp up to the ends of float64", () => {
    const rows = drawRows("pow", 1500, (random) => {
      const base = random.integer(2) === 0 ? random.uniform(0.5, 1.5) : Math.abs(drawMagnitude(random, -30, 30));
      return [base, random.uniform(-700, 700) / log(base)];
    });
    // beside 1 the exponent is huge
    const steep = drawRows("pow steep", 500, (random) => {
      const base = 1 + drawMagnitude(random, -52, -2);
      return [base, random.uniform(-700, 700) / log(base)];
    });
    expect(
      worstUlps(
        pow,
        exact,
        [...rows, ...steep].filter(([x]) => x !== 1),
        WIDE,
      ).ulps,
    ).toBeLessThan(0.7);
  });

  test("is exact where whole powers fit in float64", () => {
    let count = 0;
    for (let base = -60; base <= 60; base++) {
      for (let power = 1; power < 30; power++) {
        const value = BigInt(base) ** BigInt(power);
        if (BigInt(Number(value)) !== value) continue;
        expect(pow(base, power), `${base}^${power}`).toBe(Number(value));
        count++;
      }
    }
    expect(count).toBeGreaterThan(1000);
    for (let power = -1074; power < 1024; power++) expect(pow(2, power)).toBe(2 ** power);
  });

  test("a power of one half is the root, minus one the inverse", () => {
    for (const [x] of drawRows("root", 1000, (random) => [Math.abs(drawMagnitude(random, -300, 300))])) {
      expect(Math.abs(pow(x, 0.5) / Math.sqrt(x) - 1)).toBeLessThanOrEqual(Number.EPSILON);
      expect(Math.abs(pow(x, -1) * x - 1)).toBeLessThanOrEqual(Number.EPSILON);
      expect(pow(x, 1)).toBe(x);
    }
  });

  test("follows ECMAScript at special values", () => {
    const values = [0, 1, 2, 3, 0.5, 1.5, inf, nan, MIN_VALUE, MAX_VALUE, 2 ** 53, 2 ** 53 - 1];
    const signed = values.flatMap((x) => [x, -x]);
    for (const x of signed) {
      for (const y of signed) {
        // where the result is special the engine must agree bit for bit
        const engine = x ** y;
        if (Number.isFinite(engine) && engine !== 0) expect(pow(x, y) / engine, `${x}^${y}`).toBeCloseTo(1, 14);
        else expect(pow(x, y), `${x}^${y}`).toBe(engine);
      }
    }
  });
});
