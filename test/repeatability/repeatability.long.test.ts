// [M5] The same bits again, over the 10,000 steps of the golden hashes.

import { expect, it } from "vitest";
import { runRepeat } from "../../bench/repeat/RepeatWorld.js";
import { golden, testRepeatability } from "./RepeatSuite.js";

testRepeatability(10_000);

it("[M5] gives the golden hashes to the last bit at 2 ms", async () => {
  expect(await runRepeat({ steps: 3000, stepSec: 0.002 })).toEqual(golden["2 ms"]);
});
