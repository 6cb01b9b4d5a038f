// Bytes that grow while they are written.

const encoder = new TextEncoder();

export class DataBuffer {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A copy. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53, seven bits a byte. */
  count(value: number): void {
    this.#grow(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  float(value: number): void {
    this.#grow(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  string(text: string): void {
    // at most three bytes for a UTF-16 unit
    this.#grow(3 * text.length + 8);
    const bytes = encoder.encode(text);
    this.count(bytes.length);
    this.bytes(bytes);
  }

  #grow(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const next = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    next.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = next;
    this.#view = new DataView(next.buffer);
  }
}
