import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Hash64 } from "./Hash64.js";
import { type RandomState, RandomStream } from "./RandomStream.js";

const COUNT = 100_000;
const draw = (stream: RandomStream, count = 20) => Array.from({ length: count }, () => stream.nextUint32());

// mean of `value` over `COUNT` draws
function meanOf(value: () => number): number {
  let sum = 0;
  for (let i = 0; i < COUNT; i++) sum += value();
  return sum / COUNT;
}

// sum over bins of (found - expected)^2 / expected
function chiSquare(bins: number, pick: () => number): number {
  const found = new Float64Array(bins);
  for (let i = 0; i < COUNT; i++) found[pick()]++;
  const expected = COUNT / bins;
  return found.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("generator", () => {
  test("is xoshiro128**: from 1 2 3 4 it gives the published sequence", () => {
    const stream = new RandomStream(0);
    stream.restore({ seed: [1, 2, 3, 4], state: [1, 2, 3, 4], spare: null });
    expect(draw(stream, 4)).toEqual([11520, 0, 5927040, 70819200]);
  });

  test("known first numbers, so that recordings stay comparable", () => {
    expect(draw(new RandomStream(1), 2)).toEqual([1614046713, 342948786]);
    expect(draw(new RandomStream("field").split("ball"), 2)).toEqual([3189573028, 1620364225]);
  });

  test("seeds differ: numbers, texts, and the text of a number", () => {
    const seeds = [0, -0, 1, 2, -1, 0.5, 1e300, "", "0", "1", "a", "b", "ab"];
    expect(new Set(seeds.map((seed) => new RandomStream(seed).nextUint32())).size).toBe(seeds.length);
  });
});

describe("split", () => {
  test("depends on the path only, not on the numbers drawn", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(50), (name, count) => {
        const used = new RandomStream("seed");
        draw(used, count);
        used.normal();
        expect(draw(used.split(name))).toEqual(draw(new RandomStream("seed").split(name)));
      }),
    );
  });

  test("does not change the parent", () => {
    const parent = new RandomStream(7);
    const before = parent.save();
    draw(parent.split("a"));
    expect(parent.save()).toEqual(before);
  });

  test("paths are not joined: a/bc, ab/c, abc and the parent all differ", () => {
    const root = new RandomStream(1);
    const streams = [root, root.split(""), root.split("abc"), root.split("a").split("bc"), root.split("ab").split("c")];
    expect(new Set(streams.map((stream) => stream.nextUint32())).size).toBe(streams.length);
  });

  test("siblings with similar names are uncorrelated", () => {
    const root = new RandomStream(3);
    const streams = Array.from({ length: 40 }, (_, i) => root.split(`robot-${i}`));
    for (let i = 1; i < streams.length; i++) {
      const [a, b] = [streams[i - 1], streams[i]];
      let sum = 0;
      for (let n = 0; n < 4000; n++) sum += a.uniform(-1, 1) * b.uniform(-1, 1);
      // the product has variance 1/9; five standard deviations
      expect(Math.abs(sum / 4000)).toBeLessThan(5 / 3 / Math.sqrt(4000));
    }
  });
});

