// Messages on a TCP connection in the league's format: each after its length as a uvarint (7 bits per byte, lowest first; the top bit
// means that more bytes follow). Accepts bytes in any pieces and stores at most one message of the permitted size.

/** 5 bytes hold 35 bits: a longer length is invalid. */
const MAX_PREFIX = 5;

/** A message after its length. */
export function frameMessage(message: Uint8Array): Uint8Array {
  const prefix: number[] = [];
  let rest = message.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) prefix.push((rest & 0x7f) | 0x80);
  prefix.push(rest);
  const framed = new Uint8Array(prefix.length + message.length);
  framed.set(prefix);
  framed.set(message, prefix.length);
  return framed;
}

export class MessageSplitter {
  readonly #maxBytes: number;
  #kept = new Uint8Array(0);

  /** `maxBytes`: size of one message. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of an incomplete message. */
  get kept(): number {
    return this.#kept.length;
  }

  /**
   * Calls `take` for every message that is complete with these bytes. Throws a RangeError at a length that is not allowed: the
   * start of the next message is unknown then. Complete messages before it are passed to `take` first.
   */
  push(bytes: Uint8Array, take: (message: Uint8Array) => void): void {
    const all = this.#kept.length === 0 ? bytes : joined(this.#kept, bytes);
    let at = 0;
    for (;;) {
      const prefix = this.#readLength(all, at);
      if (!prefix || all.length < prefix.end + prefix.length) break;
      at = prefix.end + prefix.length;
      take(all.slice(prefix.end, at));
    }
    this.#kept = all.slice(at);
  }

  #readLength(all: Uint8Array, start: number): { readonly length: number; readonly end: number } | undefined {
    let length = 0;
    let unit = 1;
    for (let at = start; at < all.length; at++) {
      const byte = all[at] as number;
      length += (byte & 0x7f) * unit;
      unit *= 0x80;
      if (length > this.#maxBytes || at - start >= MAX_PREFIX)
        throw new RangeError(`a message of ${length} bytes or more`);
      if (byte < 0x80) return { length, end: at + 1 };
    }
    return undefined;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
