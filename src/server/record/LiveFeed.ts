// What the connections of one protocol, such as Foxglove's, see of a running simulation. It is made for the first connection and dropped
// with the last one. An error in it ends these connections; the simulation goes on.

import type { Simulation } from "../../session/Simulation.js";

/** What is sent over one protocol. */
interface Live {
  afterFrame(): void;
  log(line: string): void;
  /** Sends with the next frame what is otherwise sent only when it changes. */
  refresh(): void;
}

interface LiveFeedOptions {
  /** The protocol, for the log. */
  readonly name: string;
  readonly simulation: Simulation;
  readonly log: (line: string) => void;
  /** Ends all connections. */
  readonly end: () => void;
}

export class LiveFeed<T extends Live> {
  readonly #options: LiveFeedOptions;
  #live: T | undefined;
  #isPlanned = false;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
  }

  /** `make`: called for the first connection. */
  open(make: () => T): T {
    this.#live ??= make();
    return this.#live;
  }

  /** The last connection is closed. */
  drop(): void {
    this.#live = undefined;
  }

  afterFrame(): void {
    this.#try((live) => live.afterFrame());
  }

  log(line: string): void {
    this.#try((live) => live.log(line));
  }

  /** A new subscriber gets the present state soon, also while the world is paused. */
  refresh(): void {
    this.#try((live) => live.refresh());
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (!this.#options.simulation.isStopped) this.afterFrame();
    });
  }

  #try(work: (live: T) => void): void {
    if (!this.#live) return;
    try {
      work(this.#live);
    } catch (problem) {
      this.#live = undefined;
      const { name, log, end } = this.#options;
      end();
      log(`${name}: internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
  }
}
