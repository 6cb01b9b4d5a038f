// What a recording needs beyond the simulation: the MCAP writer, its compression, and the parts of a recording. Loaded when the first
// recording begins, so that other runs do not pay for it.

import { crc32 } from "node:zlib";
import zstd from "@foxglove/wasm-zstd";
import type { ChannelHost } from "../../record/channels/ChannelWriter.js";
import { RunChannels } from "../../record/channels/RunChannels.js";
import { TOPICS } from "../../record/journal/JournalMessage.js";
import { JournalRecorder } from "../../record/journal/JournalRecorder.js";
import type { RunOrigin } from "../../record/journal/RunStart.js";
import { type ByteSink, McapFile } from "../../record/mcap/McapFile.js";
import type { RecordPart } from "../../record/RecordSink.js";
import { CsvSink, SIGNAL_TOPICS } from "../../record/signals/CsvSink.js";

export { LiveFilm } from "./LiveFilm.js";

await zstd.isLoaded;

/** Level of Zstandard: a third of the time of level 1, and files that are a thirtieth larger. */
const LEVEL = -1;

/** `profile`: "ros2" for bags. */
export const openMcap = (out: ByteSink, library: string, profile = ""): McapFile =>
  new McapFile(out, { library, crc32, profile, compress: (bytes) => zstd.compress(bytes, LEVEL) });

export const csv = {
  topics: SIGNAL_TOPICS,
  open: (out: ByteSink, signals: readonly string[]): CsvSink => new CsvSink(out, signals),
};

export interface PartOptions {
  /** With what the run is made, for its journal. */
  readonly origin: RunOrigin;
  /** Poses per second. */
  readonly rateHz?: number | undefined;
}

/** The parts of a recording, in the order in which they are called. */
export const openParts = (host: ChannelHost, { rateHz, origin }: PartOptions): readonly RecordPart[] => [
  new RunChannels(host, rateHz),
  ...(host.filter.wants(TOPICS.start) ? [new JournalRecorder({ ...host, origin })] : []),
];
