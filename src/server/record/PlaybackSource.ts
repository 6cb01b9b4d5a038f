// Opens a recording for a playback (X3): its journal, and the kinds and guests of its run.

import { basename } from "node:path";
import { SimError } from "../../describe/SimError.js";
import type { DeviceRegistry } from "../../devices/DeviceRegistry.js";
import { builtInKinds, LEAGUE_VERBS } from "../../leagues/Leagues.js";
import { JournalFile, type StoredMessage } from "../../record/journal/JournalFile.js";
import { Playback } from "../../record/journal/Playback.js";
import type { RunStart } from "../../record/journal/RunStart.js";
import type { GuestFactory } from "../../session/Guest.js";
import { loadEngineFile } from "../EngineFile.js";
import { loadGuestServers } from "../leagues/LeagueServers.js";
import { loadPlugins } from "../plugins/Plugins.js";
import type { Watchdog } from "../watchdog/Watchdog.js";
import { openRecording } from "./RecordingSource.js";
import { readPlugin } from "./RunMaker.js";

export interface PlaybackFile {
  readonly path: string;
  /** Files of the plug-ins of the run. */
  readonly plugins?: readonly string[] | undefined;
  readonly watchdog: Watchdog;
}

/** What a run needs beside its journal. */
interface RunKinds {
  readonly devices: DeviceRegistry;
  readonly guests: readonly GuestFactory[];
}

/** Reads a journal. Throws FILE_MISSING, RECORDING_UNREADABLE, RECORD_BROKEN or RECORD_FOREIGN. `warnings`: what could not be read. */
export async function readJournal(
  path: string,
): Promise<{ readonly journal: JournalFile; readonly warnings: readonly string[] }> {
  const { recording, close } = await openRecording(path);
  try {
    const messages: StoredMessage[] = [];
    const topics = (topic: string): boolean => topic.startsWith("/ubersim/");
    for (const { channel, recordNs, data } of recording.messages({ topics }))
      messages.push({ topic: channel.topic, recordNs, data: data.slice() });
    return { journal: new JournalFile(messages, basename(path)), warnings: recording.warnings };
  } finally {
    close();
  }
}

/** Loads plug-ins and guests. Throws RECORD_FOREIGN if the plug-ins are not those of the run. */
export async function loadRunKinds(start: RunStart, { path, plugins = [], watchdog }: PlaybackFile): Promise<RunKinds> {
  const given = plugins.map(readPlugin);
  for (const { file, hash } of start.plugins)
    if (!given.some((one) => one.hash === hash))
      throw new SimError("RECORD_FOREIGN", {
        where: basename(path),
        found: given.some((one) => one.file === file) ? `another ${file}` : `a run with ${file}`,
        allowed: `--plugin with the file of the run, SHA-256 ${hash}`,
        advice: "Give the plug-ins of the run with --plugin.",
      });
  const devices = builtInKinds();
  await loadPlugins(devices, plugins, watchdog);
  const servers = await loadGuestServers(start.world, start.guests);
  return { devices, guests: servers.map(({ create }) => create) };
}

/** `from`: seconds of the recording; it begins at the last snapshot before. */
export async function openPlayback(journal: JournalFile, file: PlaybackFile, from = 0): Promise<Playback> {
  const kinds = await loadRunKinds(journal.start, file);
  await loadEngineFile();
  return Playback.create(journal, { ...kinds, verbs: LEAGUE_VERBS, from: journal.numberAt(from) });
}
