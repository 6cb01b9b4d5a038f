// [M5] The same bits again, over 2000 steps; the *.long.test.ts files run 10,000.

import { expect, it } from "vitest";
import { runRepeat } from "../../bench/repeat/RepeatWorld.js";
import { runRobots } from "../../bench/repeat/RobotRun.js";
import { golden, goldenHashes, testRepeatability } from "./RepeatSuite.js";

testRepeatability(2000);

it("[M5] gives the golden hashes at a step of 2 ms", async () => {
  const steps = 1000;
  expect((await runRepeat({ steps, stepSec: 0.002 })).hashes).toEqual(goldenHashes("2 ms", steps));
});

it("[M5] [T6] robots with sensors, noise and latencies give the golden hashes", async () => {
  expect(await runRobots(2000)).toEqual(golden.robots);
});
