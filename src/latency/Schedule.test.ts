// The first frames at or after start + n / rate, against exact fractions.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Hash64 } from "../math/Hash64.js";
import { Schedule } from "./Schedule.js";

const SEC = 1_000_000_000n;

/** The rate digits / 10^decimals. */
interface Rate {
  readonly digits: number;
  readonly decimals: number;
}
const hz = ({ digits, decimals }: Rate): number => Number(`${digits}e-${decimals}`);

/** Frames with a sample, by definition: for each n the smallest k with start + k step >= start + n / rate. */
function framesByFraction({ digits, decimals }: Rate, stepNs: number, frames: number): number[] {
  const out: number[] = [];
  // k step >= n 10^9 10^decimals / digits
  const above = SEC * 10n ** BigInt(decimals);
  const below = BigInt(digits) * BigInt(stepNs);
  for (let n = 0n; ; n++) {
    const k = Number((n * above + below - 1n) / below);
    if (k >= frames) return out;
    if (out.at(-1) !== k) out.push(k);
  }
}

function framesOf(schedule: Schedule, startNs: number, stepNs: number, frames: number): number[] {
  const out: number[] = [];
  for (let k = 0; k < frames; k++) if (schedule.isDue(startNs + k * stepNs)) out.push(k);
  return out;
}

const rate = fc.record({ digits: fc.integer({ min: 1, max: 100_000 }), decimals: fc.integer({ min: 0, max: 3 }) });
const step = fc.oneof(fc.constantFrom(1_000_000, 500_000, 16_666_667, 20_000_000), fc.integer({ min: 1000, max: 4e7 }));

describe("[T9] sample n is in the first frame at or after start + n / rate", () => {
  test("for arbitrary rates, steps and starts", () => {
    fc.assert(
      fc.property(rate, step, fc.nat(1e9), (one, stepNs, startNs) => {
        const schedule = new Schedule(startNs, hz(one));
        expect(framesOf(schedule, startNs, stepNs, 400)).toEqual(framesByFraction(one, stepNs, 400));
      }),
      { seed: 9, numRuns: 150 },
    );
  });

  test.each([
    [30, 0, 1_000_000],
    [333, 1, 1_000_000],
    [7919, 1, 999_983],
    [1000, 0, 1_000_000],
    [3, 1, 1_000_000],
  ])("without drift after a million frames: %d e-%d Hz, step %d ns", (digits, decimals, stepNs) => {
    const one = { digits, decimals };
    const frames = 1_000_000;
    const found = framesOf(new Schedule(5, hz(one)), 5, stepNs, frames);
    const exact = framesByFraction(one, stepNs, frames);
    // toEqual takes a second for a million numbers
    expect([found.length, found.findIndex((frame, n) => frame !== exact[n])]).toEqual([exact.length, -1]);
  });

  test("a rate is its decimal number: 0.3 Hz hits 10 s, 0.1 Hz every 10 s", () => {
    expect(framesOf(new Schedule(0, 0.3), 0, 1_000_000, 10_001)).toEqual([0, 3334, 6667, 10_000]);
    expect(framesOf(new Schedule(0, 0.1), 0, 1_000_000, 20_001)).toEqual([0, 10_000, 20_000]);
    expect(framesOf(new Schedule(0, 1e-7), 0, 1_000_000_000, 5)).toEqual([0]);
  });

  test("it is exact after days", () => {
    const days = new Schedule(0, 30);
    const n = 30 * 86_400 * 365;
    days.restore({ startNs: 0, n: n + 1 });
    const yearNs = 86_400 * 365 * 1e9;
    // 1/30 s is 33 333 333.3 ns
    expect(days.isDue(yearNs + 33_333_333)).toBe(false);
    expect(days.isDue(yearNs + 33_333_334)).toBe(true);
    expect(days.isDue(yearNs + 66_666_666)).toBe(false);
    expect(days.isDue(yearNs + 66_666_667)).toBe(true);
  });

  test("20 Hz at 1 ms steps: every 50th frame, beginning with that of joining", () => {
    expect(framesOf(new Schedule(7_000_000, 20), 7_000_000, 1_000_000, 151)).toEqual([0, 50, 100, 150]);
  });

  test("without a rate every frame is due; a rate above the frame rate gives one sample per frame", () => {
    expect(framesOf(new Schedule(0, undefined), 0, 1_000_000, 4)).toEqual([0, 1, 2, 3]);
    expect(framesOf(new Schedule(0, 1e6), 0, 1_000_000, 4)).toEqual([0, 1, 2, 3]);
  });

  test("frames before the start are not due", () => {
    const schedule = new Schedule(10, 1);
    expect([9, 10, 11].map((now) => schedule.isDue(now))).toEqual([false, true, false]);
  });

  test("a rate must be above 0", () => {
    for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => new Schedule(0, bad)).toThrow("Hz");
  });
});

describe("[T8] state", () => {
  const digest = (schedule: Schedule): string => {
    const hash = new Hash64();
    schedule.addTo(hash);
    return hash.digest();
  };

  test("restored in the middle it continues identically", () => {
    fc.assert(
      fc.property(rate, step, fc.nat(200), (one, stepNs, cut) => {
        const straight = new Schedule(3, hz(one));
        framesOf(straight, 3, stepNs, cut);
        const other = new Schedule(999, hz(one));
        other.isDue(5e9);
        other.restore(structuredClone(straight.save()));
        expect(digest(other)).toBe(digest(straight));
        const from = 3 + cut * stepNs;
        expect(framesOf(other, from, stepNs, 200)).toEqual(framesOf(straight, from, stepNs, 200));
      }),
      { seed: 9, numRuns: 80 },
    );
  });

  test("the hash covers start and count", () => {
    const later = new Schedule(0, 20);
    later.isDue(0);
    expect(new Set([new Schedule(0, 20), new Schedule(1, 20), later].map(digest)).size).toBe(3);
  });
});

describe("[W9] another rate", () => {
  const MS = 1_000_000;
  const run = (schedule: Schedule, fromMs: number, toMs: number): number[] => {
    const out: number[] = [];
    for (let ms = fromMs; ms <= toMs; ms++) if (schedule.isDue(ms * MS)) out.push(ms);
    return out;
  };

  test("counts from the last past time", () => {
    const slow = new Schedule(0, 20);
    expect(run(slow, 0, 60)).toEqual([0, 50]);
    expect(run(slow.atRate(100), 61, 90)).toEqual([61, 70, 80, 90]);
    expect(run(slow.atRate(10), 61, 260)).toEqual([150, 250]);
  });

  test("frequent changes do not give more samples", () => {
    let schedule = new Schedule(0, 10);
    const seen: number[] = [];
    for (let ms = 0; ms <= 250; ms++) {
      if (schedule.isDue(ms * MS)) seen.push(ms);
      schedule = schedule.atRate(ms % 2 === 0 ? 20 : 10);
    }
    expect(seen).toEqual([0, 51, 101, 151, 201]);
  });

  test("before the first time only the pace changes", () => {
    expect(run(new Schedule(5 * MS, 10).atRate(100), 0, 30)).toEqual([5, 15, 25]);
  });
});
