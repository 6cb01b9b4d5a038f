// Where a server goes on (X3): a snapshot in a file, or an instant of a recording, to which the recording is played back.

import { basename } from "node:path";
import { SimError } from "../../describe/SimError.js";
import type { Playback } from "../../record/journal/Playback.js";
import type { RunStart } from "../../record/journal/RunStart.js";
import { type Moment, momentOf } from "../../session/Moment.js";
import { SNAPSHOT_ENDING } from "../../session/SnapshotStore.js";
import { Watchdog } from "../watchdog/Watchdog.js";
import { openPlayback, readJournal } from "./PlaybackSource.js";
import { readSnapshotFile } from "./SnapshotFiles.js";

export interface GoOnSource {
  readonly file: string;
  /** Time of the recording, s; undefined: its end. Snapshots have no other time. */
  readonly at: number | undefined;
  readonly plugins?: readonly string[] | undefined;
  /** Called while the recording is played back, with the frames that are done and all of them. */
  readonly progress?: (frames: number, all: number) => void;
}

export interface GoOn {
  readonly start: RunStart;
  readonly moment: Moment;
  /** State hash of the moment. */
  readonly hash: string;
  /** Number of frames that were played back and differ from the recording. */
  readonly different: number;
}

/** Pictures that wait in queues are drawn only in a playback: it begins earlier by this time, s. */
const BEFORE_SEC = 1;

export async function readGoOn({ file, at, plugins, progress }: GoOnSource): Promise<GoOn> {
  if (file.endsWith(SNAPSHOT_ENDING)) {
    const start = readSnapshotFile(file);
    return { start, moment: start.moment, hash: start.hash, different: 0 };
  }
  const watchdog = new Watchdog({ limitSec: undefined });
  try {
    const { journal } = await readJournal(file);
    if (at !== undefined && at > journal.seconds + 1e-9)
      throw new SimError("VALUE_OUT_OF_RANGE", {
        where: "--at",
        found: `${at} s`,
        allowed: `0 to ${journal.seconds} s, the end of ${basename(file)}`,
      });
    const until = at === undefined ? journal.frames.length : journal.numberAt(at);
    const from = Math.max(0, journal.secondsAt(until) - BEFORE_SEC);
    const playback = await openPlayback(journal, { path: file, plugins, watchdog }, from);
    try {
      const different = playUntil(playback, until, progress);
      const { simulation } = playback;
      // named snapshots of the recorded run are not taken over
      const start = { ...journal.start, world: simulation.world.file };
      return { start, moment: momentOf(simulation), hash: simulation.hash(), different };
    } finally {
      playback.dispose();
    }
  } finally {
    await watchdog.stop();
  }
}

function playUntil(playback: Playback, until: number, progress?: GoOnSource["progress"]): number {
  const first = playback.number;
  let different = 0;
  while (playback.number < until) {
    if (!playback.next()?.isEqual) different++;
    progress?.(playback.number - first, until - first);
  }
  return different;
}

/** The options of guests: those of the run, and over them what the user gives. */
export function guestOptions<T extends object>(recorded: RunStart["guests"], given: T): T {
  const merged = { ...given } as Record<string, unknown>;
  for (const [name, value] of Object.entries(recorded)) {
    const own = merged[name];
    if (typeof value === "object" && value !== null) merged[name] = { ...value, ...definedOf(own) };
  }
  return merged as T;
}

const definedOf = (value: unknown): object =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
    : {};
