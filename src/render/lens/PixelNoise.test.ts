import { describe, expect, test } from "vitest";
import { Hash64 } from "../../math/Hash64.js";
import { RandomStream } from "../../math/RandomStream.js";
import { type LensSettings, PLAIN_LENS } from "./LensSettings.js";
import { addPixelNoise } from "./PixelNoise.js";

const PIXELS = 320 * 240;

function noisy(value: number, lens: Partial<LensSettings>, seed = "camera/0"): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * PIXELS).fill(value);
  addPixelNoise(rgba, { ...PLAIN_LENS, ...lens }, new RandomStream(seed));
  return rgba;
}

const channel = (rgba: Uint8ClampedArray, k: number) =>
  Float64Array.from({ length: PIXELS }, (_, i) => rgba[4 * i + k]);
const mean = (x: Float64Array) => x.reduce((sum, v) => sum + v, 0) / x.length;
const deviation = (x: Float64Array) => {
  const m = mean(x);
  return Math.sqrt(x.reduce((sum, v) => sum + (v - m) ** 2, 0) / x.length);
};
function correlation(a: Float64Array, b: Float64Array): number {
  const [ma, mb] = [mean(a), mean(b)];
  return a.reduce((sum, v, i) => sum + (v - ma) * ((b[i] ?? mb) - mb), 0) / (a.length * deviation(a) * deviation(b));
}
/** Standard deviation after rounding, which adds 1/12 to the variance. */
const rounded = (sd: number) => Math.sqrt(sd * sd + 1 / 12);
/** Five standard errors of the mean. */
const FIVE_ERRORS = 5 / Math.sqrt(PIXELS);

describe("[S2] [S3] noise of an image sensor", () => {
  test.each([0.5, 1, 4, 12])("gaussian %d: mean and deviation of every colour", (gaussian) => {
    const rgba = noisy(128, { gaussian });
    for (let k = 0; k < 3; k++) {
      const x = channel(rgba, k);
      expect(Math.abs(mean(x) - 128)).toBeLessThan(FIVE_ERRORS * rounded(gaussian));
      expect(deviation(x) / rounded(gaussian)).toBeGreaterThan(1 - FIVE_ERRORS);
      expect(deviation(x) / rounded(gaussian)).toBeLessThan(1 + FIVE_ERRORS);
    }
  });

  test("it is normal: the shares within one, two and three deviations, and no skew", () => {
    const x = channel(noisy(128, { gaussian: 30 }), 1);
    const within = (n: number) => x.filter((v) => Math.abs(v - 128) < 30 * n).length / PIXELS;
    // rounding shifts each border by half a value
    expect(Math.abs(within(1) - 0.6827)).toBeLessThan(0.015);
    expect(Math.abs(within(2) - 0.9545)).toBeLessThan(0.006);
    expect(Math.abs(within(3) - 0.9973)).toBeLessThan(0.002);
    const skew = x.reduce((sum, v) => sum + ((v - 128) / 30) ** 3, 0) / PIXELS;
    expect(Math.abs(skew)).toBeLessThan(0.05);
  });

  test("shot noise: the variance is proportional to the value", () => {
    for (const value of [32, 64, 128, 192])
      expect(deviation(channel(noisy(value, { shot: 8 }), 0)) / rounded(8 * Math.sqrt(value / 255))).toBeCloseTo(1, 1);
    expect(deviation(channel(noisy(0, { shot: 8 }), 0))).toBe(0);
  });

  test("both together add their variances", () => {
    const x = channel(noisy(128, { gaussian: 3, shot: 6 }), 2);
    expect(deviation(x) / rounded(Math.sqrt(9 + (36 * 128) / 255))).toBeCloseTo(1, 1);
  });

  test("neighbours, rows and colours are independent", () => {
    const rgba = noisy(128, { gaussian: 10 });
    const [r, g, b] = [channel(rgba, 0), channel(rgba, 1), channel(rgba, 2)];
    for (const [x, y] of [
      [r, g],
      [g, b],
      [r, b],
    ])
      expect(Math.abs(correlation(x, y))).toBeLessThan(FIVE_ERRORS);
    for (const x of [r, g, b])
      for (const lag of [1, 2, 3, 320]) expect(Math.abs(correlation(x, x.subarray(lag)))).toBeLessThan(FIVE_ERRORS);
  });

  test("the same seed gives the same noise, other seeds and later pictures other noise", () => {
    expect(noisy(128, { gaussian: 5 })).toEqual(noisy(128, { gaussian: 5 }));
    const other = channel(noisy(128, { gaussian: 5 }, "camera/1"), 0);
    expect(Math.abs(correlation(channel(noisy(128, { gaussian: 5 }), 0), other))).toBeLessThan(FIVE_ERRORS);
    const stream = new RandomStream("camera");
    const [a, b] = [new Uint8ClampedArray(400).fill(128), new Uint8ClampedArray(400).fill(128)];
    for (const rgba of [a, b]) addPixelNoise(rgba, { ...PLAIN_LENS, gaussian: 5 }, stream);
    expect(a).not.toEqual(b);
  });

  test("[M5] the bits are the same on every machine", () => {
    const { buffer } = noisy(128, { gaussian: 5, shot: 3 });
    expect(new Hash64().addBytes(new Uint8Array(buffer)).digest()).toBe("a101b1abae8bde1b");
  });

  test("values are clamped to black and white, and opacity stays unchanged", () => {
    const rgba = noisy(255, { gaussian: 255 });
    expect(Math.min(...channel(rgba, 0).subarray(0, 1000))).toBe(0);
    expect(channel(rgba, 3).every((x) => x === 255)).toBe(true);
  });
});
