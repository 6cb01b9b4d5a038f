// Limits the work for incoming datagrams in one turn of the event loop (W8), so that a flood of datagrams takes a bounded part of the
// world's time. Jobs beyond the limit wait for the next turns, in order; jobs beyond the queue's length are dropped, as a full
// socket would drop them. After a long job the next ones wait PAUSE times as long.

import { performance } from "node:perf_hooks";

/** Time for jobs in one turn, ms. */
const MAX_MS = 2;
const MAX_WAITING = 256;
/** After a turn above LONG_MS jobs wait this many times as long as the turn took. */
const PAUSE = 4;
const LONG_MS = 100;
const MAX_PAUSE_MS = 2000;

export class TurnBudget {
  #waiting: (() => void)[] = [];
  #usedMs = 0;
  #next: NodeJS.Immediate | undefined;
  #pause: NodeJS.Timeout | undefined;
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
    this.#plan();
  }

  #runJob(job: () => void): void {
    const startMs = performance.now();
    try {
      job();
    } finally {
      this.#usedMs += performance.now() - startMs;
    }
  }

  /** The next turn: at once, or after a pause. */
  #plan(): void {
    if (this.#pause) return;
    if (this.#usedMs < LONG_MS) {
      this.#next ??= setImmediate(() => this.#turn());
      return;
    }
    clearImmediate(this.#next);
    this.#next = undefined;
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined;
        this.#turn();
      },
      Math.min(PAUSE * this.#usedMs, MAX_PAUSE_MS),
    ).unref();
  }

  #turn(): void {
    this.#next = undefined;
    this.#usedMs = 0;
    let done = 0;
    while (done < this.#waiting.length && this.#usedMs < this.#maxMs) this.#runJob(this.#waiting[done++] as () => void);
    this.#waiting = this.#waiting.slice(done);
    if (this.#usedMs > 0) this.#plan();
  }

  /** Drops all waiting jobs. */
  stop(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#pause);
    this.#waiting = [];
  }
}
