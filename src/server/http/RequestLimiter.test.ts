import { describe, expect, test } from "vitest";
import { RequestLimiter } from "./RequestLimiter.js";

/** How many of `count` requests at one instant pass. */
const passing = (limiter: RequestLimiter, count: number, nowMs: number): number =>
  Array.from({ length: count }, () => limiter.isTooMuch(nowMs)).filter((isTooMuch) => !isTooMuch).length;

describe("[W8] RequestLimiter", () => {
  test("the requests of one second pass immediately, the rest is refused", () => {
    expect(passing(new RequestLimiter(50), 80, 1000)).toBe(50);
  });

  test("the allowance grows with time and never above one second's worth", () => {
    const limiter = new RequestLimiter(50);
    passing(limiter, 50, 0);
    expect(passing(limiter, 50, 100)).toBe(5);
    expect(passing(limiter, 200, 3_600_000)).toBe(50);
  });

  test("a steady rate below the limit is never refused", () => {
    const limiter = new RequestLimiter(50);
    for (let ms = 0; ms < 10_000; ms += 21) expect(limiter.isTooMuch(ms)).toBe(false);
  });

  test("only the first of a series of refusals is marked", () => {
    const limiter = new RequestLimiter(2);
    const marks = [0, 0, 0, 0, 600, 600].map((ms) => limiter.isTooMuch(ms) && limiter.isFirstRefused);
    expect(marks).toEqual([false, false, true, false, false, true]);
  });

  test("a request may cost more; a refused request takes no tokens", () => {
    const limiter = new RequestLimiter(10);
    expect(limiter.isTooMuch(0, 8)).toBe(false);
    expect(limiter.isTooMuch(0, 3)).toBe(true);
    expect(limiter.isTooMuch(0, 2)).toBe(false);
  });

  test("a cost that is known later becomes a debt of at most 5 s", () => {
    const limiter = new RequestLimiter(10);
    expect(limiter.debtMs(0)).toBe(0);
    limiter.spend(20);
    expect(limiter.debtMs(0)).toBe(1000);
    expect(limiter.debtMs(400)).toBeCloseTo(600, 9);
    limiter.spend(1e9);
    expect(limiter.debtMs(400)).toBe(5000);
    expect(limiter.isTooMuch(5300)).toBe(true);
    expect(limiter.isTooMuch(5600)).toBe(false);
  });
});
