// Effect of each noise term on the numbers of a sensor, and their order.

import { describe, expect, test } from "vitest";
import { NO_NOISE, type Noise } from "../describe/robot/Noise.js";
import { Hash64 } from "../math/Hash64.js";
import { RandomStream } from "../math/RandomStream.js";
import type { PayloadField } from "./Device.js";
import { NoiseSource } from "./NoiseSource.js";

const MS = 1e6;
const FIELDS: readonly PayloadField[] = ["x", "y"].map((name) => ({ name, type: "float32", unit: "" }));
const source = (noise: Partial<Noise>, seed: number | string = 1, fields = FIELDS) =>
  new NoiseSource({ ...NO_NOISE, ...noise }, new RandomStream(seed), fields);

/** The n-th sample of a sensor that truly reads 0, one every millisecond. */
const samples = (noise: Partial<Noise>, count: number, seed: number | string = 1) => {
  const one = source(noise, seed);
  return Array.from({ length: count }, (_, n) => one.apply([0, 0], n * MS));
};
const digest = (one: NoiseSource): string => {
  const hash = new Hash64();
  one.addTo(hash);
  return hash.digest();
};

describe("[S2] noise", () => {
  test("none: the numbers are unchanged", () => {
    const values = [1.23456789, -Infinity];
    expect(source({}).apply(values, 0)).toBe(values);
  });

  test("gaussian: the configured deviation, independent for each number", () => {
    const found = samples({ gaussian: 0.5 }, 50_000) as number[][];
    const mean = (f: (sample: number[]) => number) => found.reduce((sum, s) => sum + f(s), 0) / found.length;
    for (const k of [0, 1]) {
      expect(Math.abs(mean((s) => s[k]))).toBeLessThan((5 * 0.5) / Math.sqrt(50_000));
      expect(Math.abs(mean((s) => s[k] * s[k]) - 0.25)).toBeLessThan(5 * 0.25 * Math.sqrt(2 / 50_000));
    }
    expect(Math.abs(mean((s) => s[0] * s[1]))).toBeLessThan((5 * 0.25) / Math.sqrt(50_000));
  });

  test("bias, then min and max, then quantum", () => {
    expect(source({ bias: 2 }).apply([1, -1], 0)).toEqual([3, 1]);
    expect(source({ bias: 2, max: 2.5 }).apply([1, -1], 0)).toEqual([2.5, 1]);
    expect(source({ bias: -2, min: -2.5 }).apply([1, -1], 0)).toEqual([-1, -2.5]);
    expect(source({ quantum: 0.25 }).apply([1.13, -0.9], 0)).toEqual([1.25, -1]);
    // rounding comes last and may exceed the bound
    expect(source({ max: 1.2, quantum: 0.5 }).apply([9, 0], 0)).toEqual([1, 0]);
    expect(source({ max: 1.3, quantum: 0.5 }).apply([9, 0], 0)).toEqual([1.5, 0]);
    expect(source({ quantum: 0.5 }).apply([Infinity, 0], 0)).toEqual([Infinity, 0]);
    // finer than numbers are
    expect(source({ quantum: 1e-320 }).apply([9.81, -3], 0)).toEqual([9.81, -3]);
  });

  test("drift: a random walk from 0 whose deviation is drift · sqrt(t), however often it is sampled", () => {
    const endAfterSecond = (rateHz: number) => (seed: number) => {
      const one = source({ drift: 0.1 }, `${rateHz} ${seed}`);
      expect(one.apply([0, 0], 5 * MS)).toEqual([0, 0]);
      let last: readonly number[] = [];
      for (let n = 1; n <= rateHz; n++) last = one.apply([0, 0], 5 * MS + (n * 1e9) / rateHz) ?? [];
      return last;
    };
    for (const rateHz of [1, 4, 20]) {
      const ends = Array.from({ length: 3000 }, (_, seed) => endAfterSecond(rateHz)(seed)).flat();
      const variance = ends.reduce((sum, x) => sum + x * x, 0) / ends.length;
      expect(Math.abs(variance - 0.01)).toBeLessThan(5 * 0.01 * Math.sqrt(2 / ends.length));
    }
  });

  test("drift walks: neighbours in time differ little", () => {
    const found = samples({ drift: 1 }, 1000) as number[][];
    const steps = found.slice(1).map((s, i) => Math.abs(s[0] - found[i][0]));
    expect(Math.max(...steps)).toBeLessThan(5 * Math.sqrt(1e-3));
    expect(Math.max(...steps)).toBeGreaterThan(0);
  });

  test("dropout: loses the configured share of whole samples", () => {
    const lost = samples({ dropout: 0.3 }, 20_000).filter((sample) => sample === undefined).length;
    expect(Math.abs(lost - 6000)).toBeLessThan(5 * Math.sqrt(20_000 * 0.3 * 0.7));
    expect(samples({ dropout: 1 }, 10)).toEqual(Array.from({ length: 10 }, () => undefined));
  });

  test("[S1] an orientation is rotated by the error in rad and keeps its length", () => {
    const names = ["gx", "qx", "qy", "qz", "qw"];
    const fields: PayloadField[] = names.map((name, i) => ({ name, type: "float32", unit: i === 0 ? "rad/s" : "" }));
    const one = source({ gaussian: 0.05, max: 0.5, quantum: 0.25 }, 3, fields);
    const turns: number[] = [];
    for (let n = 0; n < 4000; n++) {
      const [, x, y, z, w] = one.apply([0, 0.6, 0, 0, 0.8], n * MS) ?? [];
      expect(Math.abs(x * x + y * y + z * z + w * w - 1)).toBeLessThan(1e-14);
      // about the first axis: twice the x of q* q'
      turns.push(2 * (0.8 * x - 0.6 * w));
    }
    const sd = Math.sqrt(turns.reduce((sum, x) => sum + x * x, 0) / turns.length);
    expect(Math.abs(sd / 0.05 - 1)).toBeLessThan(5 / Math.sqrt(2 * turns.length));
  });

  test("a bias rotates an orientation about each of its axes, also that of a ball joint", () => {
    const fields: PayloadField[] = ["x", "y", "z", "w", "wx"].map((name, i) => ({
      name,
      type: "float32",
      unit: i === 4 ? "rad/s" : "",
    }));
    const [x, y, z, w, speed] = source({ bias: 0.02 }, 1, fields).apply([0, 0, 0, 1, 1], 0) ?? [];
    for (const part of [x, y, z]) expect(part / w).toBeCloseTo(0.01, 12);
    expect(speed).toBe(1.02);
  });

  test("counts and flags get no noise", () => {
    const fields: PayloadField[] = [{ name: "touching", type: "uint8", unit: "" }, FIELDS[0]];
    expect(source({ bias: 5, gaussian: 0 }, 1, fields).apply([1, 1], 0)).toEqual([1, 6]);
  });
});

