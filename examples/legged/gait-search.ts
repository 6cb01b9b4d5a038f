// `npm run gait-search`: looks for a faster trot of the AIBO, on all processors, and prints a line per generation. It appends every
// generation to a file and goes on from there when it is started again.
// Every gait walks `starts` times, from other moments of its cycle; its worst walk counts.
//   npm run gait-search -- --start FastForward --seed 1 --generations 40 --out gait-search.jsonl

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { GaitSearch, lastState, type SearchState } from "./GaitSearch.js";
import { GAITS, type Gait } from "./Gaits.js";
import type { GaitTask } from "./gait-worker.js";

const { values } = parseArgs({
  options: {
    start: { type: "string", default: "FastForward" },
    seed: { type: "string", default: "1" },
    size: { type: "string", default: "10" },
    generations: { type: "string", default: "40" },
    threads: { type: "string", default: String(availableParallelism()) },
    starts: { type: "string", default: "2" },
    out: { type: "string", default: "gait-search.jsonl" },
  },
});

const start = GAITS.find(({ name }) => name === values.start);
const { seed: s, size: z, generations: g, threads: t, starts: d } = values;
const [seed, size, generations, threads, starts] = [s, z, g, t, d].map(Number);
/** Starts of a walk within the cycle, s. */
const DELAYS = Array.from({ length: starts || 1 }, (_, i) => 0.1 * i);
if (!start || ![seed, size, generations, threads, starts].every((n) => Number.isInteger(n) && n > 0) || size < 4) {
  console.error(`Usage: npm run gait-search -- [--start ${GAITS.map(({ name }) => name).join("|")}]
    [--seed N] [--size N, 4 or more] [--generations N] [--threads N] [--starts N] [--out FILE]`);
  process.exit(2);
}

const last = readLast(values.out);
const search = new GaitSearch(seed, size, last ?? start);
if (last) console.log(`${values.out}: goes on after generation ${search.state.generation}`);
const workers = Array.from({ length: threads }, () => new Worker(new URL("./gait-worker.js", import.meta.url)));
if (!last) console.log(`${start.name}: ${(await measure([start]))[0].toFixed(3)} m/s`);
while (search.state.generation < generations) {
  const began = performance.now();
  const scores = await measure(search.candidates());
  search.tell(scores);
  const { generation, best, step } = search.state;
  appendFileSync(values.out, `${JSON.stringify(search.state)}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  console.log(
    `generation ${generation}: best ${Math.max(...scores).toFixed(3)}, mean ${mean.toFixed(3)}, best of all ${best.score.toFixed(3)} m/s, step ${step.toFixed(3)}, ${seconds} s`,
  );
}
console.log(JSON.stringify(search.state.best.gait, undefined, 2));
for (const worker of workers) await worker.terminate();

/** The state in which the file ends. The rest of a line that was not finished is cut off, so that the next one begins a line. */
function readLast(file: string): SearchState | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  try {
    const state = lastState(text);
    if (!text.endsWith("\n")) writeFileSync(file, text.slice(0, text.lastIndexOf("\n") + 1));
    return state;
  } catch (problem) {
    console.error(`${file}: ${(problem as Error).message}. Name another file with --out, or remove this one.`);
    process.exit(2);
  }
}

/** Scores of gaits, measured by all workers. */
function measure(gaits: readonly Gait[]): Promise<readonly number[]> {
  const scores: number[] = [];
  const waiting = gaits.map((gait, index): GaitTask => ({ index, gait, delays: DELAYS }));
  let open = gaits.length;
  return new Promise((resolve, reject) => {
    for (const worker of workers) {
      const next = () => {
        const task = waiting.shift();
        if (task) worker.postMessage(task);
      };
      worker.removeAllListeners();
      worker.on("error", reject);
      worker.on("message", ({ index, score }: { index: number; score: number }) => {
        scores[index] = score;
        open--;
        if (open === 0) resolve(scores);
        else next();
      });
      next();
    }
  });
}
