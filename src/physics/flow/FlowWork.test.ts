import { expect, test } from "vitest";
import { maxTries } from "./FlowWork.js";

test("[M8] one tree gets as many substeps as fit; the trees of an entity share", () => {
  const work = 1e5;
  expect(maxTries(work, [work])).toBe(150);
  const crowd = Array.from({ length: 10 }, () => work);
  const tries = maxTries(work, crowd) as number;
  expect(tries).toBeGreaterThanOrEqual(10);
  expect(crowd.length * work * tries).toBeLessThanOrEqual(20e6);
  // small trees need little in any number that fits
  expect(maxTries(1e4, [1e4, 1e4])).toBe(1500);
});

test("[M8] a tree that could do only a few keeps the engine's step", () => {
  expect(maxTries(2e6, [2e6])).toBeUndefined();
  expect(
    maxTries(
      1e6,
      Array.from({ length: 20 }, () => 1e6),
    ),
  ).toBeUndefined();
});
