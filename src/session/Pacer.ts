// Ties simulated time to the wall clock, which is an argument (T2): says how long to wait for the next frame, and how fast
// the world really went. A world that falls behind lets go of what it missed; it does not race to catch up.

const NS_PER_MS = 1e6;
/** More than this is let go, ms. */
export const MAX_BEHIND_MS = 250;
const WINDOW_MS = 1000;

export class Pacer {
  #rate: number;
  #anchor: { readonly ms: number; readonly ns: number; readonly rate: number } | undefined;
  #window: { readonly ms: number; readonly ns: number } | undefined;
  #factor = Number.NaN;

  /** Times real time; Infinity: as fast as it goes. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  get rate(): number {
    return this.#rate;
  }

  set rate(rate: number) {
    this.#rate = rate;
    this.restart();
  }

  /** Simulated over real time, measured over the last second or so; NaN before. */
  get factor(): number {
    return this.#factor;
  }

  /** After a pause or a jump in time. */
  restart(): void {
    this.reanchor();
    this.#window = undefined;
    this.#factor = Number.NaN;
  }

  /** The next frame is due now: what took long in between is not caught up. */
  reanchor(): void {
    this.#anchor = undefined;
  }

  /** Milliseconds until the frame at `nextNs` is due; at most `cap` times real time. Below zero: late by so much. */
  wait(nowMs: number, nextNs: number, cap = Number.POSITIVE_INFINITY): number {
    const rate = Math.min(this.#rate, cap);
    if (rate === Number.POSITIVE_INFINITY) return 0;
    if (this.#anchor?.rate !== rate) this.#anchor = { ms: nowMs, ns: nextNs, rate };
    const wait = this.#anchor.ms + (nextNs - this.#anchor.ns) / NS_PER_MS / rate - nowMs;
    if (wait >= -MAX_BEHIND_MS) return wait;
    this.#anchor = { ms: nowMs, ns: nextNs, rate };
    return wait;
  }

  /** A frame was done. */
  measure(nowMs: number, timeNs: number): void {
    this.#window ??= { ms: nowMs, ns: timeNs };
    const elapsed = nowMs - this.#window.ms;
    if (elapsed < WINDOW_MS) return;
    this.#factor = (timeNs - this.#window.ns) / NS_PER_MS / elapsed;
    this.#window = { ms: nowMs, ns: timeNs };
  }
}
