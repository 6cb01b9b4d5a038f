// Models that a change of the world needs are compiled by another thread, while the world waits at the frame boundary of the
// change and the server goes on (M8). The change takes effect at the same boundary as without it: no result depends on the
// time that this takes.

import type { CompileJob } from "../physics/Ahead.js";

export interface PreparationOptions {
  /** Compiles models in another thread; undefined: there is none. Never rejects. */
  readonly compile: ((jobs: readonly CompileJob[]) => Promise<void>) | undefined;
  /** Called when the world may go on. */
  readonly done: () => void;
}

export class Preparation {
  readonly #options: PreparationOptions;
  /** Changes whose models are being compiled. */
  #pending = 0;
  /** The change that was prepared last: it is done whatever has become of its models. */
  #prepared: string | undefined;

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  /** True: the world waits for a model. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** Compiles, then does the change, while the world waits. Undefined: there is nothing to compile; nothing was done. */
  prepare<T>(jobs: readonly CompileJob[], change: () => T): Promise<T> | undefined {
    const { compile, done } = this.#options;
    if (!compile || jobs.length === 0) return undefined;
    this.#pending++;
    return compile(jobs)
      .then(() => {
        this.#pending--;
        return change();
      })
      .finally(done);
  }

  /** True: the change can be done now. `change` names it and the state of the world that it is for. */
  isReady(change: string, plan: () => readonly CompileJob[]): boolean {
    const { compile, done } = this.#options;
    if (!compile) return true;
    if (this.isBusy) return false;
    if (this.#prepared === change) return true;
    const jobs = plan();
    if (jobs.length === 0) return true;
    this.#pending++;
    void compile(jobs).then(() => {
      this.#pending--;
      this.#prepared = change;
      done();
    });
    return false;
  }
}
