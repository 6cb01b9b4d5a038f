// [M8] Pictures of a scene count as slow until one was measured, and the slowest one counts for a while.

import { expect, test } from "vitest";
import type { CompiledScene } from "../../render/raster/CompiledScene.js";
import { DrawingPace, threadClock } from "./DrawingPace.js";

const scene = (instanceCount: number, isCompiled = true) => ({ instanceCount, isCompiled }) as CompiledScene;

test("a large scene is slow until a picture of it was measured; a small one is fast", () => {
  const pace = new DrawingPace();
  expect(pace.slownessOf(scene(10))).toBe(1);
  expect(pace.slownessOf(scene(10, false))).toBe(Number.POSITIVE_INFINITY);
  const large = scene(1000);
  expect(pace.slownessOf(large)).toBe(Number.POSITIVE_INFINITY);
  pace.measure(large, 100_000, 5000);
  expect(pace.slownessOf(large)).toBe(1);
});

test("one slow picture counts for many fast ones, and fades", () => {
  const pace = new DrawingPace();
  const large = scene(1000);
  pace.measure(large, 100_000, 120_300);
  expect(pace.slownessOf(large)).toBeCloseTo(20, 6);
  for (let i = 0; i < 50; i++) pace.measure(large, 100_000, 5000);
  expect(pace.slownessOf(large)).toBeGreaterThan(10);
  for (let i = 0; i < 500; i++) pace.measure(large, 100_000, 5000);
  expect(pace.slownessOf(large)).toBe(1);
});

test("the clock of a thread does not go back", () => {
  const now = threadClock();
  const first = now();
  expect(now()).toBeGreaterThanOrEqual(first);
});
