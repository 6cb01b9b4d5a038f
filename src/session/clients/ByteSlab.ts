// Cuts short arrays of bytes from a long one. A buffer of its own for each of them takes longer to allocate, and to free, than to
// fill. The parts are never used again, so a receiver may keep one.

import { pagedBytes } from "../../math/LargeBytes.js";

/** Length of the long array, and maximum length of a part of it, bytes. */
const [SLAB_BYTES, MAX_PART_BYTES] = [1 << 14, 1 << 11];

export class ByteSlab {
  #bytes = new Uint8Array(0);
  #end = 0;

  /** An array of this length with zeros. */
  take(length: number): Uint8Array {
    if (length > MAX_PART_BYTES) return pagedBytes(length);
    if (this.#end + length > this.#bytes.length) {
      this.#bytes = new Uint8Array(SLAB_BYTES);
      this.#end = 0;
    }
    const from = this.#end;
    this.#end += length;
    return new Uint8Array(this.#bytes.buffer, from, length);
  }
}
