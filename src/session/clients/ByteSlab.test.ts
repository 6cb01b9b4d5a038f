import { expect, test } from "vitest";
import { ByteSlab } from "./ByteSlab.js";

test("parts have the length that was asked for, are zero, and do not overlap", () => {
  const slab = new ByteSlab();
  const parts = Array.from({ length: 2000 }, (_, i) => slab.take((i * 37) % 3000));
  for (const [i, part] of parts.entries()) {
    expect(part.length).toBe((i * 37) % 3000);
    expect(part.every((byte) => byte === 0)).toBe(true);
    part.fill((i % 255) + 1);
  }
  for (const [i, part] of parts.entries()) expect(part.every((byte) => byte === (i % 255) + 1)).toBe(true);
});

test("short parts share memory, long ones have their own", () => {
  const slab = new ByteSlab();
  expect(slab.take(80).buffer).toBe(slab.take(80).buffer);
  const long = slab.take(100_000);
  expect(long.buffer.byteLength).toBe(long.length);
});
