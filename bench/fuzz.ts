// `npm run fuzz`: plays a series of mutated streams. Each worker plays its share of the series, so the result does not depend
// on the number of workers. Prints progress, then how often each error code was reached, and every failure.

import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Failure, Fuzzer, type StreamKind } from "../testing/fuzz/Fuzzer.js";
import { BY_HAND, WIRE_CODES } from "../testing/fuzz/WireCodes.js";
import { readArguments } from "./BenchArguments.js";

const HELP = `npm run fuzz -- [options]
npm run fuzz -- --repeat KIND SEED      play one stream again; each failure prints KIND and SEED

  --streams N   number of streams; default 100000
  --seed N      seed of the series; default 1
  --workers N   threads; default: the number of cores, at most 8
  --help        print this

Ends with 1 if a stream failed or an error code was not reached.`;

interface Share {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

interface Progress {
  readonly streams: number;
  readonly sessions: number;
  readonly documents: number;
  readonly codes: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  readonly memoryMb: number;
}

const REPORT_STREAMS = 500;
const MAX_SHOWN = 20;

const memoryMb = (): number => Math.round(process.memoryUsage().rss / 1e6);

async function work({ seed, from, to }: Share): Promise<void> {
  const fuzzer = new Fuzzer();
  const tell = () => parentPort?.postMessage({ ...fuzzer.report, memoryMb: memoryMb() } satisfies Progress);
  await fuzzer.run(seed, from, to, ({ streams }) => {
    if (streams % REPORT_STREAMS === 0) tell();
  });
  tell();
  fuzzer.dispose();
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(HELP, {
    allowPositionals: true,
    options: {
      streams: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      workers: { type: "string", default: String(Math.min(8, availableParallelism())) },
      repeat: { type: "boolean", default: false },
    },
  });
  if (values.repeat) return repeat(positionals[0] as StreamKind, Number(positionals[1]));
  const [streams, seed, workers] = [values.streams, values.seed, values.workers].map(Number);
  const start = performance.now();
  const shares = Array.from({ length: workers }, (_, i) => ({
    seed,
    from: Math.floor((streams * i) / workers),
    to: Math.floor((streams * (i + 1)) / workers),
  }));
  const latest: (Progress | undefined)[] = shares.map(() => undefined);
  let shownAt = start;
  await Promise.all(
    shares.map((share, i) =>
      runShare(share, (progress) => {
        showNew(progress.failures, latest[i]?.failures.length ?? 0);
        latest[i] = progress;
        if (performance.now() - shownAt < 10_000) return;
        shownAt = performance.now();
        showProgress(sum(latest), streams, start);
      }),
    ),
  );
  process.exitCode = showSummary(sum(latest), start) ? 0 : 1;
}

function runShare(share: Share, tell: (progress: Progress) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on("message", tell);
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}

function sum(latest: readonly (Progress | undefined)[]): Progress {
  const all = latest.filter((one) => one !== undefined);
  const total = (key: "streams" | "sessions" | "documents"): number => all.reduce((n, one) => n + one[key], 0);
  const codes = new Map<string, number>();
  for (const one of all) for (const [code, n] of one.codes) codes.set(code, (codes.get(code) ?? 0) + n);
  return {
    streams: total("streams"),
    sessions: total("sessions"),
    documents: total("documents"),
    codes,
    failures: all.flatMap(({ failures }) => failures),
    // all workers are threads of one process
    memoryMb: Math.max(0, ...all.map((one) => one.memoryMb)),
  };
}

function showProgress({ streams, failures, codes, memoryMb }: Progress, of: number, start: number): void {
  const perSec = streams / ((performance.now() - start) / 1000);
  const left = Math.round((of - streams) / perSec);
  console.log(
    `${streams} of ${of}  ${perSec.toFixed(0)}/s  ${left} s left  ${codes.size} codes  ${failures.length} failures  ${memoryMb} MB`,
  );
}

function showNew(failures: readonly Failure[], known: number): void {
  for (const { kind, seed, label, problem } of failures.slice(known, MAX_SHOWN))
    console.log(`\nFAILED --repeat "${kind}" ${seed} (${label})\n  ${problem}\n`);
}

/** True: no stream failed and every code was reached. */
function showSummary({ streams, sessions, documents, codes, failures }: Progress, start: number): boolean {
  const seconds = (performance.now() - start) / 1000;
  const rows = [...codes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  console.log(`\n${"code".padEnd(24)}streams`);
  for (const [code, n] of rows) console.log(`${(code || "(no error)").padEnd(24)}${n}`);
  const missing = WIRE_CODES.filter((code) => !codes.has(code) && !(BY_HAND as readonly string[]).includes(code));
  console.log(
    `\n${streams} streams (${sessions} sessions, ${documents} documents) in ${seconds.toFixed(0)} s, ${(streams / seconds).toFixed(0)}/s`,
  );
  if (missing.length > 0) console.log(`not reached: ${missing.join(", ")}`);
  console.log(`${failures.length} failures`);
  return failures.length === 0 && missing.length === 0;
}

async function repeat(kind: StreamKind, seed: number): Promise<void> {
  const fuzzer = new Fuzzer();
  await fuzzer.repeat(kind, seed);
  console.log(fuzzer.report);
  process.exitCode = fuzzer.report.failures.length === 0 ? 0 : 1;
}

if (isMainThread) await main();
else await work(workerData as Share);
