// [M5] Tests that the world of bench/repeat gives the same bits: run twice, in another process, after a restore, with a heavy
// bystander, in any order of declaration; and on any machine, by the hashes in test/golden.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { type RepeatResult, runRepeat } from "../../bench/repeat/RepeatWorld.js";
import { RandomStream } from "../../src/math/RandomStream.js";

export const golden = JSON.parse(readFileSync(new URL("../golden/hashes.json", import.meta.url), "utf8"));
const built = fileURLToPath(new URL("../../dist/bench/repeat/RepeatWorld.js", import.meta.url));
/** Steps between two hashes of a run. */
const EVERY = 1000;
const REWINDS = 6;
const GOLDEN_STEPS = EVERY * golden["1 ms"].hashes.length;

/** The first hashes of a golden run, one every 1000 steps. */
export const goldenHashes = (name: "1 ms" | "2 ms", steps: number): string[] =>
  golden[name].hashes.slice(0, steps / EVERY);

/** Runs of `steps` steps, a multiple of 1000 and at least 2000. */
export function testRepeatability(steps: number): void {
  describe(`[M5] repeatability over ${steps} steps`, () => {
    let first: RepeatResult;
    beforeAll(async () => {
      first = await runRepeat({ steps });
    });

    it("[M5] gives the golden hashes", () => {
      expect(first.hashes).toEqual(goldenHashes("1 ms", steps));
      if (steps === GOLDEN_STEPS) expect(first).toEqual(golden["1 ms"]);
    });

    it("[M5] gives the same hashes a second time", async () => {
      expect(await runRepeat({ steps })).toEqual(first);
    });

    it("[M5] gives the same hashes in another process", async () => {
      const code = `import(${JSON.stringify(`file://${built}`)}).then(async (m) =>
        console.log(JSON.stringify(await m.runRepeat({ steps: ${steps} }))))`;
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", code]);
      expect(JSON.parse(stdout)).toEqual(first);
    });

    it("[M5] gives the same hashes for the reverse order of declaration", async () => {
      expect(await runRepeat({ steps, backwards: true })).toEqual(first);
    });

    it("[M5] a bystander of 5000 kg, 500 m away, changes no bit by joining and leaving", async () => {
      const bystander = [Math.round(0.1234 * steps), Math.round(0.8765 * steps)] as const;
      const visited = await runRepeat({ steps, bystander });
      expect(visited.hashes).toEqual(first.hashes);
      expect(visited.last).toEqual(first.last);
    });

    it("[M5] continues with the same bits after restoring snapshots taken at random steps", async () => {
      const stream = new RandomStream("rewinds");
      const rewinds = Array.from({ length: REWINDS }, () => {
        const from = stream.integer(steps - 0.06 * steps);
        return [from, from + 1 + stream.integer(0.05 * steps)] as const;
      });
      expect(await runRepeat({ steps, rewinds })).toEqual(first);
    });

    it("[M5] starts afresh after a reset", async () => {
      const reset = await runRepeat({ steps: 0.4 * steps, rewinds: [[0, 0.3 * steps]], every: 100 });
      expect(reset).toEqual(await runRepeat({ steps: 0.4 * steps, every: 100 }));
    });

    it("[M5] one command that is one unit in the last place larger changes the hashes that follow", async () => {
      const [straight, nudged] = [
        await runRepeat({ steps: 0.4 * steps, every: 0.2 * steps }),
        await runRepeat({ steps: 0.4 * steps, every: 0.2 * steps, nudgeAt: 0.2 * steps }),
      ];
      expect(nudged.hashes[0]).toBe(straight.hashes[0]);
      expect(nudged.hashes[1]).not.toBe(straight.hashes[1]);
    });
  });
}