describe("[S2] [T6] streams", () => {
  test("same seed, same noise; another seed, another", () => {
    const noise = { gaussian: 1, drift: 1, dropout: 0.2 };
    expect(samples(noise, 50)).toEqual(samples(noise, 50));
    expect(samples(noise, 50, 2)).not.toEqual(samples(noise, 50));
  });

  test("adding drift or dropout does not change the gaussian numbers", () => {
    const plain = samples({ gaussian: 1 }, 100) as number[][];
    const dropped = samples({ gaussian: 1, dropout: 0.5 }, 100);
    const drifting = samples({ gaussian: 1, drift: 0.1 }, 100) as number[][];
    const walk = samples({ drift: 0.1 }, 100) as number[][];
    dropped.forEach((sample, n) => {
      if (sample) expect(sample).toEqual(plain[n]);
    });
    drifting.forEach((sample, n) => {
      expect(sample[0]).toBeCloseTo(plain[n][0] + walk[n][0], 12);
    });
  });

  test("terms that are 0 draw no random numbers", () => {
    const one = source({ bias: 1, quantum: 0.1 });
    const { lastNs: _, ...before } = one.save();
    one.apply([1, 2], MS);
    expect(one.save()).toMatchObject(before);
  });
});

test("[T8] restored in the middle, the same numbers follow, and the hash is the same", () => {
  const noise = { gaussian: 1, drift: 1, dropout: 0.3 };
  const straight = source(noise);
  for (let n = 0; n < 7; n++) straight.apply([0, 0], n * MS);
  const saved = structuredClone(straight.save());
  const hash = digest(straight);
  const follow = (one: NoiseSource) => Array.from({ length: 20 }, (_, n) => one.apply([1, 2], (n + 7) * MS));
  const rest = follow(straight);
  expect(digest(straight)).not.toBe(hash);
  const other = source(noise, "another");
  other.restore(saved);
  expect(digest(other)).toBe(hash);
  expect(follow(other)).toEqual(rest);
});
