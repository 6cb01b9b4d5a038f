// [L3] The search for a gait goes on where it was stopped, also in the middle of a line.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GaitSearch, lastState } from "../../examples/legged/GaitSearch.js";
import { FAST, type Gait } from "../../examples/legged/Gaits.js";
import { ROOT, run } from "../clients/Programs.js";

/** A score without a walk: high where the hind feet are lifted by 30 mm and the cycle is short. */
const score = ({ cycle, hind }: Gait): number => -Math.abs(hind.lift - 30) - 20 * cycle;

function search(from: GaitSearch, generations: number): string {
  let text = "";
  for (let k = 0; k < generations; k++) {
    from.tell(from.candidates().map(score));
    text += `${JSON.stringify(from.state)}\n`;
  }
  return text;
}

test("[L3] a search that is started again gives the generations of one that was not stopped", () => {
  const whole = search(new GaitSearch(3, 6, FAST), 8);
  const first = search(new GaitSearch(3, 6, FAST), 5);
  const rest = search(new GaitSearch(3, 6, lastState(first) ?? FAST), 3);
  expect(first + rest).toBe(whole);
  // it searches: the best gait scores higher than the first
  expect(lastState(whole)?.best.score).toBeGreaterThan(score(FAST));
});

test("[L3] the line that a killed search was writing does not count", () => {
  const text = search(new GaitSearch(3, 6, FAST), 3);
  expect(lastState(text.slice(0, -20))?.generation).toBe(2);
  expect(lastState("")).toBeUndefined();
  expect(lastState(text.slice(0, 50))).toBeUndefined();
  expect(() => lastState("{}\n")).toThrow("no state of a search");
});

test("[L3] the program cuts off a line that is not whole, and refuses a file of something else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gait-search-"));
  const out = join(folder, "search.jsonl");
  const program = `${ROOT}dist/examples/legged/gait-search.js`;
  const whole = search(new GaitSearch(1, 10, FAST), 2);
  writeFileSync(out, `${whole}{"generation":3,"mean":[0.1`);
  // all generations are there: it walks none
  const again = await run("node", [program, "--generations", "2", "--threads", "1", "--out", out]);
  expect(again.code).toBe(0);
  expect(again.out).toContain("goes on after generation 2");
  expect(readFileSync(out, "utf8")).toBe(whole);
  writeFileSync(out, "score: 3\n");
  const refused = await run("node", [program, "--out", out]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("--out");
  rmSync(folder, { recursive: true });
});
