// What takes long to make for pictures of a size, by key (S4). Holds things for so many pixels together: who asks for ever new
// ones of large pictures costs the others their place, never the memory (R11). The oldest goes first; the newest stays,
// however large.

/** However small they are. */
export const MAX_ENTRIES = 128;

export class PixelCache<T> {
  readonly #maxPixels: number;
  readonly #entries = new Map<string, { readonly value: T; readonly pixels: number }>();
  #pixels = 0;

  constructor(maxPixels: number) {
    this.#maxPixels = maxPixels;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The one that is known by this key, or what `make` gives, kept for the next. */
  get(key: string, pixels: number, make: () => T): T {
    const known = this.#entries.get(key);
    if (known) return known.value;
    const value = make();
    for (const [old, { pixels: own }] of this.#entries) {
      if (this.#pixels + pixels <= this.#maxPixels && this.#entries.size < MAX_ENTRIES) break;
      this.#entries.delete(old);
      this.#pixels -= own;
    }
    this.#entries.set(key, { value, pixels });
    this.#pixels += pixels;
    return value;
  }
}
