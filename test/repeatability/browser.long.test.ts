// [M5] [P3] Chromium gives the same bits as Node.

import { afterAll, beforeAll, expect, it } from "vitest";

import { BrowserRun } from "../browser/BrowserRun.js";
import { golden } from "./RepeatSuite.js";

let browser: BrowserRun;
beforeAll(async () => {
  browser = await BrowserRun.start();
});
afterAll(() => browser?.close());

it("[M5] [P3] Chromium gives the golden hashes over 10,000 steps", async () => {
  const result = await browser.run("/dist/bench/repeat/RepeatWorld.js", "runRepeat", [{ steps: 10_000 }]);
  expect(result).toEqual(golden["1 ms"]);
});
