// Delays against the closed forms of their distributions. With 200 000 draws the standard error of a mean is sd / 447, that of a
// variance about var sqrt((kurtosis - 1) / 200 000); the bounds below are five of them.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DelayModel } from "../describe/robot/Latency.js";
import { RandomStream } from "../math/RandomStream.js";
import { drawDelay, drawGamma } from "./Delay.js";

const DRAWS = 200_000;
const MS = 1e6;
const INF = Number.POSITIVE_INFINITY;

interface Moments {
  readonly mean: number;
  readonly variance: number;
  /** Fourth central moment over variance². */
  readonly kurtosis: number;
}

function measure(draw: (n: number) => number): Moments {
  const values = Float64Array.from({ length: DRAWS }, (_, n) => draw(n));
  const mean = values.reduce((sum, x) => sum + x, 0) / DRAWS;
  const moment = (power: number) => values.reduce((sum, x) => sum + (x - mean) ** power, 0) / DRAWS;
  const variance = moment(2);
  return { mean, variance, kurtosis: moment(4) / variance ** 2 };
}

function expectMoments(found: Moments, { mean, variance, kurtosis }: Moments): void {
  expect(Math.abs(found.mean - mean), `mean ${found.mean} for ${mean}`).toBeLessThan(5 * Math.sqrt(variance / DRAWS));
  const error = 5 * variance * Math.sqrt((kurtosis - 1) / DRAWS);
  expect(Math.abs(found.variance - variance), `variance ${found.variance} for ${variance}`).toBeLessThan(error);
}

const measureModel = (model: DelayModel, seed = "delays"): Moments => {
  const stream = new RandomStream(seed);
  return measure((n) => drawDelay(model, stream, n) / MS);
};

describe("[T6] delays have the mean and the variance of their model", () => {
  test("uniform: (a + b) / 2 and (b - a)² / 12", () => {
    const found = measureModel({ kind: "uniform", minNs: 5 * MS, maxNs: 25 * MS });
    expectMoments(found, { mean: 15, variance: 400 / 12, kurtosis: 1.8 });
  });

  test("normal, bounds far away", () => {
    const found = measureModel({ kind: "normal", meanNs: 20 * MS, sdNs: 3 * MS, minNs: 0, maxNs: INF });
    expectMoments(found, { mean: 20, variance: 9, kurtosis: 3 });
  });

  test("normal, truncated at its mean: half a bell has mean sd sqrt(2/π) and variance sd² (1 - 2/π)", () => {
    const found = measureModel({ kind: "normal", meanNs: 10 * MS, sdNs: 2 * MS, minNs: 10 * MS, maxNs: INF });
    expectMoments(found, { mean: 10 + 2 * Math.sqrt(2 / Math.PI), variance: 4 * (1 - 2 / Math.PI), kurtosis: 3.9 });
  });

  test("normal within one deviation to both sides", () => {
    const found = measureModel({ kind: "normal", meanNs: 10 * MS, sdNs: 2 * MS, minNs: 8 * MS, maxNs: 12 * MS });
    // 1 - 2 φ(1) / (2 Φ(1) - 1)
    const [phi, share] = [0.24197072451914337, 0.6826894921370859];
    expectMoments(found, { mean: 10, variance: 4 * (1 - (2 * phi) / share), kurtosis: 2 });
  });

  test.each([0.1, 0.5, 1, 2, 7.5, 300])("gamma of shape %d: shape · scale and shape · scale²", (shape) => {
    const stream = new RandomStream(`gamma ${shape}`);
    const found = measure(() => drawGamma(shape, stream));
    expectMoments(found, { mean: shape, variance: shape, kurtosis: 3 + 6 / shape });
  });

  test("gamma in ms", () => {
    const found = measureModel({ kind: "gamma", shape: 4, scaleNs: 2.5 * MS, minNs: 0, maxNs: INF });
    expectMoments(found, { mean: 10, variance: 25, kurtosis: 4.5 });
  });

  test("an exponential (gamma of shape 1) exceeds x with probability exp(-x)", () => {
    const stream = new RandomStream("exponential");
    const values = Array.from({ length: DRAWS }, () => drawGamma(1, stream));
    for (const x of [0.1, 0.7, 2, 4]) {
      const share = values.filter((value) => value > x).length / DRAWS;
      expect(Math.abs(share - Math.exp(-x))).toBeLessThan(5 * Math.sqrt(Math.exp(-x) / DRAWS));
    }
  });
});

