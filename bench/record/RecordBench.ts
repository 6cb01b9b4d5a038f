// Cost of recording: frames of eleven against eleven in one process, in turns of 0.1 s, without a recording, with a recording without
// cameras, and with poses alone. The files go to the temporary directory and are removed.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recorder } from "../../src/server/record/Recorder.js";
import { readMaker } from "../../src/server/record/RunMaker.js";
import { CpuSum } from "../CpuSum.js";
import { benchWorld } from "../soccer/BenchWorld.js";
import { type InProcessMatch, startMatch } from "../soccer/InProcess.js";

const STEP_MS = 2;
const TURN = 50;

interface RecordBenchOptions {
  readonly seconds: number;
  readonly say: (line: string) => void;
}

interface Run {
  readonly name: string;
  readonly recorder: Recorder | undefined;
  readonly file: string;
  readonly turns: number[];
}

const CASES: readonly (readonly [string, readonly string[] | undefined])[] = [
  ["not recorded", undefined],
  ["recorded, without cameras", ["!camera"]],
  ["poses alone", ["tf"]],
];

/** One match, so that nothing but the recording differs: each recording sees every third turn. */
export async function runRecordBench({ seconds, say }: RecordBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ubersim-bench-"));
  const match = await startMatch("open", benchWorld(STEP_MS));
  const runs: Run[] = [];
  for (const [i, [name, only]] of CASES.entries())
    runs.push({
      name,
      recorder: await startRecorder(match, only, join(folder, `${i}.mcap`)),
      file: join(folder, `${i}.mcap`),
      turns: [],
    });
  const turns = Math.round((seconds * 1000) / STEP_MS / TURN);
  for (let i = 0; i < turns; i++)
    for (const { recorder, turns: times } of runs) {
      const step = (): void => {
        recorder?.beforeStep();
        match.step();
        recorder?.afterFrame();
      };
      times.push(new CpuSum().time(TURN, step) / TURN);
      // files are written between turns of the event loop
      await new Promise((resolve) => setImmediate(resolve));
    }
  const bare = runs[0].turns;
  say("eleven against eleven in one process, 2 ms, CPU time of a frame in turns of 50 frames (aim: at most 1.10)");
  for (const { name, recorder, file, turns: times } of runs) {
    await recorder?.close();
    const bytes = recorder ? `${(statSync(file).size / seconds / 1e3).toFixed(0)} kB/s` : "";
    const us = (1e6 * median(times)).toFixed(0);
    const [ratio, mean] = [median(times) / median(bare), sum(times) / sum(bare)];
    say(`${name.padEnd(28)} ${us.padStart(6)} µs   median ${ratio.toFixed(3)}   mean ${mean.toFixed(3)}   ${bytes}`);
  }
  match.world.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function startRecorder(match: InProcessMatch, only: readonly string[] | undefined, file: string) {
  if (!only) return undefined;
  const recorder = new Recorder({
    origin: { maker: readMaker(), guests: {}, plugins: [] },
    directory: tmpdir(),
    log: () => {},
    only,
  });
  recorder.attach(match.simulation);
  await recorder.load();
  recorder.record(file);
  return recorder;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];
