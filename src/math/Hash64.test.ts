import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Hash64 } from "./Hash64.js";
import { RandomStream } from "./RandomStream.js";

const hashOf = (view: Float64Array) => new Hash64().addFloats(view).digest();

function countBits(a: string, b: string): number {
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; difference > 0n; difference >>= 1n) count += Number(difference & 1n);
  return count;
}

describe("avalanche", () => {
  test.each([1, 2, 20])("any flipped bit of %i doubles flips about half of the digest", (length) => {
    const random = new RandomStream("avalanche");
    const view = Float64Array.from({ length }, () => random.normal());
    const words = new Uint32Array(view.buffer);
    const before = hashOf(view);
    const flips = new Float64Array(64);
    let total = 0;
    for (let bit = 0; bit < 64 * length; bit++) {
      words[bit >> 5] ^= 1 << (bit & 31);
      const after = hashOf(view);
      words[bit >> 5] ^= 1 << (bit & 31);
      const count = countBits(before, after);
      expect(count, `bit ${bit}`).toBeGreaterThan(10);
      total += count;
      const difference = BigInt(`0x${before}`) ^ BigInt(`0x${after}`);
      for (let place = 0; place < 64; place++) flips[place] += Number((difference >> BigInt(place)) & 1n);
    }
    expect(total / (64 * length)).toBeGreaterThan(30);
    expect(total / (64 * length)).toBeLessThan(34);
    // no place of the digest is deaf: half the flips, within six standard deviations
    const trials = 64 * length;
    for (const count of flips) expect(Math.abs(count - trials / 2)).toBeLessThan(3 * Math.sqrt(trials));
  });
});

test("no collision among 200000 streams of small integers", () => {
  const seen = new Set<string>();
  const hash = new Hash64();
  for (let i = 0; i < 200_000; i++)
    seen.add(
      hash
        .reset()
        .addInt(i)
        .addInt(i % 7)
        .digest(),
    );
  expect(seen.size).toBe(200_000);
});

test("pieces add up: any cut of a view gives the same digest", () => {
  fc.assert(
    fc.property(fc.float64Array(), fc.nat(), (view, cut) => {
      const at = cut % (view.length + 1);
      const pieces = new Hash64().addFloats(view, 0, at).addFloats(view, at).digest();
      const single = new Hash64();
      for (const x of view) single.addNumber(x);
      expect(pieces).toBe(hashOf(view));
      expect(single.digest()).toBe(hashOf(view));
    }),
  );
});

test("a view in the middle of a buffer hashes as its copy", () => {
  const whole = Float64Array.from({ length: 10 }, (_, i) => i / 3);
  expect(hashOf(whole.subarray(3, 7))).toBe(hashOf(whole.slice(3, 7)));
  expect(new Hash64().addFloats(whole, 3, 7).digest()).toBe(hashOf(whole.slice(3, 7)));
});

test("order, sign of zero, length and borders between strings change the digest", () => {
  const digests = [
    hashOf(Float64Array.of()),
    hashOf(Float64Array.of(0)),
    hashOf(Float64Array.of(-0)),
    hashOf(Float64Array.of(0, 0)),
    hashOf(Float64Array.of(1, 2)),
    hashOf(Float64Array.of(2, 1)),
    new Hash64().addString("").digest(),
    new Hash64().addString("a").digest(),
    new Hash64().addString("a\0").digest(),
    new Hash64().addString("ab").addString("c").digest(),
    new Hash64().addString("a").addString("bc").digest(),
    new Hash64().addBytes(Uint8Array.of(1)).digest(),
    new Hash64().addBytes(Uint8Array.of(1, 0)).digest(),
    new Hash64().addBytes(Uint8Array.of(0, 0, 0, 0, 1)).digest(),
    new Hash64().addInt(1).digest(),
    new Hash64().addInt(-1).digest(),
    new Hash64().addInt(2 ** 32 + 1).digest(),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});

test("all NaNs have the same hash, different from an infinity", () => {
  const view = new Float64Array(1);
  const words = new Uint32Array(view.buffer);
  words.set([1, 0x7ff00000]);
  expect(hashOf(view)).toBe(hashOf(Float64Array.of(Number.NaN)));
  words.set([0, 0xfff80001]);
  expect(hashOf(view)).toBe(hashOf(Float64Array.of(Number.NaN)));
  words.set([0, 0x7ff00000]);
  expect(hashOf(view)).not.toBe(hashOf(Float64Array.of(Number.NaN)));
});

test("digest does not change the stream; reset empties it", () => {
  const hash = new Hash64().addInt(5);
  expect(hash.digest()).toBe(hash.digest());
  expect(hash.digest()).toMatch(/^[0-9a-f]{16}$/);
  expect(hash.addString("x").digest()).toBe(new Hash64().addInt(5).addString("x").digest());
  expect(hash.reset().digest()).toBe(new Hash64().digest());
});

test("addInt refuses fractions", () => {
  for (const x of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])
    expect(() => new Hash64().addInt(x)).toThrow("whole number within 2^53");
});

test("known digests, so that recordings stay comparable", () => {
  expect(new Hash64().digest()).toBe("786345cbf5cc05bc");
  expect(
    new Hash64()
      .addString("über")
      .addInt(-5)
      .addNumber(Math.PI)
      .addBytes(Uint8Array.of(1, 2, 3))
      .digest(),
  ).toBe("3c44732e46f82678");
});
