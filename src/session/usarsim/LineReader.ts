// Splits the bytes of a connection into lines (W8). A line that is too long is given up to its end, and reported once.

import { SimError } from "../../describe/SimError.js";

/** Maximum length of a line, bytes. */
export const MAX_LINE = 16_384;

const [LF, CR] = [10, 13];

export class LineReader {
  readonly #decoder = new TextDecoder();
  readonly #line = new Uint8Array(MAX_LINE);
  #length = 0;
  #isLost = false;

  /** Bytes of the line that has not ended. */
  get held(): number {
    return this.#length;
  }

  /** Gives every whole line, or the error of one that is too long. Empty lines are left out. */
  push(bytes: Uint8Array): readonly (string | SimError)[] {
    const lines: (string | SimError)[] = [];
    for (const byte of bytes) {
      if (byte !== LF && byte !== CR) {
        if (this.#length < MAX_LINE) this.#line[this.#length++] = byte;
        else if (!this.#isLost) {
          this.#isLost = true;
          lines.push(tooLong());
        }
        continue;
      }
      const text = this.#isLost ? "" : this.#decoder.decode(this.#line.subarray(0, this.#length)).trim();
      if (text !== "") lines.push(text);
      this.#length = 0;
      this.#isLost = false;
    }
    return lines;
  }
}

const tooLong = (): SimError =>
  new SimError("LINE_TOO_LONG", {
    where: "line",
    found: "more bytes without an end of line",
    allowed: `at most ${MAX_LINE} bytes`,
  });