describe("statistics", () => {
  test("uniform: mean 1/2, variance 1/12, lag-one correlation 0", () => {
    const stream = new RandomStream("uniform");
    expect(Math.abs(meanOf(() => stream.uniform()) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / COUNT));
    expect(meanOf(() => (stream.uniform() - 0.5) ** 2)).toBeCloseTo(1 / 12, 3);
    expect(Math.abs(meanOf(() => stream.uniform(-1, 1) * stream.uniform(-1, 1)))).toBeLessThan(
      5 / 3 / Math.sqrt(COUNT),
    );
  });

  test("uniform fills its bins evenly, high and low bits alike (chi-square, 99 degrees, p = 1e-4)", () => {
    const stream = new RandomStream("bins");
    expect(chiSquare(100, () => Math.floor(stream.uniform() * 100))).toBeLessThan(160);
    expect(chiSquare(100, () => Math.floor(((stream.uniform() * 2 ** 40) % 1) * 100))).toBeLessThan(160);
    expect(chiSquare(100, () => stream.integer(100))).toBeLessThan(160);
    // evenly, but not suspiciously so
    expect(chiSquare(100, () => stream.integer(100))).toBeGreaterThan(53);
  });

  test("uniform stays in its range and uses 53 bits", () => {
    const stream = new RandomStream("range");
    let odd = 0;
    for (let i = 0; i < 10_000; i++) {
      const x = stream.uniform(-2, 5);
      expect(x >= -2 && x < 5).toBe(true);
      odd += (stream.uniform() * 2 ** 53) % 2;
    }
    expect(Math.abs(odd - 5000)).toBeLessThan(250);
    expect(stream.uniform(3, 3)).toBe(3);
    // one ulp wide: rounding must not reach the upper end
    for (let i = 0; i < 100; i++) expect(stream.uniform(1, 1 + Number.EPSILON)).toBe(1);
  });

  test("normal: moments, and the share within one, two and three standard deviations", () => {
    const stream = new RandomStream("normal");
    const values = Array.from({ length: COUNT }, () => stream.normal(10, 2));
    const moment = (power: number) => values.reduce((sum, x) => sum + ((x - 10) / 2) ** power, 0) / COUNT;
    expect(Math.abs(moment(1))).toBeLessThan(5 / Math.sqrt(COUNT));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(5 * Math.sqrt(2 / COUNT));
    expect(Math.abs(moment(3))).toBeLessThan(5 * Math.sqrt(15 / COUNT));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(5 * Math.sqrt(96 / COUNT));
    for (const [limit, share] of [
      [1, 0.6826895],
      [2, 0.9544997],
      [3, 0.9973002],
    ]) {
      const found = values.filter((x) => Math.abs(x - 10) < 2 * limit).length / COUNT;
      expect(Math.abs(found - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / COUNT));
    }
    // the two numbers of a pair are independent
    expect(Math.abs(meanOf(() => stream.normal() * stream.normal()))).toBeLessThan(5 / Math.sqrt(COUNT));
  });

  test("integer reaches both ends and refuses invalid counts", () => {
    const stream = new RandomStream("integer");
    expect(stream.integer(1)).toBe(0);
    expect(new Set(Array.from({ length: 200 }, () => stream.integer(6)))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(stream.integer(2 ** 32)).toBeLessThan(2 ** 32);
    // three quarters of 2^32: taking words modulo n would hit the lower third twice as often
    expect(meanOf(() => (stream.integer(3 * 2 ** 30) < 2 ** 30 ? 1 : 0))).toBeCloseTo(1 / 3, 2);
    for (const n of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => stream.integer(n)).toThrow("from 1 to 2^32");
  });
});

describe("save and restore", () => {
  test("the same numbers and the same children follow, through JSON, in any stream", () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), (words, normals) => {
        const stream = new RandomStream("save").split("me");
        draw(stream, words);
        for (let i = 0; i < normals; i++) stream.normal();
        const saved: RandomState = JSON.parse(JSON.stringify(stream.save()));
        const expected = [stream.normal(), stream.uniform(), stream.integer(10), ...draw(stream.split("x"))];
        const other = new RandomStream("other");
        other.restore(saved);
        expect([other.normal(), other.uniform(), other.integer(10), ...draw(other.split("x"))]).toEqual(expected);
      }),
    );
  });

  test("a saved state is frozen and does not change", () => {
    const stream = new RandomStream(5);
    const saved = stream.save();
    const copy = JSON.stringify(saved);
    draw(stream);
    stream.normal();
    expect(JSON.stringify(saved)).toBe(copy);
    expect(Object.isFrozen(saved) && Object.isFrozen(saved.state) && Object.isFrozen(saved.seed)).toBe(true);
  });

  test("a broken state is refused", () => {
    const stream = new RandomStream(5);
    const good = stream.save();
    const bad = [
      [0, 0, 0, 0],
      [1, 2, 3],
      [1, 2, 3, 0.5],
      [1, 2, 3, -1],
      [1, 2, 3, 2 ** 32],
    ] as unknown as RandomState["state"][];
    for (const state of bad) expect(() => stream.restore({ ...good, state })).toThrow("four 32-bit words");
  });

  test("the hash depends on identity, position and the spare normal number", () => {
    const digest = (stream: RandomStream) => {
      const hash = new Hash64();
      stream.addTo(hash);
      return hash.digest();
    };
    const stream = new RandomStream(1);
    const digests = [digest(stream)];
    for (const step of [() => stream.nextUint32(), () => stream.normal(), () => stream.normal()]) {
      step();
      digests.push(digest(stream));
    }
    digests.push(digest(new RandomStream(2)), digest(new RandomStream(1).split("a")));
    expect(new Set(digests).size).toBe(digests.length);
    const again = new RandomStream(9);
    again.restore(stream.save());
    expect(digest(again)).toBe(digest(stream));
  });
});
