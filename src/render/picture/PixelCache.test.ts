// Entries that the cache keeps, and those that it drops.

import { describe, expect, test } from "vitest";
import { MAX_ENTRIES, PixelCache } from "./PixelCache.js";

describe("[R11] [S4] a cache by pixels", () => {
  test("makes each value once", () => {
    const cache = new PixelCache<number>(100);
    let made = 0;
    const ask = (key: string) => cache.get(key, 10, () => ++made);
    expect([ask("a"), ask("b"), ask("a"), ask("b")]).toEqual([1, 2, 1, 2]);
  });

  test("holds many small or few large values; the oldest is dropped first", () => {
    const cache = new PixelCache<string>(100);
    for (const key of ["a", "b", "c", "d"]) cache.get(key, 25, () => key);
    expect(cache.size).toBe(4);
    cache.get("large", 60, () => "large");
    expect(cache.size).toBe(2);
    expect([cache.get("d", 25, () => "new"), cache.get("c", 25, () => "new")]).toEqual(["d", "new"]);
  });

  test("holds at most MAX_ENTRIES values, however small", () => {
    const cache = new PixelCache<number>(1e9);
    for (let i = 0; i < 2 * MAX_ENTRIES; i++) cache.get(String(i), 1, () => i);
    expect(cache.size).toBe(MAX_ENTRIES);
  });

  test("a value larger than the limit stays until the next", () => {
    const cache = new PixelCache<string>(100);
    cache.get("a", 10, () => "a");
    cache.get("huge", 1000, () => "huge");
    expect([cache.size, cache.get("huge", 1000, () => "new")]).toEqual([1, "huge"]);
    cache.get("b", 10, () => "b");
    expect(cache.size).toBe(1);
  });
});
