// Wall-clock time of frames and their phases, in seconds (X5). It exists only while metrics are asked for.

import { performance } from "node:perf_hooks";
import { FRAME_PHASES, type FramePhase, type FrameTimes } from "../../world/FrameTimes.js";
import { counter, type Metric } from "./Metric.js";

/** Upper bounds of the histogram of frames, s. */
const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

export class FrameClock implements FrameTimes {
  readonly #now: () => number;
  readonly #ms = new Map<FramePhase, number>(FRAME_PHASES.map((phase) => [phase, 0]));
  /** Frames in each interval of the histogram; the last one has no upper bound. */
  readonly #counts = new Array<number>(BOUNDS.length + 1).fill(0);
  #sumMs = 0;
  #startMs = 0;
  #lastMs = 0;

  /** `now`: ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#startMs = this.#now();
    this.#lastMs = this.#startMs;
  }

  end(phase: FramePhase): void {
    const nowMs = this.#now();
    this.#ms.set(phase, (this.#ms.get(phase) ?? 0) + nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    if (phase === LAST_PHASE) this.#count(nowMs - this.#startMs);
  }

  #count(ms: number): void {
    const at = BOUNDS.findIndex((bound) => ms <= 1000 * bound);
    this.#counts[at < 0 ? BOUNDS.length : at]++;
    this.#sumMs += ms;
  }

  metrics(): readonly Metric[] {
    const phases = [...this.#ms].map(([phase, ms]) => ({ labels: { phase }, value: ms / 1000 }));
    let below = 0;
    const buckets = [...BOUNDS, Number.POSITIVE_INFINITY].map((bound, i) => {
      below += this.#counts[i];
      return {
        suffix: "_bucket" as const,
        labels: { le: Number.isFinite(bound) ? String(bound) : "+Inf" },
        value: below,
      };
    });
    const sums = [
      { suffix: "_sum" as const, value: this.#sumMs / 1000 },
      { suffix: "_count" as const, value: below },
    ];
    const help = "Duration of a frame, without waiting.";
    return [
      { name: "ubersim_frame_seconds", type: "histogram", help, values: [...buckets, ...sums] },
      counter("ubersim_frame_phase_seconds_total", "Time spent in each phase of frames.", phases),
    ];
  }
}

const LAST_PHASE = FRAME_PHASES[FRAME_PHASES.length - 1];
