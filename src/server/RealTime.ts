// Follows the wall clock: lets simulated time run at `rate` times real time, or as fast as it goes, and measures what
// was achieved. The only place so far that looks at a clock.

export interface RealTimeOptions {
  /** 1: real time; Infinity: as fast as it goes. */
  readonly rate: number;
  /** Advances the simulation by one step. */
  readonly step: () => void;
  /** Simulated seconds now. */
  readonly time: () => number;
  /** Called about every `everyMs` of wall time with the achieved real-time factor. */
  readonly report: (factor: number) => void;
  readonly everyMs: number;
  /** Asked between bursts of steps. */
  readonly done: () => boolean;
}

/** Longest burst of steps before the program listens again, ms. */
const BURST_MS = 20;
/** A world that cannot keep up lets go of what it missed beyond this, s. */
const MOST_BEHIND = 0.25;

export async function runRealTime(options: RealTimeOptions): Promise<void> {
  const { rate, step, time, report, everyMs, done } = options;
  let [clock, simulated] = [performance.now(), time()];
  let [reportClock, reportTime] = [clock, simulated];
  while (!done()) {
    const start = performance.now();
    const due = simulated + ((start - clock) / 1000) * rate;
    while (time() < due && performance.now() - start < BURST_MS && !done()) step();
    if (due - time() > MOST_BEHIND * rate) [clock, simulated] = [performance.now(), time()];
    const now = performance.now();
    if (now - reportClock >= everyMs) {
      report((time() - reportTime) / ((now - reportClock) / 1000));
      [reportClock, reportTime] = [now, time()];
    }
    // at full speed only give way to signals; otherwise sleep a little
    await new Promise((resolve) => (time() < due ? setImmediate(resolve) : setTimeout(resolve, 2)));
  }
}
