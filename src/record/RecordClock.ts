// The time of a recording: simulated time summed over resets and restores, so that it never goes back. The first instant after
// a reset or a restore is one step later than the last one before it.

import type { Simulation } from "../session/Simulation.js";

export class RecordClock {
  readonly #simulation: Simulation;
  #epoch: number;
  /** Time of the recording minus simulated time, ns. */
  #offsetNs: number;
  #lastNs = 0;
  #known = { ns: 0, big: 0n };

  /** The recording begins now, at time 0. */
  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#epoch = simulation.epoch;
    this.#offsetNs = -simulation.world.timeNs;
  }

  /** Simulated time. */
  get timeNs(): number {
    return this.#simulation.world.timeNs;
  }

  get recordNs(): bigint {
    const ns = this.readNs();
    if (ns !== this.#known.ns) this.#known = { ns, big: BigInt(ns) };
    return this.#known.big;
  }

  /** The same as a number. */
  readNs(): number {
    const { epoch, world } = this.#simulation;
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#offsetNs = this.#lastNs + world.stepNs - world.timeNs;
    }
    this.#lastNs = Math.max(this.#lastNs, world.timeNs + this.#offsetNs);
    return this.#lastNs;
  }
}
