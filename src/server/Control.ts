// Runs verbs that arrive over HTTP, WebSocket or the terminal. A verb that takes longer (`step`) is answered when it is
// done, or after a timeout with its progress. VerbQueue.ts: verbs that wait for models.

import { performance } from "node:perf_hooks";
import { SimError } from "../describe/SimError.js";
import type { Simulation } from "../session/Simulation.js";
import type { PlannedVerb } from "../session/verbs/PlannedVerb.js";
import { okReply, type Reply, replyTo } from "../session/verbs/Reply.js";
import {
  type LaterOutcome,
  planCall,
  readVerb,
  type VerbCall,
  type VerbOutcome,
  type VerbTable,
} from "../session/verbs/Verbs.js";
import { type VerbClient, VerbQueue } from "./VerbQueue.js";

export interface ControlOptions {
  readonly simulation: Simulation;
  /** Default: those of the simulation. */
  readonly verbs?: VerbTable;
  readonly wake: () => void;
  readonly log: (line: string) => void;
  /** Timeout after which a verb that is not done is answered with its progress, ms of wall-clock time. Default 1000. */
  readonly replyTimeoutMs?: number;
}

interface Waiting {
  readonly isDone: () => boolean;
  readonly settle: () => void;
}

interface BegunVerb {
  readonly reply: Promise<Reply> | Reply;
  /** Settles when the verb has acted; absent: it has. */
  readonly done?: Promise<unknown>;
}

const REPLY_TIMEOUT_MS = 1000;
/** How often to look whether a verb is done, ms. */
const POLL_MS = 10;
/** Further verbs are answered in another turn of the event loop, ms. */
const SETTLE_MS = 10;
/** Maximum length of a line that is quoted in an error, characters. */
const MAX_WHERE = 80;

/** Tells the client how long the work takes of this thread. */
function timed<T>(nowMs: number, client: VerbClient, work: () => T): T {
  try {
    return work();
  } finally {
    client.spend?.(performance.now() - nowMs);
  }
}

function replyOf(outcome: () => VerbOutcome, client: VerbClient): Reply {
  try {
    return okReply(timed(performance.now(), client, outcome));
  } catch (problem) {
    return replyTo(problem, "");
  }
}

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : Array.isArray(value) ? JSON.stringify(value).length : 0;

/** Characters of the texts and lists in its arguments. */
const sizeOf = ({ args }: VerbCall): number =>
  Object.values(args).reduce((sum: number, value) => sum + lengthOf(value), 0);

export class Control {
  readonly #options: ControlOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #queue = new VerbQueue();
  /** The terminal, and programs that start a server of their own. */
  readonly #user: VerbClient = {};

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Runs a verb with JSON arguments, for a client; default: the user at the terminal. Never rejects. */
  perform(verb: string, args: unknown, client: VerbClient = this.#user): Promise<Reply> {
    return this.#answer(verb, (verbs) => readVerb(verbs, verb, args), client);
  }

  /** Runs a typed line. Never rejects. */
  performLine(line: string, client: VerbClient = this.#user): Promise<Reply> {
    return this.#answer(line, (verbs) => verbs.readLine(line), client);
  }

  /** Number of verbs that wait for others. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  async #answer(where: string, read: (verbs: VerbTable) => VerbCall, client: VerbClient): Promise<Reply> {
    const { simulation, verbs = simulation.verbs, log } = this.#options;
    try {
      const call = read(verbs);
      const begun = this.#queue.add(client, sizeOf(call), () => this.#begin(call, client));
      return await (begun instanceof Promise ? (await begun).reply : begun.reply);
    } catch (problem) {
      const reply = replyTo(problem, where.slice(0, MAX_WHERE));
      if (reply.result === 105) log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
      return reply;
    }
  }

  #begin(call: VerbCall, client: VerbClient): BegunVerb {
    const { simulation } = this.#options;
    const nowMs = performance.now();
    const planned = timed(nowMs, client, () => planCall({ simulation, nowMs }, call));
    const later = simulation.prepare(planned.jobs, () => ({ reply: this.#run(planned, client) }));
    return later ? { reply: later.then(({ reply }) => reply), done: later } : { reply: this.#run(planned, client) };
  }

  #run(planned: PlannedVerb, client: VerbClient): Promise<Reply> | Reply {
    const { simulation, wake } = this.#options;
    const nowMs = performance.now();
    const outcome = timed(nowMs, client, () => planned.run());
    simulation.lasted(nowMs, performance.now());
    const reply = outcome.later ? this.#await(outcome.later, client) : okReply(outcome);
    wake();
    return reply;
  }

  #await({ isDone, outcome, timeoutMs }: LaterOutcome, client: VerbClient): Promise<Reply> {
    const { replyTimeoutMs = timeoutMs ?? REPLY_TIMEOUT_MS } = this.#options;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        isDone,
        settle: () => {
          clearTimeout(timer);
          clearInterval(poll);
          this.#waiting.delete(waiting);
          resolve(replyOf(outcome, client));
        },
      };
      const timer = setTimeout(waiting.settle, replyTimeoutMs);
      // a picture is done between frames
      const poll = setInterval(() => this.settle(), POLL_MS).unref();
      this.#waiting.add(waiting);
    });
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
    this.#queue.close(new SimError("SERVER_STOPPED", { where: "server", found: "a verb to a server that stops" }));
    for (const waiting of this.#waiting) waiting.settle();
  }
}
