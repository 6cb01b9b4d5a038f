// Views of payloads, for reading numbers. A link that reads into one buffer puts the messages of every answer at the same places
// of it, and a view that exists costs far less than a new one. A view is valid until the link reads again.

import type { Message } from "./Codec.js";

/** Maximum number of views that are kept, and maximum length of a buffer that is kept for them, bytes. */
const [MAX_VIEWS, MAX_BYTES] = [64, 1 << 16];

export class PayloadViews {
  #buffer: ArrayBufferLike | undefined;
  /** By place in the buffer. */
  readonly #views = new Map<number, DataView>();

  of({ bytes, from, length }: Message): DataView {
    const { buffer } = bytes;
    const at = bytes.byteOffset + from;
    if (buffer.byteLength > MAX_BYTES) return new DataView(buffer, at, length);
    if (buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#views.clear();
    }
    const known = this.#views.get(at);
    if (known !== undefined && known.byteLength === length) return known;
    const view = new DataView(buffer, at, length);
    if (known !== undefined || this.#views.size < MAX_VIEWS) this.#views.set(at, view);
    return view;
  }
}
