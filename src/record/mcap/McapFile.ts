// Writes an MCAP file (X2, https://mcap.dev/spec) as a stream of bytes that never goes back: a sink of recordings. Messages are gathered
// in chunks of at most half a second of the recording, so that a process that is killed loses little. The records come from
// @mcap/core. Its own writer is not used: it is asynchronous, and ends chunks by size only.

import { McapRecordBuilder, type McapTypes, Opcode } from "@mcap/core";
import type { RecordChannel, RecordSchema, RecordSink } from "../RecordSink.js";
import { ChunkBuffer } from "./ChunkBuffer.js";

/** Where the bytes of a file go. The bytes may be kept. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
}

/** Returns the compressed bytes, which may be larger. */
export type Compress = (bytes: Uint8Array) => Uint8Array;

interface McapFileOptions {
  /** Name and version of the program, for the header. */
  readonly library: string;
  /** Zstandard; undefined: chunks are not compressed. */
  readonly compress?: Compress | undefined;
  /** Checksum of the bytes of a chunk, CRC-32; undefined: chunks have none. */
  readonly crc32?: ((bytes: Uint8Array) => number) | undefined;
  /** "ros2" or other well-known profiles. Default none. */
  readonly profile?: string;
}

/** Maximum time of the recording in one chunk, and size at which it ends, bytes. */
const CHUNK_NS = 500_000_000n;
const CHUNK_BYTES = 1 << 20;
/** Numbers of channels are uint16. */
const MAX_CHANNELS = 65_535;

interface Known {
  readonly channel: McapTypes.Channel;
  isWritten: boolean;
  sequence: number;
}

export class McapFile implements RecordSink {
  readonly #out: ByteSink;
  readonly #compress: Compress | undefined;
  readonly #crc32: (bytes: Uint8Array) => number;
  readonly #chunk = new ChunkBuffer();
  readonly #records = new McapRecordBuilder();
  readonly #schemas: { readonly schema: McapTypes.Schema; isWritten: boolean }[] = [];
  readonly #channels: Known[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #chunkIndexes: McapTypes.ChunkIndex[] = [];
  readonly #attachments: McapTypes.AttachmentIndex[] = [];
  readonly #metadata: McapTypes.MetadataIndex[] = [];
  readonly #counts = new Map<number, bigint>();
  #position = 0n;
  #messages = 0;
  /** Time at which the present chunk began. */
  #chunkNs = 0n;
  #startNs = 0n;
  #endNs = 0n;
  #isEnded = false;

  constructor(out: ByteSink, { library, compress, crc32 = () => 0, profile = "" }: McapFileOptions) {
    this.#out = out;
    this.#compress = compress;
    this.#crc32 = crc32;
    this.#records.writeMagic();
    this.#records.writeHeader({ profile, library });
    this.#flushRecords();
  }

