// Plays a part of the series of mutated streams and checks the fuzzer's report. Fuzzer.ts describes what is
// checked after each stream.

import { expect } from "vitest";
import type { Fuzzer } from "../../testing/fuzz/Fuzzer.js";
import { WIRE_CODES } from "../../testing/fuzz/WireCodes.js";

const SEED = 2004;
/** Growth of the process after the first quarter of the streams, MB. */
const MAX_GROWTH_MB = 250;

/** Plays streams `from` to `to` of the series. */
export async function expectGoodReport(fuzzer: Fuzzer, from: number, to: number): Promise<void> {
  const count = to - from;
  let early = 0;
  await fuzzer.run(SEED, from, to, ({ streams }) => {
    if (streams === count / 4) early = process.memoryUsage().rss;
  });
  const { report } = fuzzer;
  expect(report.failures).toEqual([]);
  expect(report.streams).toBe(count);
  expect(report.sessions).toBeGreaterThanOrEqual(count / 2);
  // no memory is kept for clients that left
  expect((process.memoryUsage().rss - early) / 1e6).toBeLessThan(MAX_GROWTH_MB);
  const known = new Set<string>(["", ...WIRE_CODES]);
  expect([...report.codes.keys()].filter((code) => !known.has(code))).toEqual([]);
}