describe("[T6] delays are whole, within their bounds and repeat", () => {
  const ns = fc.integer({ min: 0, max: 1e9 });
  const bounds = fc.tuple(ns, ns).map(([a, b]) => ({ minNs: Math.min(a, b), maxNs: Math.max(a, b) }));
  const model: fc.Arbitrary<DelayModel> = fc.oneof(
    ns.map((valueNs) => ({ kind: "constant", valueNs }) as const),
    bounds.map((range) => ({ kind: "uniform", ...range }) as const),
    fc.tuple(ns, ns, bounds).map(([meanNs, sdNs, range]) => ({ kind: "normal", meanNs, sdNs, ...range }) as const),
    fc
      .tuple(fc.double({ min: 0.1, max: 50, noNaN: true }), ns, bounds)
      .map(([shape, scaleNs, range]) => ({ kind: "gamma", shape, scaleNs, ...range }) as const),
    fc.array(ns, { minLength: 1 }).map((delaysNs) => ({ kind: "trace", delaysNs }) as const),
  );

  test("for every model, even with bounds far from its mean", () => {
    fc.assert(
      fc.property(model, fc.nat(), (one, seed) => {
        const [a, b] = [new RandomStream(seed), new RandomStream(seed)];
        for (let n = 0; n < 5; n++) {
          const delay = drawDelay(one, a, n);
          expect(Number.isSafeInteger(delay) && delay >= 0).toBe(true);
          if ("minNs" in one) expect(delay >= one.minNs && delay <= one.maxNs).toBe(true);
          expect(drawDelay(one, b, n)).toBe(delay);
        }
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  test("a negative delay counts as 0", () => {
    const stream = new RandomStream(1);
    expect(drawDelay({ kind: "constant", valueNs: -5 }, stream, 0)).toBe(0);
    expect(drawDelay({ kind: "normal", meanNs: -5, sdNs: 0, minNs: -9, maxNs: 9 }, stream, 0)).toBe(0);
  });

  test("a trace repeats in order and draws nothing; nor does a constant", () => {
    const stream = new RandomStream(1);
    const before = stream.save();
    const trace: DelayModel = { kind: "trace", delaysNs: [3, 1, 2] };
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => drawDelay(trace, stream, n))).toEqual([3, 1, 2, 3, 1, 2, 3]);
    drawDelay({ kind: "constant", valueNs: 7 }, stream, 0);
    expect(stream.save()).toEqual(before);
  });
});

test("[T6] the table of docs/latency.md has the measured values", () => {
  const rows: [string, DelayModel][] = [
    ["constant 20", { kind: "constant", valueNs: 20 * MS }],
    ["uniform 10 to 30", { kind: "uniform", minNs: 10 * MS, maxNs: 30 * MS }],
    ["normal 20, sd 5", { kind: "normal", meanNs: 20 * MS, sdNs: 5 * MS, minNs: 0, maxNs: INF }],
    ["normal 20, sd 5, 15 to 25", { kind: "normal", meanNs: 20 * MS, sdNs: 5 * MS, minNs: 15 * MS, maxNs: 25 * MS }],
    ["gamma 4 x 5", { kind: "gamma", shape: 4, scaleNs: 5 * MS, minNs: 0, maxNs: INF }],
    ["gamma 0.5 x 40", { kind: "gamma", shape: 0.5, scaleNs: 40 * MS, minNs: 0, maxNs: INF }],
    ["trace 12 18 30", { kind: "trace", delaysNs: [12 * MS, 18 * MS, 30 * MS] }],
  ];
  const measured = rows.map(([name, model]) => {
    const { mean, variance } = measureModel(model);
    return [name, mean.toFixed(2), Math.sqrt(variance).toFixed(2)];
  });
  const lines = readFileSync(new URL("../../docs/latency.md", import.meta.url), "utf8").split("\n");
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const written = rows.map(([name]) => cells.find((row) => row[1] === name) ?? []);
  expect(written.map((row) => [row[1], row[4], row[5]])).toEqual(measured);
});
