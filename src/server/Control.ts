// Runs verbs for whoever asks, over HTTP, WebSocket or the terminal. A verb that takes its time is answered when it is
// done, or after a short while with how far it got.

import { performance } from "node:perf_hooks";
import type { Simulation } from "../session/Simulation.js";
import { okReply, type Reply, replyTo } from "../session/verbs/Reply.js";
import { type LaterOutcome, runLine, runVerb, type VerbContext, type VerbOutcome } from "../session/verbs/Verbs.js";

export interface ControlOptions {
  readonly simulation: Simulation;
  readonly wake: () => void;
  readonly log: (line: string) => void;
  /** How long a verb may take before it is answered with what it waits for, ms. */
  readonly patienceMs?: number;
}

interface Waiting {
  readonly isDone: () => boolean;
  readonly settle: () => void;
}

const PATIENCE_MS = 1000;
/** Of a line, where it has to be told, characters. */
const LONGEST_WHERE = 80;

export class Control {
  readonly #options: ControlOptions;
  readonly #waiting = new Set<Waiting>();
  #spentMs = 0;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** What verbs have taken of this thread's time so far, ms. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** A verb and its JSON arguments. Never rejects. */
  perform(verb: string, args: unknown): Promise<Reply> {
    return this.#answer(verb, (context) => runVerb(context, verb, args));
  }

  /** A line as it is typed. Never rejects. */
  performLine(line: string): Promise<Reply> {
    return this.#answer(line, (context) => runLine(context, line));
  }

  async #answer(where: string, work: (context: VerbContext) => VerbOutcome): Promise<Reply> {
    const { simulation, wake, log } = this.#options;
    const nowMs = performance.now();
    try {
      const outcome = this.#timed(nowMs, () => work({ simulation, nowMs }));
      simulation.lasted(nowMs, performance.now());
      const reply = outcome.later ? this.#await(outcome.later) : okReply(outcome);
      wake();
      return reply;
    } catch (problem) {
      const reply = replyTo(problem, where.slice(0, LONGEST_WHERE));
      if (reply.result === 105) log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
      return reply;
    }
  }

  #timed<T>(nowMs: number, work: () => T): T {
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - nowMs;
    }
  }

  #await({ isDone, outcome }: LaterOutcome): Promise<Reply> {
    const { patienceMs = PATIENCE_MS } = this.#options;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        isDone,
        settle: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve(okReply(outcome()));
        },
      };
      const timer = setTimeout(waiting.settle, patienceMs);
      this.#waiting.add(waiting);
    });
  }

  /** Frames were made: who waited for them is answered. */
  settle(): void {
    for (const waiting of this.#waiting) if (waiting.isDone()) waiting.settle();
  }
}
