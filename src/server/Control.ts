// Runs verbs that arrive over HTTP, WebSocket or the terminal. A verb that takes longer (`step`) is answered when it is
// done, or after a timeout with its progress.

import { performance } from "node:perf_hooks";
import type { Simulation } from "../session/Simulation.js";
import { okReply, type Reply, replyTo } from "../session/verbs/Reply.js";
import { type LaterOutcome, runLine, runVerb, type VerbContext, type VerbOutcome } from "../session/verbs/Verbs.js";

export interface ControlOptions {
  readonly simulation: Simulation;
  readonly wake: () => void;
  readonly log: (line: string) => void;
  /** Timeout after which a verb that is not done is answered with its progress, ms of wall-clock time. Default 1000. */
  readonly replyTimeoutMs?: number;
}

interface Waiting {
  readonly isDone: () => boolean;
  readonly settle: () => void;
}

const REPLY_TIMEOUT_MS = 1000;
/** How often to look whether a verb is done, ms. */
const POLL_MS = 10;
/** Further verbs are answered in another turn of the event loop, ms. */
const SETTLE_MS = 10;
/** Maximum length of a line that is quoted in an error, characters. */
const MAX_WHERE = 80;

export class Control {
  readonly #options: ControlOptions;
  readonly #waiting = new Set<Waiting>();
  #spentMs = 0;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Total time that verbs have used of this thread, ms. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** Runs a verb with JSON arguments. Never rejects. */
  perform(verb: string, args: unknown): Promise<Reply> {
    return this.#answer(verb, (context) => runVerb(context, verb, args));
  }

  /** Runs a typed line. Never rejects. */
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
      const reply = replyTo(problem, where.slice(0, MAX_WHERE));
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

  #await({ isDone, outcome, timeoutMs }: LaterOutcome): Promise<Reply> {
    const { replyTimeoutMs = timeoutMs ?? REPLY_TIMEOUT_MS } = this.#options;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        isDone,
        settle: () => {
          clearTimeout(timer);
          clearInterval(poll);
          this.#waiting.delete(waiting);
          resolve(this.#reply(outcome));
        },
      };
      const timer = setTimeout(waiting.settle, replyTimeoutMs);
      // a picture is done between frames
      const poll = setInterval(() => this.settle(), POLL_MS).unref();
      this.#waiting.add(waiting);
    });
  }

  #reply(outcome: () => VerbOutcome): Reply {
    try {
      return okReply(this.#timed(performance.now(), outcome));
    } catch (problem) {
      return replyTo(problem, "");
    }
  }

  /** Called after frames: answers the verbs that are done now. */
  settle(): void {
    const startMs = performance.now();
    for (const waiting of this.#waiting) {
      if (performance.now() - startMs > SETTLE_MS) return;
      if (waiting.isDone()) waiting.settle();
    }
  }

  /** The server stops: answers all verbs with their progress. */
  close(): void {
    for (const waiting of this.#waiting) waiting.settle();
  }
}
