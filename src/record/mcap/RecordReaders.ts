// Reads the records in places of a file with @mcap/core's reader. That reader has to know the channels of earlier places. It is used again
// for the next place unless something was damaged, so that a file with many channels and many places costs no more than its size.

import { McapRecordBuilder, McapStreamReader, type McapTypes } from "@mcap/core";

interface Reader {
  readonly stream: McapStreamReader;
  /** Number of the channels that it has been told. */
  told: number;
}

type Unpack = (packed: Uint8Array, bytes: bigint) => Uint8Array;

/** Channels that new readers are told after damage, bytes in all. Beyond that the rest of the file is not read. */
const MAX_TOLD = 1 << 26;

export class RecordReaders {
  readonly #unpack: Unpack;
  /** Readers that have read everything they were given. */
  readonly #free: Reader[] = [];
  /** All channels as records, in the order in which they were found. */
  readonly #channels: McapTypes.Channel[] = [];
  #toldBytes = 0;

  constructor(unpack: Unpack) {
    this.#unpack = unpack;
  }

  /** A channel that was found. */
  add(channel: McapTypes.Channel): void {
    this.#channels.push(channel);
  }

  /** The records in these bytes, and before them channels that were found earlier. Throws an Error at the first damage. */
  *read(bytes: Uint8Array): Generator<McapTypes.TypedMcapRecord> {
    const reader = this.#take();
    const { stream } = reader;
    stream.append(bytes);
    for (let record = stream.nextRecord(); record; record = stream.nextRecord()) yield record;
    if (stream.bytesRemaining() === 0 && !stream.done()) this.#free.push(reader);
  }

  #take(): Reader {
    if (this.#toldBytes > MAX_TOLD) throw new Error("too many damaged places");
    const decompressHandlers = { zstd: this.#unpack };
    const reader = this.#free.pop() ?? {
      stream: new McapStreamReader({ noMagicPrefix: true, decompressHandlers }),
      told: 0,
    };
    reader.stream.append(this.#recordsFrom(reader.told));
    reader.told = this.#channels.length;
    return reader;
  }

  #recordsFrom(start: number): Uint8Array {
    const builder = new McapRecordBuilder();
    for (const channel of this.#channels.slice(start)) builder.writeChannel(channel);
    this.#toldBytes += builder.length;
    return builder.buffer.subarray(0, builder.length);
  }
}
