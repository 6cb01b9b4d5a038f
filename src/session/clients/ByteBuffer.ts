// A queue of bytes that arrive in chunks of any size. Its capacity doubles when it is full, so that many small chunks cost
// no more than a large one. A chunk that arrives while the queue is empty is used in place, without a copy; `own` copies what is
// left of it.

import { pagedBytes } from "../../math/LargeBytes.js";

export class ByteBuffer {
  #bytes: Uint8Array = EMPTY;
  #start = 0;
  #end = 0;
  /** `#bytes` was allocated here and may be written to; false: it is a chunk of the caller. */
  #isOwn = false;

  get length(): number {
    return this.#end - this.#start;
  }

  /** Memory of the queue, bytes. */
  get held(): number {
    return this.length === 0 ? 0 : this.#bytes.byteLength;
  }

  push(chunk: Uint8Array): void {
    if (this.#start === this.#end) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#isOwn = false;
      return;
    }
    if (!this.#isOwn || this.#end + chunk.length > this.#bytes.length) this.#grow(chunk.length);
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Copies bytes that are still in a chunk of the caller, who may then reuse the chunk. */
  own(): void {
    if (this.#isOwn || this.#start === this.#end) return;
    this.#bytes = this.#bytes.slice(this.#start, this.#end);
    this.#start = 0;
    this.#end = this.#bytes.length;
    this.#isOwn = true;
  }

  /** Index of the first queued byte in `bytes`. Both are valid until the next push. */
  get start(): number {
    return this.#start;
  }
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** All queued bytes, which stay queued. Valid until the next push. */
  peek(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  at(index: number): number {
    return this.#bytes[this.#start + index];
  }

  /** The little-endian uint32 at `index`. */
  uint32(index: number): number {
    const b = this.#bytes;
    const i = this.#start + index;
    return (b[i] | (b[i + 1] << 8) | (b[i + 2] << 16) | (b[i + 3] << 24)) >>> 0;
  }

  /** Index of the first `byte` between `from` and `to`; -1: none. */
  indexOf(byte: number, from: number, to = this.length): number {
    const at = this.#bytes.subarray(this.#start + from, Math.min(this.#start + to, this.#end)).indexOf(byte);
    return at < 0 ? -1 : from + at;
  }

  /** Valid until the next push. */
  slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#start + from, this.#start + to);
  }

  skip(count: number): void {
    this.#start += count;
    if (this.#start < this.#end) return;
    this.#bytes = EMPTY;
    this.#start = 0;
    this.#end = 0;
    this.#isOwn = false;
  }

  #grow(more: number): void {
    const waiting = this.length;
    const bytes = pagedBytes(2 * (waiting + more) + 256);
    bytes.set(this.peek());
    this.#bytes = bytes;
    this.#start = 0;
    this.#end = waiting;
    this.#isOwn = true;
  }
}

const EMPTY = new Uint8Array(0);
