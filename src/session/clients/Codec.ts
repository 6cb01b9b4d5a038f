// The encoding of the protocol (W1, W2): an XML document that ends with %%, then messages: uint32 total length, name, NUL,
// payload, little-endian. The meaning of messages is not known here.

import { SimError, showValue } from "../../describe/SimError.js";
import { ByteBuffer } from "./ByteBuffer.js";
import { NEWCOMER_BYTES, reversed } from "./ByteOrder.js";

/** A message that refers to the bytes in which it arrived. It is valid as long as those are not overwritten. */
export class Message {
  readonly name: string;
  /** Length of the payload, bytes. */
  readonly length: number;
  readonly bytes: Uint8Array;
  /** Index of the payload in `bytes`. */
  readonly from: number;

  constructor(name: string, bytes: Uint8Array, from: number, to: number) {
    this.name = name;
    this.length = to - from;
    this.bytes = bytes;
    this.from = from;
  }

  get payload(): Uint8Array {
    return this.bytes.subarray(this.from, this.from + this.length);
  }
  /** A view of the payload, for reading numbers. */
  get view(): DataView {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.from, this.length);
  }
  /** A view of all memory in which the message is, and the place of the payload in it: cheaper, if many messages share a buffer. */
  get memory(): DataView {
    const { buffer } = this.bytes;
    if (lastMemory?.buffer !== buffer) lastMemory = new DataView(buffer);
    return lastMemory;
  }
  get place(): number {
    return this.bytes.byteOffset + this.from;
  }
}

let lastMemory: DataView | undefined;

const LENGTH_BYTES = 4;
/** Length field, a name of one character, its NUL. */
const MIN_BYTES = LENGTH_BYTES + 2;
const PERCENT = 0x25;
const NOTHING = new Uint8Array(0);

const encoder = new TextEncoder();

/** An encoded name with its NUL, for writeMessage. */
export function encodeName(name: string): Uint8Array {
  return encoder.encode(`${name}\0`);
}

export function encodeMessage(name: string, payload: Uint8Array = NOTHING): Uint8Array {
  const head = encodeName(name);
  const bytes = new Uint8Array(LENGTH_BYTES + head.length + payload.length);
  writeMessage(bytes, 0, head, payload);
  return bytes;
}

export function messageBytes(head: Uint8Array, payload: Uint8Array): number {
  return LENGTH_BYTES + head.length + payload.length;
}

/** Writes a message at index `at`; returns the index after it. */
export function writeMessage(bytes: Uint8Array, at: number, head: Uint8Array, payload: Uint8Array): number {
  const total = messageBytes(head, payload);
  bytes[at] = total;
  bytes[at + 1] = total >>> 8;
  bytes[at + 2] = total >>> 16;
  bytes[at + 3] = total >>> 24;
  copyBytes(bytes, at + LENGTH_BYTES, head);
  copyBytes(bytes, at + LENGTH_BYTES + head.length, payload);
  return at + total;
}

/** Below this length a loop is faster than `set`. */
const SHORT_BYTES = 48;

function copyBytes(bytes: Uint8Array, at: number, source: Uint8Array): void {
  const { length } = source;
  if (length > SHORT_BYTES) bytes.set(source, at);
  else for (let i = 0; i < length; i++) bytes[at + i] = source[i];
}

export function encodeJson(name: string, value: unknown): Uint8Array {
  return encodeMessage(name, encoder.encode(JSON.stringify(value)));
}

/** Reads messages from a byte stream. */
export class MessageReader {
  readonly #buffer = new ByteBuffer();
  readonly #names = new NameCache();
  readonly #maxBytes: number;

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that arrived and have not been read. */
  get waiting(): number {
    return this.#buffer.length;
  }

  /** Memory of these bytes. */
  get held(): number {
    return this.#buffer.held;
  }

  /** True: at least one complete message waits. */
  get hasWhole(): boolean {
    return this.#buffer.length >= LENGTH_BYTES && this.#buffer.length >= this.#buffer.uint32(0);
  }

  /** The bytes must stay as they are until `own` is called. */
  push(bytes: Uint8Array): void {
    this.#buffer.push(bytes);
  }

  /** Copies what has not been read: the caller may reuse the bytes that it pushed. */
  own(): void {
    this.#buffer.own();
  }

  /** The next complete message; undefined: more bytes are needed. Throws a SimError for malformed input. */
  next(): Message | undefined {
    const buffer = this.#buffer;
    if (buffer.length < LENGTH_BYTES) return undefined;
    const total = buffer.uint32(0);
    if (total < MIN_BYTES) throw new SimError("MESSAGE_TOO_SHORT", { where: "message", found: `${total} bytes` });
    if (total > this.#maxBytes) throw this.#tooLong(total);
    if (buffer.length < total) return undefined;
    const { bytes, start } = buffer;
    const known = this.#names.expect(bytes, start + LENGTH_BYTES, start + total);
    const { name, bytes: head } = known ?? this.#readName(total);
    buffer.skip(total);
    return new Message(name, bytes, start + LENGTH_BYTES + head.length + 1, start + total);
  }

  #tooLong(total: number): SimError {
    const other = reversed(total);
    const isReversed = other >= MIN_BYTES && other <= NEWCOMER_BYTES;
    return new SimError("MESSAGE_TOO_LONG", {
      where: "message",
      found: `${total} bytes${isReversed ? `, which are ${other} in the other byte order` : ""}`,
      allowed: `at most ${this.#maxBytes} bytes`,
      ...(isReversed ? { advice: "Write all numbers little-endian, lowest byte first; these are big-endian." } : {}),
    });
  }

