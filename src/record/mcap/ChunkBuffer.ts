// The records of one chunk, and where its messages are. The same bytes as @mcap/core's builder makes; that one goes through 64-bit
// integers of the language for every number, which costs a match more than its samples do.

import { Opcode } from "@mcap/core";

/** Opcode, length, channel, sequence, log time, publish time. */
const MESSAGE_HEAD = 1 + 8 + 22;
const INDEX_HEAD = 1 + 8 + 2 + 4;
const ENTRY = 16;
const TWO_32 = 4_294_967_296;

interface Index {
  readonly channel: number;
  /** Of each message: low and high half of its time, place. */
  readonly entries: number[];
}

export interface IndexPart {
  readonly channel: number;
  readonly messages: number;
  readonly bytes: Uint8Array;
}

export class ChunkBuffer {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #indexes = new Map<number, Index>();
  messages = 0;
  startNs = 0n;
  endNs = 0n;
  /** Time of the message before, and its halves. */
  #lastNs = -1n;
  #low = 0;
  #high = 0;

  get length(): number {
    return this.#length;
  }

  /** Valid until the next call. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A record that is no message. */
  add(record: Uint8Array): void {
    const at = this.#reserve(record.length);
    this.#bytes.set(record, at);
  }

  message(channel: number, sequence: number, logNs: bigint, publishNs: number, data: Uint8Array): void {
    this.#note(logNs);
    const at = this.#reserve(MESSAGE_HEAD + data.length);
    const view = this.#view;
    view.setUint8(at, Opcode.MESSAGE);
    view.setUint32(at + 1, MESSAGE_HEAD - 9 + data.length, true);
    view.setUint32(at + 5, 0, true);
    view.setUint16(at + 9, channel, true);
    view.setUint32(at + 11, sequence, true);
    view.setUint32(at + 15, this.#low, true);
    view.setUint32(at + 19, this.#high, true);
    view.setUint32(at + 23, publishNs % TWO_32, true);
    view.setUint32(at + 27, Math.floor(publishNs / TWO_32), true);
    this.#bytes.set(data, at + MESSAGE_HEAD);
    let index = this.#indexes.get(channel);
    if (!index) {
      index = { channel, entries: [] };
      this.#indexes.set(channel, index);
    }
    index.entries.push(this.#low, this.#high, at);
    this.messages++;
  }

  #note(logNs: bigint): void {
    if (this.messages > 0 && logNs === this.#lastNs) return;
    this.#lastNs = logNs;
    if (this.messages === 0 || logNs < this.startNs) this.startNs = logNs;
    if (this.messages === 0 || logNs > this.endNs) this.endNs = logNs;
    this.#low = Number(logNs & 0xffffffffn);
    this.#high = Number(logNs >> 32n);
  }

  /** A MessageIndex record for each channel. */
  indexes(): readonly IndexPart[] {
    return [...this.#indexes.values()].map(({ channel, entries }) => {
      const messages = entries.length / 3;
      const bytes = new Uint8Array(INDEX_HEAD + ENTRY * messages);
      const view = new DataView(bytes.buffer);
      view.setUint8(0, Opcode.MESSAGE_INDEX);
      view.setUint32(1, bytes.length - 9, true);
      view.setUint16(9, channel, true);
      view.setUint32(11, ENTRY * messages, true);
      for (let i = 0; i < messages; i++) {
        const at = INDEX_HEAD + ENTRY * i;
        view.setUint32(at, entries[3 * i], true);
        view.setUint32(at + 4, entries[3 * i + 1], true);
        view.setUint32(at + 8, entries[3 * i + 2], true);
      }
      return { channel, messages, bytes };
    });
  }

  reset(): void {
    this.#length = 0;
    this.#indexes = new Map();
    this.messages = 0;
  }

  #reserve(count: number): number {
    const at = this.#length;
    if (at + count > this.#bytes.length) {
      const larger = new Uint8Array(2 * (at + count));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#length = at + count;
    return at;
  }
}
