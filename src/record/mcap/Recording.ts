// Reads a recording (X2): any MCAP file, whole or not. Records are found by their lengths from the start, and checked against the size of
// the file before anything is read, so that a file that was cut off, or that lies, costs no more than its own size. What cannot be read
// ends with a warning; what was read before stays. Bytes come from a small interface.

import { hasMcapPrefix, type McapTypes, Opcode } from "@mcap/core";
import { SimError } from "../../describe/SimError.js";
import { RecordReaders } from "./RecordReaders.js";

export interface ByteSource {
  readonly size: number;
  /** Exactly these bytes, which are inside of the file. They may be changed by the next call. */
  read(offset: number, length: number): Uint8Array;
}

/** Unpacks Zstandard; `bytes` is the size of the result. */
export type Decompress = (packed: Uint8Array, bytes: number) => Uint8Array;

export interface ReadChannel {
  readonly topic: string;
  readonly encoding: string;
  /** Undefined: no schema. */
  readonly schema: { readonly name: string; readonly encoding: string; readonly data: Uint8Array } | undefined;
  readonly metadata: ReadonlyMap<string, string>;
}

export interface ReadMessage {
  readonly channel: ReadChannel;
  readonly recordNs: bigint;
  /** Simulated time in our own recordings. */
  readonly timeNs: bigint;
  readonly data: Uint8Array;
}

export interface ReadAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly read: () => Uint8Array;
}

interface Chunk {
  readonly offset: number;
  readonly length: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** True: messages outside of chunks. */
  readonly isLoose?: boolean;
}

export interface Selection {
  readonly topics?: ((topic: string) => boolean) | undefined;
  /** Both included. */
  readonly fromNs?: bigint | undefined;
  readonly toNs?: bigint | undefined;
}

const HEADER_BYTES = 9;
const MAGIC_BYTES = 8;
/** Start and end time, size, checksum. */
const CHUNK_HEAD = 28;
/** Channel, sequence, log time, publish time. */
const MESSAGE_HEAD = 22;
/** Times, two names, size: maximum length that is read, bytes. */
const ATTACHMENT_HEAD = 4096;
const MAX_WARNINGS = 100;
/** Messages outside of chunks that are read at once, bytes. */
const MAX_LOOSE = 1 << 20;
/** Larger records other than attachments, and larger unpacked chunks, are not read, bytes. */
const MAX_RECORD = 1 << 28;
const MAX_UNPACKED = 1 << 27;
/** Zstandard packs a page of zeros a few thousand times; more is a bomb. */
const MAX_RATIO = 20_000;

export class Recording {
  readonly #file: ByteSource;
  readonly #decompress: Decompress | undefined;
  readonly #chunks: Chunk[] = [];
  readonly #schemas = new Map<number, McapTypes.Schema>();
  readonly #channels = new Map<number, ReadChannel>();
  readonly #attachments: ReadAttachment[] = [];
  readonly #metadata = new Map<string, ReadonlyMap<string, string>>();
  readonly #warnings: string[] = [];
  readonly #readers = new RecordReaders((packed, bytes) => this.#unpack(packed, bytes));
  #header: McapTypes.Header | undefined;
  #isComplete = false;
  #hasAllChannels = false;

  /** Throws RECORDING_UNREADABLE if this is no MCAP file at all. */
  constructor(file: ByteSource, decompress?: Decompress) {
    this.#file = file;
    this.#decompress = decompress;
    const start = file.read(0, Math.min(MAGIC_BYTES, file.size));
    if (!hasMcapPrefix(new DataView(start.buffer, start.byteOffset, start.byteLength)))
      throw new SimError("RECORDING_UNREADABLE", { where: "recording", found: foundAt(start, file.size) });
    this.#scan();
  }

  /** Program that wrote the file. */
  get library(): string {
    return this.#header?.library ?? "";
  }
  get profile(): string {
    return this.#header?.profile ?? "";
  }
  /** False: the file was cut off, or is still being written. */
  get isComplete(): boolean {
    return this.#isComplete;
  }
  /** What could not be read. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }
  get attachments(): readonly ReadAttachment[] {
    return this.#attachments;
  }
  /** The last one of each name. */
  get metadata(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.#metadata;
  }

