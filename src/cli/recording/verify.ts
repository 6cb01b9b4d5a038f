// `ubersim verify FILE` (X3): simulates a recorded run again from its inputs, without clients, and compares every frame. Exit code 0:
// equal; 1: it differs, or the file cannot be read.

import type { JournalFile } from "../../record/journal/JournalFile.js";
import { type FoundDifference, verify } from "../../record/journal/Verification.js";
import { openPlayback, readJournal } from "../../server/record/PlaybackSource.js";
import { makerText, readMaker } from "../../server/record/RunMaker.js";
import { Watchdog } from "../../server/watchdog/Watchdog.js";
import { print, printError } from "../Output.js";
import { ProgressBar } from "../ProgressBar.js";

export interface VerifyOptions {
  readonly file: string;
  /** Begins at the last snapshot before this time of the recording, s. */
  readonly from: number;
  readonly plugins?: readonly string[] | undefined;
  readonly watchdogSec: number | undefined;
}

export async function runVerify({ file, from, plugins, watchdogSec }: VerifyOptions): Promise<number> {
  const watchdog = new Watchdog({ limitSec: watchdogSec });
  try {
    const { journal, warnings } = await readJournal(file);
    for (const warning of warnings) printError(`warning: ${warning}`);
    const playback = await openPlayback(journal, { path: file, plugins, watchdog }, from);
    const first = playback.number;
    const startMs = performance.now();
    const difference = playAll(verify(playback), first, journal.frames.length);
    const passedSec = (performance.now() - startMs) / 1000;
    playback.dispose();
    if (difference) return reportDifference(difference, journal);
    const seconds = journal.seconds - journal.secondsAt(first);
    const since = first === 0 ? "" : ` from ${text(journal.secondsAt(first))} s on`;
    const speed = passedSec > 0 ? `, ${(seconds / passedSec).toFixed(1)} times real time` : "";
    print(`equal: ${journal.frames.length - first} frames, ${text(seconds)} s${since}${speed}`);
    return 0;
  } finally {
    await watchdog.stop();
  }
}

function playAll(
  frames: Generator<number, FoundDifference | undefined>,
  first: number,
  last: number,
): FoundDifference | undefined {
  const bar = new ProgressBar(last - first, "frames");
  try {
    for (let next = frames.next(); ; next = frames.next()) {
      if (next.done) return next.value;
      bar.show(next.value - first);
    }
  } finally {
    bar.close();
  }
}

function reportDifference(
  { frame, seconds, part, details, detailsSec }: FoundDifference,
  { start: { maker } }: JournalFile,
): number {
  const here = readMaker();
  const lines = [
    `differs: first in frame ${frame.number}, ${text(seconds)} s of the recording (simulated time ${text(frame.timeSec)} s)`,
    `  ${part.owner}: ${part.part}`,
  ];
  if (details.length > 0)
    lines.push(`  in the snapshot at ${text(detailsSec ?? 0)} s:`, ...details.map((one) => `    ${one}`));
  if (maker.version !== here.version || maker.build !== here.build)
    lines.push(`  versions differ: recorded by ${makerText(maker)}; this is ${makerText(here)}`);
  printError(lines.join("\n"));
  return 1;
}

const text = (seconds: number): string => String(Number(seconds.toFixed(4)));
