// [M8] Internal errors that stop the simulation are told by the exit code.

import { afterEach, expect, test, vi } from "vitest";
import { runServer } from "./run.js";

afterEach(() => vi.restoreAllMocks());

test("the exit code is 4 after internal errors, 0 after a stop", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const options = { world: "flat", port: 0, httpPort: false as const, headless: true, seconds: 0.002 };
  expect(await runServer(options)).toBe(0);
  const broken = () => ({
    name: "broken",
    beforeStep: () => {
      throw new Error("broken");
    },
  });
  expect(await runServer({ ...options, guests: [broken] })).toBe(4);
});