  /** First and last time of messages in chunks; undefined: there are none. */
  get span(): { readonly fromNs: bigint; readonly toNs: bigint } | undefined {
    const [first, ...rest] = this.#chunks;
    if (!first) return undefined;
    let { startNs: fromNs, endNs: toNs } = first;
    for (const { startNs, endNs } of rest) {
      if (startNs < fromNs) fromNs = startNs;
      if (endNs > toNs) toNs = endNs;
    }
    return { fromNs, toNs };
  }

  /** All channels that have messages. Reads the whole file if it has no summary. */
  get channels(): readonly ReadChannel[] {
    this.#findChannels();
    return [...this.#channels.values()];
  }

  #findChannels(): void {
    if (this.#hasAllChannels) return;
    this.#hasAllChannels = true;
    // the summary of a complete file has them all
    if (this.#isComplete && this.#channels.size > 0) return;
    for (const chunk of this.#chunks) for (const _ of this.#recordsOf(chunk, true));
  }

  /** In the order of the file, which is that of time except for pictures. */
  *messages({ topics, fromNs, toNs }: Selection = {}): Generator<ReadMessage> {
    this.#findChannels();
    const wanted = new Map<number, ReadChannel>();
    for (const [id, channel] of this.#channels) if (!topics || topics(channel.topic)) wanted.set(id, channel);
    for (const chunk of this.#chunks) {
      if ((fromNs !== undefined && chunk.endNs < fromNs) || (toNs !== undefined && chunk.startNs > toNs)) continue;
      for (const { channelId, logTime, publishTime, data } of this.#recordsOf(chunk, false)) {
        const channel = wanted.get(channelId);
        if (!channel || (fromNs !== undefined && logTime < fromNs) || (toNs !== undefined && logTime > toNs)) continue;
        yield { channel, recordNs: logTime, timeNs: publishTime, data };
      }
    }
  }

  // ---- the file

  /** Finds all records; chunks are not unpacked. */
  #scan(): void {
    const { size } = this.#file;
    let at = MAGIC_BYTES;
    while (at + HEADER_BYTES <= size) {
      const head = viewOf(this.#file.read(at, HEADER_BYTES));
      const opcode = head.getUint8(0);
      const length = Number(head.getBigUint64(1, true));
      const end = at + HEADER_BYTES + length;
      if (end > size) break;
      if (opcode === Opcode.FOOTER) {
        this.#isComplete = true;
        return;
      }
      this.#note(opcode, at, HEADER_BYTES + length);
      at = end;
    }
    this.#warn(`the file ends in the middle, after ${at} bytes: the last moments of the run are missing`);
  }

  #note(opcode: number, offset: number, length: number): void {
    if (opcode === Opcode.CHUNK) this.#noteChunk(offset, length);
    else if (opcode === Opcode.MESSAGE) this.#noteMessage(offset, length);
    else if (opcode === Opcode.ATTACHMENT) this.#noteAttachment(offset, length);
    else if (LATER.has(opcode)) return;
    else for (const record of this.#parse(offset, length)) this.#take(record);
  }

  #noteChunk(offset: number, length: number): undefined {
    if (length < HEADER_BYTES + CHUNK_HEAD) return this.#warn(`a chunk of ${length} bytes at ${offset} is left out`);
    const head = viewOf(this.#file.read(offset + HEADER_BYTES, CHUNK_HEAD));
    this.#chunks.push({ offset, length, startNs: head.getBigUint64(0, true), endNs: head.getBigUint64(8, true) });
  }

  /** Messages outside of chunks are gathered to pieces that are read like chunks. */
  #noteMessage(offset: number, length: number): undefined {
    if (length < HEADER_BYTES + MESSAGE_HEAD)
      return this.#warn(`a message of ${length} bytes at ${offset} is left out`);
    const logNs = viewOf(this.#file.read(offset + HEADER_BYTES, MESSAGE_HEAD)).getBigUint64(6, true);
    const last = this.#chunks.at(-1);
    if (last?.isLoose && last.offset + last.length === offset && last.length + length <= MAX_LOOSE) {
      let { startNs, endNs } = last;
      if (logNs < startNs) startNs = logNs;
      if (logNs > endNs) endNs = logNs;
      this.#chunks[this.#chunks.length - 1] = { ...last, length: last.length + length, startNs, endNs };
    } else this.#chunks.push({ offset, length, startNs: logNs, endNs: logNs, isLoose: true });
  }

  /** Only its names are read now. */
  #noteAttachment(offset: number, length: number): undefined {
    const head = this.#file.read(offset + HEADER_BYTES, Math.min(length - HEADER_BYTES, ATTACHMENT_HEAD)).slice();
    const names = readAttachmentHead(head);
    if (!names || names.at + names.bytes > length - HEADER_BYTES)
      return this.#warn(`an attachment at ${offset} is left out: it is damaged`);
    const { name, mediaType, bytes, at } = names;
    const read = () => this.#file.read(offset + HEADER_BYTES + at, bytes).slice();
    this.#attachments.push({ name, mediaType, bytes, read });
  }

  #take(record: McapTypes.TypedMcapRecord): void {
    switch (record.type) {
      case "Header":
        this.#header = record;
        break;
      case "Schema":
        this.#schemas.set(record.id, record);
        break;
      case "Channel":
        this.#takeChannel(record);
        break;
      case "Metadata":
        this.#metadata.set(record.name, record.metadata);
        break;
      default:
    }
  }

  #takeChannel(channel: McapTypes.Channel): void {
    const { id, topic, messageEncoding, schemaId, metadata } = channel;
    if (this.#channels.has(id)) return;
    const schema = this.#schemas.get(schemaId);
    this.#readers.add(channel);
    this.#channels.set(id, { topic, encoding: messageEncoding, schema, metadata });
  }

  /** The messages of a chunk; takes its schemas and channels over. A damaged chunk gives a warning and what comes before the damage. */
  *#recordsOf({ offset, length }: Chunk, isQuiet: boolean): Generator<McapTypes.Message> {
    for (const record of this.#parse(offset, length, isQuiet))
      if (record.type === "Message") yield record;
      else this.#take(record);
  }

  /** The records in this place of the file, those of a chunk included. */
  *#parse(offset: number, length: number, isQuiet = false): Generator<McapTypes.TypedMcapRecord> {
    if (length > MAX_RECORD) return this.#warn(`a record of ${length} bytes at ${offset} is left out`);
    try {
      yield* this.#readers.read(this.#file.read(offset, length));
    } catch (problem) {
      if (!isQuiet) this.#warn(`bytes ${offset} to ${offset + length} are left out: ${(problem as Error).message}`);
    }
    return undefined;
  }

  #unpack(packed: Uint8Array, bytes: bigint): Uint8Array {
    if (bytes > MAX_UNPACKED || Number(bytes) > MAX_RATIO * packed.length)
      throw new Error(`a chunk that would unpack to ${bytes} bytes`);
    if (!this.#decompress) throw new Error("a chunk that is packed with Zstandard");
    return this.#decompress(packed, Number(bytes));
  }

  #warn(text: string): undefined {
    if (this.#warnings.length < MAX_WARNINGS && !this.#warnings.includes(text)) this.#warnings.push(text);
    return undefined;
  }
}

/** Records that say where others are. Unknown ones come from newer versions; both are passed over. */
const LATER: ReadonlySet<number> = new Set([
  Opcode.MESSAGE_INDEX,
  Opcode.CHUNK_INDEX,
  Opcode.ATTACHMENT_INDEX,
  Opcode.STATISTICS,
  Opcode.METADATA_INDEX,
  Opcode.SUMMARY_OFFSET,
  Opcode.DATA_END,
]);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const utf8 = new TextDecoder();

/** Log time, create time, name, media type, size of the data. Undefined: it does not fit. */
function readAttachmentHead(head: Uint8Array) {
  const view = viewOf(head);
  let at = 16;
  const texts: string[] = [];
  for (let i = 0; i < 2; i++) {
    if (at + 4 > head.length) return undefined;
    const length = view.getUint32(at, true);
    at += 4;
    if (at + length > head.length) return undefined;
    texts.push(utf8.decode(head.subarray(at, at + length)));
    at += length;
  }
  if (at + 8 > head.length) return undefined;
  return { name: texts[0], mediaType: texts[1], bytes: Number(view.getBigUint64(at, true)), at: at + 8 };
}

function foundAt(start: Uint8Array, size: number): string {
  if (size === 0) return "an empty file";
  const isMcap = start[0] === 0x89 && utf8.decode(start.subarray(1, 5)) === "MCAP";
  if (isMcap && size >= MAGIC_BYTES) return `MCAP of version ${String.fromCharCode(start[5])}, which is newer than 0`;
  return isMcap ? `a file of ${size} bytes` : "another kind of file";
}
