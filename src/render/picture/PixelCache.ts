// Cache for values that are expensive to make for a picture size (S4). Bounded by the total number of pixels, so that
// ever new large requests evict other entries instead of filling the memory (R11). The oldest entry goes first; the
// newest always stays.

/** Maximum number of entries of any size. */
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

  /** The cached value of the key, else the result of `make`, which is cached. */
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
