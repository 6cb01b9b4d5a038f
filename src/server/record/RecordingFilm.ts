// Films a recording (X4): the recorded run is simulated again from its inputs, so that every camera and every view can be filmed, also those
// without a viewer in the run. Times are those of the recording, which resets do not set back.

import { setImmediate as turn } from "node:timers/promises";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { LEAGUE_VERBS } from "../../leagues/Leagues.js";
import type { JournalFile } from "../../record/journal/JournalFile.js";
import { Playback } from "../../record/journal/Playback.js";
import type { Film } from "../../record/video/Film.js";
import { CameraThreads } from "../cameras/CameraThreads.js";
import { loadEngineFile } from "../EngineFile.js";
import { captionOf } from "./FilmCaption.js";
import { loadRunKinds, type PlaybackFile } from "./PlaybackSource.js";

export interface RecordingFilmOptions {
  readonly film: Film;
  readonly journal: JournalFile;
  readonly file: PlaybackFile;
  /** Time of the recording of the first picture, s. */
  readonly fromSec: number;
  readonly cameraThreads?: number | undefined;
  /** True: the film ends here. */
  readonly isOver: () => boolean;
  readonly log: (line: string) => void;
}

/** How long signals wait at most, ms. */
const TURN_MS = 20;

export async function filmRecording(options: RecordingFilmOptions): Promise<void> {
  const { film, journal, file, fromSec, isOver, log } = options;
  const kinds = await loadRunKinds(journal.start, file);
  await loadEngineFile();
  const cameraRenderer = await CameraThreads.create(options.cameraThreads);
  const from = journal.numberAt(fromSec);
  const playback = await Playback.create(journal, { ...kinds, verbs: LEAGUE_VERBS, from, cameraRenderer });
  try {
    const { simulation } = playback;
    let hasDifference = false;
    let turnMs = performance.now();
    const look = (): void => {
      const timeNs = Math.round(journal.secondsAt(playback.number) * NS_PER_SEC);
      film.look(simulation.world, captionOf(simulation), timeNs);
    };
    for (look(); !film.isDone && !isOver(); look()) {
      const frame = playback.next();
      if (!frame) break;
      if (!frame.isEqual && !hasDifference) log(`warning: ${DIFFERS(frame.number)}`);
      hasDifference ||= !frame.isEqual;
      if (performance.now() - turnMs < TURN_MS) continue;
      await turn();
      turnMs = performance.now();
    }
    film.finish();
  } finally {
    playback.dispose();
    cameraRenderer.close();
  }
}

const DIFFERS = (frame: number): string =>
  `from frame ${frame} on the film differs from the run; ubersim verify tells more`;