  /** Length and arrived bytes of the incomplete message at the end of the input. */
  get unfinished(): { readonly bytes: number; readonly length: number | undefined } {
    const { length } = this.#buffer;
    return { bytes: length, length: length < LENGTH_BYTES ? undefined : this.#buffer.uint32(0) };
  }

  /** A NUL within the 4 bytes after the message: its length probably does not count itself. */
  #endsLater(total: number): boolean {
    const end = Math.min(this.#buffer.length, total + LENGTH_BYTES);
    return end > total && this.#buffer.indexOf(0, total, end) >= 0;
  }

  #readName(total: number): CachedName {
    const buffer = this.#buffer;
    const end = buffer.indexOf(0, LENGTH_BYTES, total);
    if (end < 0 && this.#endsLater(total))
      throw new SimError("MESSAGE_UNNAMED", {
        where: "message",
        found: `a name without NUL within the ${total} bytes of its message; the NUL is among the next 4 bytes`,
        advice: UNCOUNTED,
      });
    if (end < 0) throw new SimError("MESSAGE_UNNAMED", { where: "message", found: "a name without NUL" });
    if (end === LENGTH_BYTES) throw new SimError("MESSAGE_UNNAMED", { where: "message", found: "an empty name" });
    return this.#names.read(buffer.bytes, buffer.start + LENGTH_BYTES, buffer.start + end);
  }
}

/** Advice for a message that is 4 bytes longer than its length says. */
export const UNCOUNTED = "Count the 4 bytes of the length itself: it is the length of the whole message.";

/** Maximum number of names that a reader caches. */
const MAX_CACHED_NAMES = 256;

interface CachedName {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The name that came after it the last time. */
  next: CachedName | undefined;
}

/** Decodes each name once: a client uses the same few names in every frame, mostly in the same order. */
class NameCache {
  readonly #known = new Map<number, CachedName>();
  #last: CachedName | undefined;

  /** The name at `from`, if it is the one that came here the last time; `end`: where the message ends. */
  expect(bytes: Uint8Array, from: number, end: number): CachedName | undefined {
    const next = this.#last?.next;
    if (next === undefined) return undefined;
    const to = from + next.bytes.length;
    if (to >= end || bytes[to] !== 0 || !isSame(next.bytes, bytes, from)) return undefined;
    this.#last = next;
    return next;
  }

  read(bytes: Uint8Array, from: number, to: number): CachedName {
    const cached = this.#find(bytes, from, to);
    if (this.#last) this.#last.next = cached;
    this.#last = cached;
    return cached;
  }

  #find(bytes: Uint8Array, from: number, to: number): CachedName {
    let key = to - from;
    for (let i = from; i < to; i++) key = (Math.imul(key, 31) + bytes[i]) | 0;
    const known = this.#known.get(key);
    if (known && known.bytes.length === to - from && isSame(known.bytes, bytes, from)) return known;
    const own = bytes.slice(from, to);
    const name = toKey(decodeUtf8(own, "MESSAGE_UNNAMED", "message"));
    const cached: CachedName = { name, bytes: own, next: undefined };
    if (this.#known.size < MAX_CACHED_NAMES) this.#known.set(key, cached);
    return cached;
  }
}

/** The same text as the key of an object: JavaScript engines compare keys by address. */
const toKey = (text: string): string => Object.keys({ [text]: 0 })[0];

function isSame(known: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < known.length; i++) if (bytes[from + i] !== known[i]) return false;
  return true;
}

export function decodeUtf8(bytes: Uint8Array, code: "MESSAGE_UNNAMED" | "XML_MALFORMED", where: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SimError(code, { where, found: `bytes that are not UTF-8: ${showValue([...bytes.subarray(0, 16)])}` });
  }
}

/** Collects a document up to %%, from chunks of any size. */
export class DocumentReader {
  readonly #buffer = new ByteBuffer();
  readonly #maxBytes: number;
  /** Number of leading bytes in which no %% begins. */
  #searched = 0;

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  get waiting(): number {
    return this.#buffer.length;
  }

  /** Memory of the part that has arrived, bytes. */
  get held(): number {
    return this.#buffer.held;
  }

  /** The document and the bytes after its %%, which may be part of `bytes`; undefined: the %% has not arrived. */
  push(bytes: Uint8Array): { readonly text: string; readonly rest: Uint8Array } | undefined {
    this.#buffer.push(bytes);
    const end = this.#findEnd();
    const size = end < 0 ? this.#searched : end;
    if (size > this.#maxBytes)
      throw new SimError("DOCUMENT_TOO_LARGE", {
        where: "document",
        found: `${size} bytes${end < 0 ? " and no %%" : ""}`,
        allowed: `at most ${this.#maxBytes} bytes before %%`,
      });
    if (end < 0) {
      this.#buffer.own();
      return undefined;
    }
    const text = decodeUtf8(this.#buffer.slice(0, end), "XML_MALFORMED", "document");
    return { text, rest: this.#buffer.slice(end + 2, this.#buffer.length) };
  }

  #findEnd(): number {
    const buffer = this.#buffer;
    for (;;) {
      const at = buffer.indexOf(PERCENT, this.#searched);
      if (at < 0) {
        this.#searched = buffer.length;
        return -1;
      }
      if (at + 1 >= buffer.length) {
        this.#searched = at;
        return -1;
      }
      if (buffer.at(at + 1) === PERCENT) return at;
      this.#searched = at + 1;
    }
  }
}
