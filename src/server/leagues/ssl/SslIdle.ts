// Logs that the world waits for a synchronous client that sends no request (F3), once for each standstill. Without a status line
// the log is the only place that explains why vision has stopped.

import type { SslGuest } from "../../../leagues/ssl/SslGuest.js";
import type { Simulation } from "../../../session/Simulation.js";

const LOOK_MS = 1000;

export class SslIdle {
  readonly #simulation: Simulation;
  readonly #guest: SslGuest;
  readonly #log: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #frame = -1;
  #isTold = false;

  constructor(simulation: Simulation, guest: SslGuest, log: (line: string) => void) {
    this.#simulation = simulation;
    this.#guest = guest;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #look(): void {
    const { world, isPaused } = this.#simulation;
    const stands = world.frame === this.#frame && !isPaused;
    this.#frame = world.frame;
    const awaited = stands ? this.#guest.waitingFor : [];
    if (awaited.length > 0 && !this.#isTold)
      this.#log(`the world stands still: it waits for ${awaited.map(inWords).join(" and ")}`);
    this.#isTold = awaited.length > 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const inWords = (name: string): string => (name.includes(" ") ? name : `the synchronous client ${name}`);
