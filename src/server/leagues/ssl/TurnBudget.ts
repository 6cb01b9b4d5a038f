// Work that comes from outside, a little in every turn of the event loop (W8): who floods the ports with datagrams costs the
// world a bounded part of its time. What is too much for a turn waits for the next; what is too much to wait is let go, as a
// full socket would. The order stays.

import { performance } from "node:perf_hooks";

/** Of one turn, ms. */
const MAX_MS = 2;
const MAX_WAITING = 256;

export class TurnBudget {
  #waiting: (() => void)[] = [];
  #usedMs = 0;
  #next: NodeJS.Immediate | undefined;
  #dropped = 0;
  readonly #maxMs: number;

  constructor(maxMs = MAX_MS) {
    this.#maxMs = maxMs;
  }

  /** Jobs that were let go. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Now, or in one of the next turns. */
  run(job: () => void): void {
    if (this.#waiting.length === 0 && this.#usedMs < this.#maxMs) this.#do(job);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(job);
    else this.#dropped++;
    this.#next ??= setImmediate(() => this.#turn());
  }

  #do(job: () => void): void {
    const startMs = performance.now();
    try {
      job();
    } finally {
      this.#usedMs += performance.now() - startMs;
    }
  }

  #turn(): void {
    this.#next = undefined;
    this.#usedMs = 0;
    let done = 0;
    while (done < this.#waiting.length && this.#usedMs < this.#maxMs) this.#do(this.#waiting[done++] as () => void);
    this.#waiting = this.#waiting.slice(done);
    if (this.#usedMs > 0) this.#next ??= setImmediate(() => this.#turn());
  }

  /** Forgets what waits. */
  stop(): void {
    clearImmediate(this.#next);
    this.#waiting = [];
  }
}
