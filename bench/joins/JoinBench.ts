// `npm run bench -- joins`: how long robot documents that keep all limits can hold the frame loop. Documents are generated from
// seeds (testing/attack/CostlyDocument.ts), a number of them or for a time; the worst ones are printed with their seeds.

import { loadavg } from "node:os";
import { costlyDocument } from "../../testing/attack/CostlyDocument.js";
import { type DocumentCost, DocumentCosts, holdsTable, holdsText, worstOf, worstTable } from "./DocumentCosts.js";

const WARM_UP = 10;

interface JoinBenchOptions {
  readonly from: number;
  /** Number of documents; with `minutes` any number. */
  readonly count: number;
  /** How long documents are generated; undefined: until `count`. */
  readonly minutes: number | undefined;
  readonly say: (line: string) => void;
}

/** Interval of progress lines, ms. */
const PROGRESS_MS = 10_000;
/** Documents that are kept for the tables: the worst of each phase are among them. */
const MAX_KEPT = 2000;

export async function runJoinBench({ from, count, minutes, say }: JoinBenchOptions): Promise<void> {
  const costs = await DocumentCosts.create();
  // the first documents pay for the compiler of WebAssembly and JavaScript
  for (let seed = 0; seed < WARM_UP; seed++) await costs.measure("", costlyDocument(1e6 + seed).text);
  let found: readonly DocumentCost[] = [];
  const ends = new Map<string, number>();
  const endMs = performance.now() + 60_000 * (minutes ?? 0);
  let saidMs = performance.now();
  let seed = from;
  for (; minutes === undefined ? seed < from + count : performance.now() < endMs; seed++) {
    const { plan, text } = costlyDocument(seed);
    const cost = await costs.measure(`seed ${seed}: ${plan}, ${text.length >> 10} kB`, text);
    ends.set(cost.end, (ends.get(cost.end) ?? 0) + 1);
    found = [...found, cost];
    if (found.length > MAX_KEPT) found = worstOf(found);
    if (performance.now() < saidMs + PROGRESS_MS) continue;
    saidMs = performance.now();
    console.error(`seeds ${from} to ${seed}  ${holdsText(found)}  load average ${loadavg()[0].toFixed(1)}`);
  }
  await costs.dispose();
  say(`seeds ${from} to ${seed - 1}, load average ${loadavg()[0].toFixed(1)}`);
  say([...ends].map(([end, number]) => `${number} ${end}`).join(", "));
  say(worstTable(found));
  say(`\n${holdsTable(found)}`);
}
