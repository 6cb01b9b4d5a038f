// Writes numbers and texts, whatever arrives in between: with the next beat after a rest, then at most so often as can be
// read.

import type { FrameSchedule } from "../FrameSchedule.js";

/** Nobody reads numbers that change faster. */
const GAP_MS = 80;
/** What is nearly due goes with the beat that is there. */
const SLACK_MS = 12;

export class PageUpdates {
  readonly #schedule: FrameSchedule;
  readonly #due = new Set<() => void>();
  readonly #tick = (now: number): void => this.#paint(now);
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(schedule: FrameSchedule) {
    this.#schedule = schedule;
  }

  /** Has it called before a picture to come; asked twice, called once. */
  readonly request = (paint: () => void): void => {
    this.#due.add(paint);
    if (this.#due.size > 1) return;
    const waitMs = this.#lastMs + GAP_MS - SLACK_MS - performance.now();
    if (waitMs <= 0) this.#schedule.request(this.#tick);
    else setTimeout(() => this.#schedule.request(this.#tick), waitMs);
  };

  /** A function that asks, to be given to a topic. */
  throttled(paint: () => void): () => void {
    return () => this.request(paint);
  }

  #paint(now: number): void {
    this.#lastMs = now;
    const due = [...this.#due];
    this.#due.clear();
    for (const paint of due) paint();
  }
}
