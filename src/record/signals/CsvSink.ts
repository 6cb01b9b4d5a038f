// Writes chosen signals of a run as CSV while it goes on: a row for each instant at which one of them has a new value. The file begins
// when every pattern has found a signal, because its columns are fixed; what joins later is not in it.

import type { ByteSink } from "../mcap/McapFile.js";
import type { RecordChannel, RecordSink } from "../RecordSink.js";
import { openSignals, type ReadSignals } from "./MessageSignals.js";
import { SignalPatterns } from "./SignalPattern.js";
import { csvHeader, csvRow } from "./SignalText.js";

/** Topics with signals, as patterns of a RecordFilter: shapes and pictures need not be made. */
export const SIGNAL_TOPICS: readonly string[] = ["tf", "joints", "sensors", "game"];

export class CsvSink implements RecordSink {
  readonly #out: ByteSink;
  readonly #patterns: SignalPatterns;
  readonly #channels: (ReadSignals | undefined)[] = [];
  readonly #byTopic = new Map<string, number>();
  readonly #utf8 = new TextEncoder();
  /** Undefined: some pattern has not found a signal yet. */
  #names: readonly string[] | undefined;
  readonly #values = new Map<string, number>();
  #timeNs = -1n;
  #bytes = 0;

  constructor(out: ByteSink, patterns: readonly string[]) {
    this.#out = out;
    this.#patterns = new SignalPatterns(patterns);
  }

  get bytes(): number {
    return this.#bytes;
  }

  channel(channel: RecordChannel): number {
    const key = `${channel.topic} ${channel.schema.name}`;
    const known = this.#byTopic.get(key);
    if (known !== undefined) return known;
    this.#byTopic.set(key, this.#channels.length);
    this.#channels.push(openSignals(channel, (name) => this.#patterns.wants(name)));
    return this.#channels.length - 1;
  }

  write(channel: number, recordNs: bigint, _timeNs: number, data: Uint8Array): void {
    const read = this.#channels[channel];
    if (!read) return;
    if (recordNs !== this.#timeNs) this.#endRow();
    this.#timeNs = recordNs;
    read(data, (name, value) => void this.#values.set(name, value));
  }

  attach(): void {}
  metadata(): void {}

  #endRow(): void {
    const values = this.#values;
    if (values.size === 0) return;
    if (!this.#names) {
      // values stay until all patterns are there: they are in the first row
      const { names, unmatched } = this.#patterns.choose([...values.keys()].sort());
      if (unmatched.length > 0) return;
      this.#names = names;
      this.#put(csvHeader(names));
    }
    const row = this.#names.map((name) => values.get(name) ?? Number.NaN);
    if (row.some((value) => !Number.isNaN(value))) this.#put(csvRow(Number(this.#timeNs) / 1e9, row));
    values.clear();
  }

  #put(text: string): void {
    const bytes = this.#utf8.encode(text);
    this.#bytes += bytes.length;
    this.#out.write(bytes);
  }

  end(): void {
    this.#endRow();
  }
}
