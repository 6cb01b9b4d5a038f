// Limits the work for incoming datagrams in one turn of the event loop (W8), so that a flood of datagrams takes a bounded part of the
// world's time. Jobs beyond the limit wait for the next turns, in order; jobs beyond the queue's length are dropped, as a full
// socket would drop them.

import { performance } from "node:perf_hooks";

/** Time for jobs in one turn, ms. */
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

  /** Number of dropped jobs. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Runs a job now or in one of the next turns. */
  run(job: () => void): void {
    if (this.#waiting.length === 0 && this.#usedMs < this.#maxMs) this.#runJob(job);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(job);
    else this.#dropped++;
    this.#next ??= setImmediate(() => this.#turn());
  }

  #runJob(job: () => void): void {
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
    while (done < this.#waiting.length && this.#usedMs < this.#maxMs) this.#runJob(this.#waiting[done++] as () => void);
    this.#waiting = this.#waiting.slice(done);
    if (this.#usedMs > 0) this.#next ??= setImmediate(() => this.#turn());
  }

  /** Drops all waiting jobs. */
  stop(): void {
    clearImmediate(this.#next);
    this.#waiting = [];
  }
}
