// Builds a block of memory: arrays one after another, and records that contain addresses of others. Addresses count from
// the start of the image; the loader adds the load address.

import { spaciousBytes } from "../../math/LargeBytes.js";

export class SceneImage {
  readonly #pieces: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  readonly #addresses: number[] = [];
  #size = 0;

  /** Returns the offset of the array. */
  place(array: ArrayBufferView): number {
    const at = this.#size;
    this.#pieces.push({ at, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
    this.#size = 16 * Math.ceil((at + array.byteLength) / 16);
    return at;
  }

  /** Marks an address at `offset` bytes in the piece that starts at `piece`. */
  noteAddress(piece: number, offset: number): void {
    this.#addresses.push(piece + offset);
  }

  finish(): { readonly bytes: Uint8Array; readonly addresses: Uint32Array } {
    const bytes = spaciousBytes(this.#size);
    for (const { at, bytes: piece } of this.#pieces) bytes.set(piece, at);
    return { bytes, addresses: Uint32Array.from(this.#addresses) };
  }
}
