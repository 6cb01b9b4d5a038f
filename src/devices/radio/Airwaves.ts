// What radios have sent in one step (S5). Radios send before the physics step and receive after it, so nothing stays here from step to
// step. Delays and losses are in the receivers' queues.

import type { Vec3 } from "../../math/Vec3.js";

export interface Transmission {
  /** The robot that sends: its own radios do not receive it. Undefined: no robot sends it. */
  readonly robot: string | undefined;
  readonly channel: number | "all";
  /** Place of the sender, and how far it reaches, m. */
  readonly position: Vec3;
  readonly range: number;
  readonly bytes: Uint8Array;
}

export class Airwaves {
  #sent: Transmission[] = [];

  send(transmission: Transmission): void {
    this.#sent.push(transmission);
  }

  /** All of this step: in the order of the robots' names, of the devices and of the messages. */
  get sent(): readonly Transmission[] {
    return this.#sent;
  }

  clear(): void {
    if (this.#sent.length > 0) this.#sent = [];
  }
}
