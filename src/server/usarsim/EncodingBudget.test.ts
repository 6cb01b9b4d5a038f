import { expect, test } from "vitest";
import { EncodingBudget } from "./EncodingBudget.js";

test("[W8] encoding takes a quarter of the time, also if work fails; short work does not wait", () => {
  let nowMs = 0;
  const budget = new EncodingBudget(() => nowMs);
  const take = (ms: number) => () => {
    nowMs += ms;
  };
  budget.run(take(0.5));
  expect(budget.isFree).toBe(true);
  let busyMs = 0;
  while (nowMs < 1000)
    if (budget.isFree) {
      budget.run(take(10));
      busyMs += 10;
    } else nowMs++;
  expect(busyMs).toBeGreaterThan(200);
  expect(busyMs).toBeLessThan(300);
  nowMs += 100;
  const failure = (): void => {
    take(10)();
    throw new Error("no picture");
  };
  expect(() => budget.run(failure)).toThrow("no picture");
  expect(budget.isFree).toBe(false);
});
