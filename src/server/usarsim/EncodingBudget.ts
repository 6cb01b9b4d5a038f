// Limits the time in which the main thread encodes pictures for the image server (W8): each of many clients may ask for another part of a
// large picture. After a piece of work the next one waits three times as long, so that the world keeps most of the time.

import { performance } from "node:perf_hooks";

const WAIT = 3;
/** Shorter work does not wait, ms. */
const SHORT_MS = 1;

export class EncodingBudget {
  readonly #now: () => number;
  #freeMs = Number.NEGATIVE_INFINITY;

  /** `now`: the clock, ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** False: the work has to be tried again later. */
  get isFree(): boolean {
    return this.#now() >= this.#freeMs;
  }

  run(work: () => void): void {
    const fromMs = this.#now();
    try {
      work();
    } finally {
      const toMs = this.#now();
      if (toMs - fromMs > SHORT_MS) this.#freeMs = toMs + WAIT * (toMs - fromMs);
    }
  }
}
