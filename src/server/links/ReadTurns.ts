// Input of WebSockets that waits for its turn (W8). A piece of 64 kB may hold nine thousand messages or fragments, and many
// connections may have a piece in the same turn of the event loop. Pieces are given to their stream in slices; when the
// slices of a turn have taken MAX_MS, the rest waits for the next turn, one connection after the other.

import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";

/** Time for input in one turn of the event loop, ms. */
const MAX_MS = 4;
/** Length of a slice, bytes. */
export const SLICE_BYTES = 4096;

export class ReadTurns {
  readonly #waiting = new Set<() => void>();
  readonly #now: () => number;
  #usedMs = 0;
  #isPlanned = false;

  /** `now`: the clock, ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Paces what a connection reads from now on. */
  pace(connection: Readable): void {
    const push = connection.push.bind(connection);
    /** The rest of the input; null is its end. */
    let rest: (Buffer | null)[] = [];
    const proceed = (): boolean => {
      let isWanted = true;
      while (rest.length > 0 && this.#usedMs < MAX_MS) {
        const [piece] = rest;
        const slice = piece?.subarray(0, SLICE_BYTES) ?? null;
        if (piece && piece.length > SLICE_BYTES) rest[0] = piece.subarray(SLICE_BYTES);
        else rest.shift();
        isWanted = this.#timed(() => push(slice));
      }
      if (rest.length > 0) this.#plan(proceed);
      return isWanted && rest.length === 0;
    };
    connection.push = (piece: Buffer | null): boolean => {
      if (connection.destroyed) rest = [];
      rest.push(piece);
      // a piece is waiting already: this one comes after it
      return rest.length === 1 && proceed();
    };
    connection.once("close", () => {
      rest = [];
      this.#waiting.delete(proceed);
    });
  }

  #timed(work: () => boolean): boolean {
    const startMs = this.#now();
    const result = work();
    this.#usedMs += this.#now() - startMs;
    // it counts from zero in the next turn; little time is not worth a turn
    if (this.#usedMs > MAX_MS / 4) this.#plan();
    return result;
  }

  #plan(proceed?: () => void): void {
    if (proceed) this.#waiting.add(proceed);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    this.#usedMs = 0;
    for (const proceed of this.#waiting) {
      if (this.#usedMs >= MAX_MS) break;
      this.#waiting.delete(proceed);
      // adds itself again, at the end of the line
      proceed();
    }
    if (this.#waiting.size > 0) this.#plan();
  }
}
