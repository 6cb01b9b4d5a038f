// `npm run bench -- joins`: how long robot documents that keep all limits can hold the frame loop. Documents are generated from
// seeds (testing/attack/CostlyDocument.ts); the worst ones are printed with their seeds.

import { costlyDocument } from "../../testing/attack/CostlyDocument.js";
import { type DocumentCost, DocumentCosts, worstTable } from "./DocumentCosts.js";

const WARM_UP = 10;

interface JoinBenchOptions {
  readonly from: number;
  readonly count: number;
  readonly say: (line: string) => void;
}

export async function runJoinBench({ from, count, say }: JoinBenchOptions): Promise<void> {
  const costs = await DocumentCosts.create();
  // the first documents pay for the compiler of WebAssembly and JavaScript
  for (let seed = 0; seed < WARM_UP; seed++) await costs.measure("", costlyDocument(1e6 + seed).text);
  const found: DocumentCost[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const { plan, text } = costlyDocument(seed);
    found.push(await costs.measure(`seed ${seed}: ${plan}, ${text.length >> 10} kB`, text));
  }
  await costs.dispose();
  const ends = new Map<string, number>();
  for (const { end } of found) ends.set(end, (ends.get(end) ?? 0) + 1);
  say([...ends].map(([end, number]) => `${number} ${end}`).join(", "));
  say(worstTable(found));
}
