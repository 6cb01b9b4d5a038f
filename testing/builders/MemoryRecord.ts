// A recording in memory.

import { JournalFile, type StoredMessage } from "../../src/record/journal/JournalFile.js";
import { JournalRecorder } from "../../src/record/journal/JournalRecorder.js";
import type { RunOrigin } from "../../src/record/journal/RunStart.js";
import { RecordClock } from "../../src/record/RecordClock.js";
import type { RecordChannel, RecordSink } from "../../src/record/RecordSink.js";
import type { Simulation } from "../../src/session/Simulation.js";

export const TEST_ORIGIN: RunOrigin = { maker: { version: "0", build: "" }, guests: {}, plugins: [] };

export class MemoryRecord implements RecordSink {
  readonly channels: string[] = [];
  readonly messages: StoredMessage[] = [];

  channel({ topic }: RecordChannel): number {
    const known = this.channels.indexOf(topic);
    return known < 0 ? this.channels.push(topic) - 1 : known;
  }

  write(channel: number, recordNs: bigint, _timeNs: number, data: Uint8Array): void {
    this.messages.push({ topic: this.channels[channel], recordNs, data });
  }

  attach(): void {}
  metadata(): void {}

  /** Records the journal of a simulation from now on. */
  static of(simulation: Simulation, { snapshotSec = 5, origin = TEST_ORIGIN } = {}): MemoryRecord {
    const record = new MemoryRecord();
    new JournalRecorder({
      simulation,
      sink: record,
      clock: new RecordClock(simulation),
      origin,
      snapshotSec,
      stateSec: 0.004,
    });
    return record;
  }

  get file(): JournalFile {
    return new JournalFile(this.messages, "test.mcap");
  }
}
