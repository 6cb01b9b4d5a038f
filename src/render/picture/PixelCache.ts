// What takes long to make for pictures of a size, by key (S4). Holds things for so many pixels together: who asks for ever new
// ones of large pictures costs the others their place, never the memory (R11). The oldest goes first; the newest stays,
// however large.

/** However small they are. */
export const MAX_THINGS = 128;

export class PixelCache<T> {
  readonly #most: number;
  readonly #things = new Map<string, { readonly thing: T; readonly pixels: number }>();
  #pixels = 0;

  constructor(maxPixels: number) {
    this.#most = maxPixels;
  }

  get size(): number {
    return this.#things.size;
  }

  /** The one that is known by this key, or what `make` gives, kept for the next. */
  get(key: string, pixels: number, make: () => T): T {
    const known = this.#things.get(key);
    if (known) return known.thing;
    const thing = make();
    for (const [old, { pixels: own }] of this.#things) {
      if (this.#pixels + pixels <= this.#most && this.#things.size < MAX_THINGS) break;
      this.#things.delete(old);
      this.#pixels -= own;
    }
    this.#things.set(key, { thing, pixels });
    this.#pixels += pixels;
    return thing;
  }
}
