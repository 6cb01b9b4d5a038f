// A piece of memory in the making: arrays one after another, records with addresses of others in them. Addresses count from
// the beginning of the image; whoever loads it adds where it came to stand.

export class SceneImage {
  readonly #pieces: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  readonly #addresses: number[] = [];
  #size = 0;

  /** Gives where it begins. */
  place(array: ArrayBufferView): number {
    const at = this.#size;
    this.#pieces.push({ at, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
    this.#size = 16 * Math.ceil((at + array.byteLength) / 16);
    return at;
  }

  /** There is an address in the piece that begins at `piece`, `offset` bytes on. */
  noteAddress(piece: number, offset: number): void {
    this.#addresses.push(piece + offset);
  }

  finish(): { readonly bytes: Uint8Array; readonly addresses: Uint32Array } {
    const bytes = new Uint8Array(this.#size);
    for (const { at, bytes: piece } of this.#pieces) bytes.set(piece, at);
    return { bytes, addresses: Uint32Array.from(this.#addresses) };
  }
}
