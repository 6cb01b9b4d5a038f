import { expect, test, vi } from "vitest";
import { limitLog } from "./LogLimit.js";

test("[W8] a flood of lines is left out of the log and counted; later lines pass again", () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  let nowMs = 0;
  const log = limitLog(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (let i = 0; i < 5000; i++) log(`line ${i}`);
  expect(lines).toHaveLength(2000);
  vi.advanceTimersByTime(1000);
  nowMs = 1000;
  expect(lines.pop()).toContain("3000 lines were left out");
  for (let i = 0; i < 100; i++) log("x".repeat(20_000));
  expect(lines).toHaveLength(2050);
  expect(lines.at(-1)?.length).toBeLessThan(10_010);
  vi.useRealTimers();
});
