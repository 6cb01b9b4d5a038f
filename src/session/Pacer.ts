// Paces simulated time by the wall clock, which is an argument (T2): computes the wait before the next frame, and measures the
// speed that was reached. A simulation that falls far behind does not catch up: the schedule restarts at the present.

const NS_PER_MS = 1e6;
/** Maximum delay that is caught up, ms. */
export const MAX_BEHIND_MS = 250;
/** Duration over which the speed is measured, ms. */
const WINDOW_MS = 1000;

export class Pacer {
  #rate: number;
  #anchor: { readonly ms: number; readonly ns: number; readonly rate: number } | undefined;
  #window: { readonly ms: number; readonly ns: number } | undefined;
  #factor = Number.NaN;

  /** `rate`: factor on real time; Infinity: as fast as possible. */
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

  /** Simulated time / wall-clock time, over the last second; NaN: not measured yet. */
  get factor(): number {
    return this.#factor;
  }

  /** To be called after a pause or a jump in time. */
  restart(): void {
    this.reanchor();
    this.#window = undefined;
    this.#factor = Number.NaN;
  }

  /** The next frame is due at once; the time before it is not caught up. */
  reanchor(): void {
    this.#anchor = undefined;
  }

  /** Milliseconds until the frame at `nextNs` is due; negative: it is late. `cap`: upper limit of the rate. */
  wait(nowMs: number, nextNs: number, cap = Number.POSITIVE_INFINITY): number {
    const rate = Math.min(this.#rate, cap);
    if (rate === Number.POSITIVE_INFINITY) return 0;
    if (this.#anchor?.rate !== rate) this.#anchor = { ms: nowMs, ns: nextNs, rate };
    const wait = this.#anchor.ms + (nextNs - this.#anchor.ns) / NS_PER_MS / rate - nowMs;
    if (wait >= -MAX_BEHIND_MS) return wait;
    this.#anchor = { ms: nowMs, ns: nextNs, rate };
    return wait;
  }

  /** To be called after each frame. */
  measure(nowMs: number, timeNs: number): void {
    this.#window ??= { ms: nowMs, ns: timeNs };
    const elapsed = nowMs - this.#window.ms;
    if (elapsed < WINDOW_MS) return;
    this.#factor = (timeNs - this.#window.ns) / NS_PER_MS / elapsed;
    this.#window = { ms: nowMs, ns: timeNs };
  }
}
