// The league's log format (F3), version 1, as its tools write and play it: a header, then for each packet the time at which it was
// received, its type, its length, and the packet as it was on the network. All integers are big-endian. Files are gzipped: .log.gz.

import { SimError } from "../../../describe/SimError.js";

export const LOG_TYPE = { vision: 4, referee: 3, tracker: 5 } as const;
/** By number. Packets of other types are not for the network: blanks and indices. */
export const LOG_TYPE_NAMES: Readonly<Record<number, string>> = {
  2: "vision (2010)",
  3: "referee",
  4: "vision",
  5: "tracker",
};

export interface LogRecord {
  /** Unix time, ns. */
  readonly timeNs: bigint;
  readonly type: number;
  readonly message: Uint8Array;
}

const NAME = "SSL_LOG_FILE";
const VERSION = 1;
const HEADER_BYTES = NAME.length + 4;
const RECORD_BYTES = 16;
/** Far above any packet. */
const MAX_MESSAGE = 1 << 24;

export function logHeader(): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  for (let i = 0; i < NAME.length; i++) bytes[i] = NAME.charCodeAt(i);
  new DataView(bytes.buffer).setInt32(NAME.length, VERSION);
  return bytes;
}

export function logRecord({ timeNs, type, message }: LogRecord): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES + message.length);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(0, timeNs);
  view.setInt32(8, type);
  view.setInt32(12, message.length);
  bytes.set(message, RECORD_BYTES);
  return bytes;
}

/** Reads a log in pieces of any size. A log that was cut off ends with its last complete record. */
export class LeagueLogReader {
  readonly #file: string;
  #kept = new Uint8Array(0);
  #hasHeader = false;

  /** `file`: in errors. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The records that are complete with these bytes. Throws RECORDING_UNREADABLE. */
  push(bytes: Uint8Array): LogRecord[] {
    const all = new Uint8Array(this.#kept.length + bytes.length);
    all.set(this.#kept);
    all.set(bytes, this.#kept.length);
    const view = new DataView(all.buffer);
    const records: LogRecord[] = [];
    let at = this.#readHeader(all, view);
    while (this.#hasHeader && at + RECORD_BYTES <= all.length) {
      const length = view.getInt32(at + 12);
      if (length < 0 || length > MAX_MESSAGE) throw this.#unreadable(`a packet of ${length} bytes`);
      const end = at + RECORD_BYTES + length;
      if (end > all.length) break;
      records.push({
        timeNs: view.getBigInt64(at),
        type: view.getInt32(at + 8),
        message: all.slice(at + RECORD_BYTES, end),
      });
      at = end;
    }
    this.#kept = all.slice(at);
    return records;
  }

  /** Where the records begin. */
  #readHeader(all: Uint8Array, view: DataView): number {
    if (this.#hasHeader || all.length < HEADER_BYTES) return 0;
    const name = String.fromCharCode(...all.subarray(0, NAME.length));
    if (name !== NAME) throw this.#unreadable("another kind of file");
    const version = view.getInt32(NAME.length);
    if (version !== VERSION) throw this.#unreadable(`version ${version}`);
    this.#hasHeader = true;
    return HEADER_BYTES;
  }

  #unreadable(found: string): SimError {
    return new SimError("RECORDING_UNREADABLE", {
      where: this.#file,
      found,
      allowed: `a log of the Small Size League (${NAME}, version ${VERSION}), gzipped or not`,
    });
  }
}