  /** Bytes given to the file so far. */
  get bytes(): number {
    return Number(this.#position);
  }

  channel({ topic, schema, encoding, metadata }: RecordChannel): number {
    const schemaId = this.#schemaId(schema);
    const key = `${schemaId} ${encoding} ${topic}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const id = this.#channels.length;
    if (id >= MAX_CHANNELS) return MAX_CHANNELS;
    const channel = { id, schemaId, topic, messageEncoding: encoding, metadata: new Map(metadata) };
    this.#channels.push({ channel, isWritten: false, sequence: 0 });
    this.#byKey.set(key, id);
    return id;
  }

  /** 0: no schema. */
  #schemaId({ name, encoding, data }: RecordSchema): number {
    if (encoding === "") return 0;
    const same = this.#schemas.find(
      ({ schema }) => schema.name === name && schema.encoding === encoding && isSame(schema.data, data),
    );
    if (same) return same.schema.id;
    const id = this.#schemas.length + 1;
    this.#schemas.push({ schema: { id, name, encoding, data }, isWritten: false });
    return id;
  }

  /** Messages of channels above the maximum number of channels are dropped. */
  write(channel: number, recordNs: bigint, timeNs: number, data: Uint8Array): void {
    const known = this.#channels[channel];
    if (!known || this.#isEnded) return;
    const chunk = this.#chunk;
    if (chunk.messages > 0 && recordNs - this.#chunkNs >= CHUNK_NS) this.#endChunk();
    // a picture may be late
    if (chunk.messages === 0) this.#chunkNs = recordNs > this.#endNs ? recordNs : this.#endNs;
    if (!known.isWritten) this.#introduce(known);
    chunk.message(channel, known.sequence++, recordNs, timeNs, data);
    if (this.#messages === 0 || recordNs < this.#startNs) this.#startNs = recordNs;
    if (recordNs > this.#endNs) this.#endNs = recordNs;
    this.#messages++;
    if (chunk.length > CHUNK_BYTES) this.#endChunk();
  }

  /** A channel and its schema are written before the first message. */
  #introduce(known: Known): void {
    const { channel } = known;
    const schema = this.#schemas[channel.schemaId - 1];
    if (schema && !schema.isWritten) this.#addRecord((records) => void records.writeSchema(schema.schema));
    if (schema) schema.isWritten = true;
    this.#addRecord((records) => void records.writeChannel(channel));
    known.isWritten = true;
  }

  #addRecord(write: (records: McapRecordBuilder) => void): void {
    const records = new McapRecordBuilder();
    write(records);
    this.#chunk.add(records.buffer.subarray(0, records.length));
  }

  attach(name: string, mediaType: string, data: Uint8Array, recordNs: bigint): void {
    this.#endChunk();
    const offset = this.#position;
    const length = this.#records.writeAttachment({ name, mediaType, data, logTime: recordNs, createTime: 0n });
    const dataSize = BigInt(data.byteLength);
    this.#attachments.push({ name, mediaType, offset, length, dataSize, logTime: recordNs, createTime: 0n });
    this.#flushRecords();
  }

  metadata(name: string, values: ReadonlyMap<string, string>): void {
    this.#endChunk();
    const offset = this.#position;
    const length = this.#records.writeMetadata({ name, metadata: new Map(values) });
    this.#metadata.push({ name, offset, length });
    this.#flushRecords();
  }

  /** Writes what has been gathered, so that a reader of the file sees it. */
  flush(): void {
    this.#endChunk();
  }

  #endChunk(): void {
    const chunk = this.#chunk;
    if (chunk.messages === 0 || this.#isEnded) return;
    const { bytes: plain, startNs: messageStartTime, endNs: messageEndTime } = chunk;
    const packed = this.#compress?.(plain) ?? plain;
    const compression = this.#compress ? "zstd" : "";
    const uncompressedSize = BigInt(plain.byteLength);
    const chunkStartOffset = this.#position;
    const times = { messageStartTime, messageEndTime, uncompressedSize, compression };
    const chunkLength = this.#records.writeChunk({ ...times, uncompressedCrc: this.#crc32(plain), records: packed });
    this.#flushRecords();
    const messageIndexOffsets = new Map<number, bigint>();
    const indexStart = this.#position;
    for (const { channel, messages, bytes } of chunk.indexes()) {
      messageIndexOffsets.set(channel, this.#position);
      this.#counts.set(channel, (this.#counts.get(channel) ?? 0n) + BigInt(messages));
      this.#put(bytes);
    }
    const messageIndexLength = this.#position - indexStart;
    const compressedSize = BigInt(packed.byteLength);
    this.#chunkIndexes.push({
      ...times,
      chunkStartOffset,
      chunkLength,
      messageIndexOffsets,
      messageIndexLength,
      compressedSize,
    });
    chunk.reset();
  }

  /** Writes the summary; the file takes nothing more. */
  end(): void {
    if (this.#isEnded) return;
    this.#endChunk();
    this.#isEnded = true;
    this.#records.writeDataEnd({ dataSectionCrc: 0 });
    this.#flushRecords();
    const summaryStart = this.#position;
    const written = this.#schemas.filter(({ isWritten }) => isWritten);
    const offsets = [
      this.#group(Opcode.SCHEMA, () => {
        for (const { schema } of written) this.#records.writeSchema(schema);
      }),
      this.#group(Opcode.CHANNEL, () => {
        for (const { channel, isWritten } of this.#channels) if (isWritten) this.#records.writeChannel(channel);
      }),
      this.#group(Opcode.STATISTICS, () => void this.#records.writeStatistics(this.#statistics())),
      this.#group(Opcode.METADATA_INDEX, () => {
        for (const index of this.#metadata) this.#records.writeMetadataIndex(index);
      }),
      this.#group(Opcode.ATTACHMENT_INDEX, () => {
        for (const index of this.#attachments) this.#records.writeAttachmentIndex(index);
      }),
      this.#group(Opcode.CHUNK_INDEX, () => {
        for (const index of this.#chunkIndexes) this.#records.writeChunkIndex(index);
      }),
    ];
    const summaryOffsetStart = this.#position;
    for (const offset of offsets) if (offset.groupLength > 0n) this.#records.writeSummaryOffset(offset);
    this.#records.writeFooter({ summaryStart, summaryOffsetStart, summaryCrc: 0 });
    this.#records.writeMagic();
    this.#flushRecords();
  }

  #group(groupOpcode: number, write: () => void): McapTypes.SummaryOffset {
    const groupStart = this.#position;
    write();
    this.#flushRecords();
    return { groupOpcode, groupStart, groupLength: this.#position - groupStart };
  }

  #statistics(): McapTypes.Statistics {
    return {
      messageCount: BigInt(this.#messages),
      schemaCount: this.#schemas.filter(({ isWritten }) => isWritten).length,
      channelCount: this.#channels.filter(({ isWritten }) => isWritten).length,
      attachmentCount: this.#attachments.length,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunkIndexes.length,
      messageStartTime: this.#startNs,
      messageEndTime: this.#endNs,
      channelMessageCounts: this.#counts,
    };
  }

  #put(bytes: Uint8Array): void {
    this.#out.write(bytes);
    this.#position += BigInt(bytes.length);
  }

  #flushRecords(): void {
    const { length } = this.#records;
    if (length === 0) return;
    // the builder uses its buffer again
    this.#put(this.#records.buffer.slice(0, length));
    this.#records.reset();
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a === b || (a.length === b.length && a.every((byte, i) => byte === b[i]));
