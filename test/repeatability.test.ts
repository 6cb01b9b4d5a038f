// [M5] The same world, robots, inputs and seed give the same bits: again, in another process, in a browser, after a
// rewind, with a heavy bystander, in any order of declaration; and on any machine, by the hashes in test/golden.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RepeatResult } from "../bench/repeat/RepeatWorld.js";
import { runRepeat } from "../bench/repeat/RepeatWorld.js";
import { runRobots } from "../bench/repeat/RobotRun.js";
import { RandomStream } from "../src/math/RandomStream.js";
import { BrowserRun } from "./browser/BrowserRun.js";

const STEPS = 10_000;
const golden = JSON.parse(readFileSync(new URL("./golden/hashes.json", import.meta.url), "utf8"));
const built = fileURLToPath(new URL("../dist/bench/repeat/RepeatWorld.js", import.meta.url));

describe("[M5] repeatability over 10,000 steps", () => {
  let first: RepeatResult;
  beforeAll(async () => {
    first = await runRepeat({ steps: STEPS });
  });

  it("[M5] gives the hashes of every other machine (test/golden)", async () => {
    expect(first).toEqual(golden["1 ms"]);
    expect(await runRepeat({ steps: 3000, stepSec: 0.002 })).toEqual(golden["2 ms"]);
  });

  it("[M5] [T6] robots with sensors, noise and latencies give the hashes of every other machine", async () => {
    expect(await runRobots(2000)).toEqual(golden.robots);
  });

  it("[M5] gives the same hashes a second time", async () => {
    expect(await runRepeat({ steps: STEPS })).toEqual(first);
  });

  it("[M5] gives the same hashes in another process", async () => {
    const code = `import(${JSON.stringify(`file://${built}`)}).then(async (m) =>
      console.log(JSON.stringify(await m.runRepeat({ steps: ${STEPS} }))))`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", code]);
    expect(JSON.parse(stdout)).toEqual(first);
  });

  it("[M5] gives the same hashes whatever the order of declaration", async () => {
    expect(await runRepeat({ steps: STEPS, backwards: true })).toEqual(first);
  });

  it("[M5] is not changed by 5000 kg coming and going 500 m away", async () => {
    const visited = await runRepeat({ steps: STEPS, bystander: [1234, 8765] });
    expect(visited.hashes).toEqual(first.hashes);
    expect(visited.last).toEqual(first.last);
  });

  it("[M5] goes on the same after restoring snapshots taken at random steps", async () => {
    const stream = new RandomStream("rewinds");
    const rewinds = Array.from({ length: 6 }, () => {
      const from = stream.integer(STEPS - 600);
      return [from, from + 1 + stream.integer(500)] as const;
    });
    expect(await runRepeat({ steps: STEPS, rewinds })).toEqual(first);
  });

  it("[M5] starts afresh after a reset", async () => {
    expect(await runRepeat({ steps: 4000, rewinds: [[0, 3000]] })).toEqual(await runRepeat({ steps: 4000 }));
  });

  it("[M5] notices one command that is one unit in the last place larger", async () => {
    const nudged = await runRepeat({ steps: 3000, nudgeAt: 1000 });
    expect(nudged.hashes[0]).toBe(first.hashes[0]);
    expect(nudged.hashes[1]).not.toBe(first.hashes[1]);
  });
});

describe("[M5] in a browser", () => {
  let browser: BrowserRun;
  beforeAll(async () => {
    browser = await BrowserRun.start();
  });
  afterAll(() => browser?.close());

  it("[M5] [P3] Chromium gives Node's hashes over 10,000 steps", async () => {
    const result = await browser.run("/dist/bench/repeat/RepeatWorld.js", "runRepeat", [{ steps: STEPS }]);
    expect(result).toEqual(golden["1 ms"]);
  });
});
