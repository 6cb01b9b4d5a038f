import { expect, test } from "vitest";
import { MemoryBudget } from "./MemoryBudget.js";

function holders(budget: MemoryBudget, sizes: readonly number[]): string[] {
  const dropped: string[] = [];
  sizes.forEach((bytes, i) => {
    budget.add({ bytes, drop: ({ code }) => void dropped.push(`${code} ${i}`) });
  });
  return dropped;
}

test("[W8] within the budget nothing is dropped", () => {
  const budget = new MemoryBudget(100);
  const dropped = holders(budget, [50, 50]);
  budget.check();
  expect(dropped).toEqual([]);
});

test("[W8] the biggest goes first, of equal ones the oldest, until the rest fits", () => {
  const budget = new MemoryBudget(100);
  const dropped = holders(budget, [30, 60, 60, 10, 20]);
  budget.check();
  expect(dropped).toEqual(["MEMORY_FULL 1", "MEMORY_FULL 2"].slice(0, dropped.length));
  expect(dropped).toHaveLength(2);
});
