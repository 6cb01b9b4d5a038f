// Keeps a simulation going on the wall clock. Whoever brings news calls `wake`: the frame that was waited for is then made
// and sent in the same turn of the event loop. Between frames it listens; it never turns in circles while it waits.

import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import type { Simulation } from "../session/Simulation.js";

/** Longest run of frames before the program listens again, ms. */
const BURST_MS = 4;
const MIN_WAIT_MS = 1;
/** Longer than any timer should be trusted with, ms. */
const MAX_WAIT_MS = 60_000;
const BUSY_MS = 20;
/** A frame that takes longer is not at its clients' expense, ms. */
const LONG_MS = 10;
/** How long to stay awake for an answer, ms. */
const LINGER_MS = 0.2;
const HAS_SPARE_PROCESSOR = availableParallelism() > 1;
/** A world that fails so often without moving is given up. */
const MAX_FAILURES = 10;

export interface PumpOptions {
  readonly simulation: Simulation;
  /** Before every attempt at a frame: what is due at this instant of simulated time, done from outside. */
  readonly beforeFrame?: ((simulation: Simulation) => void) | undefined;
  /** After every burst: somebody may be waiting for what happened. */
  readonly afterBurst?: () => void;
  readonly log: (line: string) => void;
}

export class Pump {
  readonly #options: PumpOptions;
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerDueMs = Number.POSITIVE_INFINITY;
  /** What arrived before has been heard. */
  #heardMs = performance.now();
  #isLingering = false;
  #lingerUntilMs = 0;
  #failures = 0;
  #failedFrame = -1;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** Something arrived or was told: on as far as it goes. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    const startMs = performance.now();
    let nowMs = startMs;
    let waitMs = 0;
    while (waitMs <= 0 || this.#isWoken) {
      this.#isWoken = false;
      waitMs = this.#runOnce(nowMs);
      const endMs = performance.now();
      if (endMs - nowMs > LONG_MS) this.#options.simulation.lasted(nowMs, endMs);
      nowMs = endMs;
      if (nowMs - startMs > BURST_MS) break;
    }
    this.#isRunning = false;
    this.#options.afterBurst?.();
    this.#plan(this.#isWoken ? 0 : waitMs, nowMs);
    if (waitMs > 0) this.#linger(nowMs);
  }

  /**
   * At full speed the answer is expected within microseconds: the thread stays awake for it, since putting it to sleep and
   * waking it again can cost more than the frame. Only where another processor is free for the clients.
   */
  #linger(nowMs: number): void {
    if (!HAS_SPARE_PROCESSOR || this.#options.simulation.rate !== Number.POSITIVE_INFINITY) return;
    this.#lingerUntilMs = nowMs + LINGER_MS;
    if (this.#isLingering) return;
    this.#isLingering = true;
    const look = (): void => {
      this.#isLingering = !this.#isStopped && performance.now() < this.#lingerUntilMs;
      if (this.#isLingering) setImmediate(look);
    };
    setImmediate(look);
  }

  #runOnce(nowMs: number): number {
    const { simulation, beforeFrame } = this.#options;
    try {
      beforeFrame?.(simulation);
      return simulation.run(nowMs, this.#heardMs);
    } catch (problem) {
      this.#complain(problem);
      return MIN_WAIT_MS;
    }
  }

  /** Our own mistake: whoever was at fault has been told by its session; everybody else goes on (W7). */
  #complain(problem: unknown): void {
    const { simulation, log } = this.#options;
    log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
    const { frame } = simulation.world;
    this.#failures = frame === this.#failedFrame ? this.#failures + 1 : 1;
    this.#failedFrame = frame;
    if (this.#failures < MAX_FAILURES || simulation.isStopped) return;
    log("internal error: the world cannot go on");
    simulation.stop();
  }

  /** In the next turn: for news from within this process, which would otherwise leave no turn to anybody else. */
  wakeSoon(): void {
    if (this.#isStopped) return;
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined;
      this.wake();
    });
  }

  #plan(waitMs: number, nowMs: number): void {
    if (waitMs <= 0) this.wakeSoon();
    if (waitMs === Number.POSITIVE_INFINITY) return;
    // while it is busy it listens now and then all the same
    const wait = waitMs <= 0 ? BUSY_MS : Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs));
    // a timer that comes sooner asks again by itself
    if (this.#timerDueMs <= nowMs + wait) return;
    clearTimeout(this.#timer);
    this.#timerDueMs = nowMs + wait;
    this.#timer = setTimeout(() => {
      this.#timerDueMs = Number.POSITIVE_INFINITY;
      this.#listen();
    }, wait);
    this.#timer.unref();
  }

  /** Timers come before sockets in a turn of the event loop, immediates after them: by then all has been heard. */
  #listen(): void {
    const nowMs = performance.now();
    setImmediate(() => {
      this.#heardMs = nowMs;
      this.wake();
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
  }
}
