// Runs a simulation against the wall clock. Code that changes something (input, a verb) calls `wake`: a frame that waited
// for it is then made and sent in the same turn of the event loop. Between frames the event loop handles sockets; waiting
// does not use the processor, except for #linger.

import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import type { Simulation } from "../session/Simulation.js";

/** Maximum duration of one burst of frames before sockets are handled, ms. */
const BURST_MS = 4;
const MIN_WAIT_MS = 1;
/** Maximum delay of a timer; setTimeout fails above 2^31 ms. */
const MAX_WAIT_MS = 60_000;
/** While frames follow each other without a wait: how often to drain input for the timeouts, ms. */
const BUSY_MS = 20;
/** A frame that takes longer restarts the stall timers of its clients at its end, ms. */
const LONG_FRAME_MS = 10;
/** How long the thread stays awake for an answer, ms. */
const LINGER_MS = 0.2;
const PROCESSORS = availableParallelism();
/** Internal errors in one frame after which the simulation is stopped. */
const MAX_FAILURES = 10;

/** What runs against the wall clock. */
export type Pumped = Pick<
  Simulation,
  "run" | "lasted" | "isInputSpent" | "rate" | "sessions" | "isStopped" | "stop" | "world"
>;

export interface PumpOptions<T extends Pumped = Simulation> {
  readonly simulation: T;
  /** Called before every attempt at a frame. */
  readonly beforeFrame?: ((simulation: T) => void) | undefined;
  /** Called after every burst of frames. */
  readonly afterBurst?: () => void;
  /** Called before and after every attempt at a frame, to measure. */
  readonly look?: (nowMs: number) => void;
  readonly log: (line: string) => void;
}

export class Pump<T extends Pumped = Simulation> {
  readonly #options: PumpOptions<T>;
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;
  /** No frame was attempted in this turn of the event loop. */
  #isNewTurn = true;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerDueMs = Number.POSITIVE_INFINITY;
  /** All input that arrived before this time has been read. */
  #heardMs = performance.now();
  #isLingering = false;
  #lingerUntilMs = 0;
  #failures = 0;
  #failedFrame = -1;
  #hasFailed = false;

  constructor(options: PumpOptions<T>) {
    this.#options = options;
  }

  /** True: the simulation was stopped because of internal errors. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Runs frames until the simulation has to wait. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    const { simulation, look } = this.#options;
    const startMs = performance.now();
    look?.(startMs);
    let nowMs = startMs;
    let waitMs = 0;
    while (waitMs <= 0 || this.#isWoken) {
      this.#isWoken = false;
      waitMs = this.#runOnce(nowMs);
      const endMs = performance.now();
      look?.(endMs);
      if (endMs - nowMs > LONG_FRAME_MS) simulation.lasted(nowMs, endMs);
      nowMs = endMs;
      if (nowMs - startMs > BURST_MS || simulation.isInputSpent) break;
    }
    this.#isRunning = false;
    this.#options.afterBurst?.();
    this.#plan(this.#isWoken ? 0 : waitMs, nowMs);
    if (waitMs > 0) this.#linger(nowMs);
  }

  /**
   * At full speed an answer arrives within microseconds. The thread stays awake for it, because sleeping and waking can
   * cost more than the frame. Only where each client has a processor of its own: others need this one.
   */
  #linger(nowMs: number): void {
    const { rate, sessions } = this.#options.simulation;
    if (sessions.length >= PROCESSORS || rate !== Number.POSITIVE_INFINITY) return;
    this.#lingerUntilMs = nowMs + LINGER_MS;
    if (this.#isLingering) return;
    this.#isLingering = true;
    const check = (): void => {
      this.#isLingering = !this.#isStopped && performance.now() < this.#lingerUntilMs;
      if (this.#isLingering) setImmediate(check);
    };
    setImmediate(check);
  }

  #runOnce(nowMs: number): number {
    const { simulation, beforeFrame } = this.#options;
    try {
      beforeFrame?.(simulation);
      const isNewTurn = this.#isNewTurn;
      this.#isNewTurn = false;
      return simulation.run(nowMs, this.#heardMs, isNewTurn);
    } catch (problem) {
      this.#reportInternal(problem);
      return MIN_WAIT_MS;
    }
  }

  /** An internal error (a client's error ends only its session, W7). The simulation continues unless it fails again and again. */
  #reportInternal(problem: unknown): void {
    const { simulation, log } = this.#options;
    log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
    const { frame } = simulation.world;
    this.#failures = frame === this.#failedFrame ? this.#failures + 1 : 1;
    this.#failedFrame = frame;
    if (this.#failures < MAX_FAILURES || simulation.isStopped) return;
    log(`internal error: the simulation stops after ${MAX_FAILURES} errors in one frame`);
    this.#hasFailed = true;
    simulation.stop();
  }

  /** Wakes in the next turn of the event loop. For callers in this process, which would otherwise starve the sockets. */
  wakeSoon(): void {
    if (this.#isStopped) return;
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined;
      this.#isNewTurn = true;
      this.wake();
    });
  }

  #plan(waitMs: number, nowMs: number): void {
    if (waitMs <= 0) this.wakeSoon();
    if (waitMs === Number.POSITIVE_INFINITY) return;
    // while frames follow without a wait, input is still drained now and then
    const wait = waitMs <= 0 ? BUSY_MS : Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs));
    // an earlier timer plans again when it fires
    if (this.#timerDueMs <= nowMs + wait) return;
    clearTimeout(this.#timer);
    this.#timerDueMs = nowMs + wait;
    this.#timer = setTimeout(() => {
      this.#timerDueMs = Number.POSITIVE_INFINITY;
      this.#drainInput();
    }, wait);
    this.#timer.unref();
  }

  /** In a turn of the event loop timers run before sockets and immediates after them: then all earlier input is read. */
  #drainInput(): void {
    const nowMs = performance.now();
    setImmediate(() => {
      this.#heardMs = nowMs;
      this.#isNewTurn = true;
      this.wake();
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
  }
}
