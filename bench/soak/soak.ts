// `npm run soak`: simulated hours of eleven against eleven at full speed, while robots join and leave. Two processes play the same
// hours at the same time: their hashes must be equal at every checkpoint, and memory and open handles must not grow.

import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readArguments } from "../BenchArguments.js";
import { type Checkpoint, soak } from "./SoakRun.js";

const HELP = `npm run soak -- [options]

  --hours N       simulated hours; default 24
  --minutes N     end after this time on the clock, with what has been reached; default: no limit
  --seed N        seed of the world, the teams and the visitors; default 1
  --every S       simulated seconds between two checkpoints; default 60
  --report FILE   also write the summary to FILE, anew after every checkpoint
  --help          print this

Ends with 1 if a hash of the second process differs, or if memory or open handles grow.`;

const { values } = readArguments(HELP, {
  options: {
    hours: { type: "string", default: "24" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    every: { type: "string", default: "60" },
    report: { type: "string" },
  },
});
const [hours, seed, every] = [values.hours, values.seed, values.every].map(Number);
/** Growth since the first checkpoint that is no leak, MB: resident, and heap after a collection. */
const [MAX_MORE_MB, MAX_MORE_HEAP_MB] = [300, 50];

if (process.send) {
  const send = process.send.bind(process);
  process.on("disconnect", () => process.exit());
  await soak({ hours, seed, every }, async (checkpoint) => {
    await new Promise((resolve) => send(checkpoint, resolve));
  });
  process.disconnect();
} else await watch();

/** Starts the two processes and compares what they tell. */
async function watch(): Promise<void> {
  const runs: readonly Checkpoint[][] = [[], []];
  const start = performance.now();
  let shown = 0;
  const show = (): void => {
    for (; shown < Math.min(runs[0].length, runs[1].length); shown++) {
      const [a, b] = [runs[0][shown], runs[1][shown]];
      const isSame = a.hash === b.hash ? "same" : `DIFFERS FROM ${b.hash}`;
      const megabytes = `${a.memoryMb.toFixed(0)} and ${b.memoryMb.toFixed(0)} MB`;
      console.log(
        `${a.timeSec.toFixed(0)} s  ${a.hash}  ${isSame}  ${megabytes}  heap ${a.heapMb.toFixed(1)} MB  ${a.handles} handles`,
      );
    }
    if (values.report !== undefined) writeFileSync(values.report, `${summary(runs, start).text}\n`);
  };
  const children = runs.map((run) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), { execArgv: ["--expose-gc"] });
    child.on("message", (checkpoint) => {
      run.push(checkpoint as Checkpoint);
      show();
    });
    return child;
  });
  const end = (): void => {
    for (const child of children) child.kill();
  };
  const timer = values.minutes === undefined ? undefined : setTimeout(end, 60_000 * Number(values.minutes));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  const codes = await Promise.all(
    children.map((child) => new Promise<number | null>((resolve) => child.once("close", resolve))),
  );
  clearTimeout(timer);
  const { text, isSound } = summary(runs, start);
  console.log(`\n${text}`);
  // a child that was ended by a signal has no code
  process.exitCode = isSound && codes.every((code) => code === 0 || code === null) ? 0 : 1;
}

function summary([first, second]: readonly Checkpoint[][], start: number): { text: string; isSound: boolean } {
  const count = Math.min(first.length, second.length);
  const wrong = first.slice(0, count).findIndex(({ hash }, i) => hash !== second[i].hash);
  const growth = (key: "memoryMb" | "heapMb" | "handles"): number =>
    Math.max(0, ...[first, second].flatMap((run) => run.map((one) => one[key] - run[0][key])));
  const [memory, heap, handles] = [growth("memoryMb"), growth("heapMb"), growth("handles")];
  const last = first[count - 1];
  const rows = [
    ["simulated", last === undefined ? "nothing" : `${(last.timeSec / 3600).toFixed(2)} h of ${hours} h`],
    ["joined or left", `${last?.visits ?? 0}`],
    ["checkpoints", `${count}, ${wrong < 0 ? "all hashes the same" : `number ${wrong + 1} differs`}`],
    ["resident memory", `${(first[0]?.memoryMb ?? 0).toFixed(0)} MB, grew by at most ${memory.toFixed(0)} MB`],
    ["heap after collection", `${(first[0]?.heapMb ?? 0).toFixed(1)} MB, grew by at most ${heap.toFixed(1)} MB`],
    ["open handles", `${first[0]?.handles ?? 0}, ${handles} more at most`],
    ["time on the clock", `${((performance.now() - start) / 60_000).toFixed(0)} min`],
  ];
  const text = ["| soak | |", "| --- | --- |", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
  const isSound = count > 0 && wrong < 0 && memory < MAX_MORE_MB && heap < MAX_MORE_HEAP_MB && handles === 0;
  return { text, isSound };
}
