// `ubersim replay FILE` (X3): shows a recording in the viewer until Ctrl-C: play, step, go to any time in both directions. Robots
// cannot connect; nothing can be changed.

import { basename } from "node:path";
import { readFileMarks } from "../../record/replay/FileMarks.js";
import type { ReplayMark } from "../../record/replay/ReplayMarks.js";
import { openPlayback, readJournal } from "../../server/record/PlaybackSource.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { type ReferenceSource, readReference } from "../../server/record/ReferenceSource.js";
import { ReplayServer } from "../../server/record/ReplayServer.js";
import { makerText, readMaker } from "../../server/record/RunMaker.js";
import { STOP_SIGNALS } from "../../server/watchdog/StopSignals.js";
import { Watchdog } from "../../server/watchdog/Watchdog.js";
import { openBrowser, viewerAddress } from "../Browser.js";
import { print, printError } from "../Output.js";
import { surviveUncaught } from "../Uncaught.js";

export interface ReplayCommand {
  readonly file: string;
  /** Time of the recording at which it begins, s. */
  readonly from: number;
  readonly rate: number;
  readonly host: string;
  readonly httpPort: number;
  readonly token: string | undefined;
  readonly open: boolean;
  readonly reference?: ReferenceSource | undefined;
  readonly plugins?: readonly string[] | undefined;
  readonly watchdogSec: number | undefined;
}

export async function runReplay(options: ReplayCommand): Promise<number> {
  const { file: path, from, rate, host, httpPort, token, plugins, watchdogSec } = options;
  const watchdog = new Watchdog({ limitSec: watchdogSec, signals: STOP_SIGNALS });
  try {
    const { journal, warnings } = await readJournal(path);
    for (const warning of warnings) printError(`warning: ${warning}`);
    const { maker } = journal.start;
    const here = readMaker();
    if (maker.version !== here.version || maker.build !== here.build)
      printError(`warning: recorded by ${makerText(maker)}; this is ${makerText(here)}: what is shown may differ`);
    const playback = await openPlayback(journal, { path, plugins, watchdog }, from);
    const marks = await readMarks(path, journal.firstNs);
    const file = basename(path);
    const reference = options.reference && (await readReference(options.reference));
    const server = await ReplayServer.open({
      playback,
      file,
      host,
      httpPort,
      token,
      rate,
      marks,
      reference,
      log: print,
    });
    if (from > 0) server.replay.seek(from);
    const stop = (): void => void server.stop();
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
    const dieOfErrors = surviveUncaught(print);
    print(greeting(server, file));
    if (options.open) openBrowser(viewerAddress(server) ?? "");
    await server.stopped;
    dieOfErrors();
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
    return 0;
  } finally {
    await watchdog.stop();
  }
}

async function readMarks(path: string, firstNs: bigint): Promise<readonly ReplayMark[] | undefined> {
  const { recording, close } = await openRecording(path);
  try {
    return readFileMarks(recording, firstNs);
  } finally {
    close();
  }
}

function greeting(server: ReplayServer, file: string): string {
  const { start, seconds, frames } = server.replay.playback.file;
  return [
    `ÜberSim: ${file}, world ${start.world.physics.name}, ${Number(seconds.toFixed(3))} s, ${frames.length} frames`,
    `viewer    ${viewerAddress(server)}`,
    "Ctrl-C ends it.",
  ].join("\n");
}
