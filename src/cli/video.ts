// `ubersim video WORLD|FILE.mcap` (P1, X4): writes a film of a world that runs at full speed, or of a recording.

import { SimError } from "../describe/SimError.js";
import { Film } from "../record/video/Film.js";
import { FilmTimes } from "../record/video/FilmTimes.js";
import { FilmFile } from "../server/record/FilmFile.js";
import { filmWorld } from "../server/record/WorldFilm.js";
import type { RunningServer, ServerOptions } from "../server/Server.js";
import { STOP_SIGNALS } from "../server/watchdog/StopSignals.js";
import { Watchdog } from "../server/watchdog/Watchdog.js";
import { UsageError } from "./Arguments.js";
import type { LeagueRun } from "./leagues/LeagueCommand.js";
import { print } from "./Output.js";
import { ProgressBar } from "./ProgressBar.js";
import { stopOnSignals } from "./StopOnSignals.js";
import type { VideoChoice } from "./VideoFlags.js";

export interface VideoOptions extends VideoChoice {
  /** Path of a recording. Undefined: the world of `server` is filmed. */
  readonly recording: string | undefined;
  readonly server: ServerOptions;
  readonly leagues: readonly LeagueRun[];
}

/** A world or a recording in front of the cameras. */
interface Shooting {
  /** Simulated seconds where the user has named none. */
  readonly seconds: number;
  run(film: Film, hasFailed: () => boolean, log: (line: string) => void): Promise<void>;
}

/** Length of a film of a world, s. */
const DEFAULT_SECONDS = 10;

export async function runVideo(options: VideoOptions): Promise<number> {
  const { out, kind, fps, fromSec } = options;
  const shooting = options.recording === undefined ? worldShooting(options) : await recordingShooting(options);
  const times = new FilmTimes({ fps, fromSec, seconds: options.seconds ?? shooting.seconds });
  const bar = new ProgressBar(times.count, "pictures");
  let file: FilmFile | undefined;
  let shape = "";
  const film = new Film({
    ...options,
    times,
    open: (size) => {
      shape = `${size.width} x ${size.height}`;
      file = new FilmFile(out, kind, { ...size, fps });
    },
    take: (rgb) => {
      file?.add(rgb);
      bar.show(film.frames);
    },
  });
  try {
    await shooting.run(
      film,
      () => file?.hasFailed ?? false,
      (line) => bar.say(line),
    );
  } catch (problem) {
    bar.close();
    await file?.discard();
    throw problem;
  }
  bar.close();
  if (!file) throw tooShort(fromSec);
  const bytes = await file.finish();
  const size = bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  print(`${out}: ${film.frames} pictures of ${shape}, ${(film.frames / fps).toFixed(2)} s, ${size}`);
  return 0;
}

const tooShort = (fromSec: number): SimError =>
  new SimError("STATE_WRONG", {
    where: "video",
    found: "a run that ended before the first picture",
    advice: `The film begins at ${fromSec} s (--from).`,
  });

const worldShooting = (options: VideoOptions): Shooting => ({
  seconds: DEFAULT_SECONDS,
  run: (film, hasFailed, log) => filmRun(options, film, hasFailed, log),
});

async function recordingShooting({ recording = "", fromSec, server }: VideoOptions): Promise<Shooting> {
  // the readers of recordings are loaded only where they are needed
  const { readJournal } = await import("../server/record/PlaybackSource.js");
  const { filmRecording } = await import("../server/record/RecordingFilm.js");
  const { journal, warnings } = await readJournal(recording);
  return {
    seconds: Math.max(0, journal.seconds - fromSec),
    run: async (film, hasFailed, log) => {
      for (const warning of warnings) log(`warning: ${warning}`);
      let isStopped = false;
      const stop = (): void => {
        isStopped = true;
      };
      for (const signal of STOP_SIGNALS) process.once(signal, stop);
      const watchdog = new Watchdog({ limitSec: server.watchdogSec });
      const { plugins, cameraThreads } = server;
      try {
        const file = { path: recording, plugins, watchdog };
        const isOver = (): boolean => isStopped || hasFailed();
        await filmRecording({ film, journal, file, fromSec, cameraThreads, isOver, log });
      } finally {
        for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
        await watchdog.stop();
      }
    },
  };
}

async function filmRun(
  { server, leagues }: VideoOptions,
  film: Film,
  hasFailed: () => boolean,
  log: (line: string) => void,
): Promise<void> {
  let games = leagues.flatMap(({ game }) => game ?? []);
  let ends: readonly (() => void)[] = [];
  let ignoreSignals = (): void => {};
  const prepare = (running: RunningServer): void => {
    ignoreSignals = stopOnSignals(running);
    const refusals = games.map((game) => game.refuse(running.simulation));
    if (games.length > 0 && !refusals.includes(undefined)) throw new UsageError(`ubersim: ${refusals[0]}`);
    games = games.filter((_, i) => refusals[i] === undefined);
    ends = games.map((game) => game.start(running, log));
  };
  try {
    await filmWorld({
      film,
      hasFailed,
      prepare,
      isOver: (simulation) => games.some((game) => game.isOver(simulation)),
      server: {
        ...Object.assign({}, ...leagues.map(({ onFreePorts }) => onFreePorts)),
        ...server,
        guestPorts: games.length > 0,
        stopSignals: STOP_SIGNALS,
        log,
      },
    });
  } finally {
    for (const end of ends) end();
    ignoreSignals();
  }
}
