// Says so when everybody waits for a synchronous client that does not ask (F3): without a status line nobody would know why
// vision stands still. Once for every standstill.

import type { Simulation } from "../../../session/Simulation.js";

const LOOK_MS = 1000;

export class SslIdle {
  readonly #simulation: Simulation;
  readonly #log: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #frame = -1;
  #isTold = false;

  constructor(simulation: Simulation, log: (line: string) => void) {
    this.#simulation = simulation;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #look(): void {
    const { world, lockStep, isPaused } = this.#simulation;
    const stands = world.frame === this.#frame && !isPaused;
    this.#frame = world.frame;
    const awaited = stands ? (lockStep?.waitingFor ?? []) : [];
    if (awaited.length > 0 && !this.#isTold)
      this.#log(`the world stands still: it waits for the synchronous client ${awaited.join(" and ")}`);
    this.#isTold = awaited.length > 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
