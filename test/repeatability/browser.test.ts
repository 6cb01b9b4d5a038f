// [M5] [P3] Chromium gives the same bits as Node.

import { afterAll, beforeAll, expect, it } from "vitest";
import type { RepeatResult } from "../../bench/repeat/RepeatWorld.js";
import { BrowserRun } from "../browser/BrowserRun.js";
import { goldenHashes } from "./RepeatSuite.js";

let browser: BrowserRun;
beforeAll(async () => {
  browser = await BrowserRun.start();
});
afterAll(() => browser?.close());

it("[M5] [P3] Chromium gives the golden hashes over 2000 steps", async () => {
  const result = await browser.run<RepeatResult>("/dist/bench/repeat/RepeatWorld.js", "runRepeat", [{ steps: 2000 }]);
  expect(result.hashes).toEqual(goldenHashes("1 ms", 2000));
});
