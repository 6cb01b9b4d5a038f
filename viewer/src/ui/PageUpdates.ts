// Throttles updates of texts and numbers: after a pause they run in the next frame, then at most every GAP_MS, however
// often they are requested.

import type { FrameSchedule } from "../FrameSchedule.js";

/** Minimum time between updates, ms: faster changes are unreadable. */
const GAP_MS = 80;
/** An update that is due within this time runs in the current frame, ms. */
const SLACK_MS = 12;

export class PageUpdates {
  readonly #schedule: FrameSchedule;
  readonly #due = new Set<() => void>();
  readonly #tick = (now: number): void => this.#paint(now);
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(schedule: FrameSchedule) {
    this.#schedule = schedule;
  }

  /** Runs the update in a coming frame. Several requests of one update run it once. */
  readonly request = (paint: () => void): void => {
    this.#due.add(paint);
    if (this.#due.size > 1) return;
    const waitMs = this.#lastMs + GAP_MS - SLACK_MS - performance.now();
    if (waitMs <= 0) this.#schedule.request(this.#tick);
    else setTimeout(() => this.#schedule.request(this.#tick), waitMs);
  };

  /** Returns a listener that requests the update. */
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
