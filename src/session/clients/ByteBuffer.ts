// Bytes that arrive in pieces and are taken in pieces. One byte at a time costs no more than all at once: room grows by
// doubling. A piece that arrives while nothing waits is looked at where it is, not copied.

export class ByteBuffer {
  #bytes: Uint8Array = EMPTY;
  #start = 0;
  #end = 0;
  #isOwn = false;

  get length(): number {
    return this.#end - this.#start;
  }

  push(chunk: Uint8Array): void {
    if (this.#start === this.#end) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#isOwn = false;
      return;
    }
    if (!this.#isOwn || this.#end + chunk.length > this.#bytes.length) this.#makeRoom(chunk.length);
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Where what waits begins, in `bytes`; both good until the next push. */
  get start(): number {
    return this.#start;
  }
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** What waits, without taking it; good until the next push. */
  peek(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  at(index: number): number {
    return this.#bytes[this.#start + index];
  }

  /** Four bytes from `index` as an unsigned number, little-endian. */
  uint32(index: number): number {
    const b = this.#bytes;
    const i = this.#start + index;
    return (b[i] | (b[i + 1] << 8) | (b[i + 2] << 16) | (b[i + 3] << 24)) >>> 0;
  }

  /** Where a byte is next, looking no further than `to`; -1: not there. */
  indexOf(byte: number, from: number, to = this.length): number {
    const bytes = this.#bytes;
    const end = Math.min(this.#start + to, this.#end);
    for (let i = this.#start + from; i < end; i++) if (bytes[i] === byte) return i - this.#start;
    return -1;
  }

  /** Good until the next push. */
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

  #makeRoom(more: number): void {
    const waiting = this.length;
    const bytes = new Uint8Array(2 * (waiting + more) + 256);
    bytes.set(this.peek());
    this.#bytes = bytes;
    this.#start = 0;
    this.#end = waiting;
    this.#isOwn = true;
  }
}

const EMPTY = new Uint8Array(0);
