// Which senders may command (F3): all, or in a tournament the first address per team and the first address at the simulator's own
// port.

import { SimError } from "../../../describe/SimError.js";
import type { SyncSeat } from "../../../leagues/ssl/LockStep.js";

export class SenderFilter {
  readonly #isTournament: boolean;
  readonly #first = new Map<SyncSeat, string>();

  constructor(isTournament: boolean) {
    this.#isTournament = isTournament;
  }

  /** Throws SENDER_REFUSED in a tournament if another address was first. */
  admit(seat: SyncSeat, address: string): void {
    if (!this.#isTournament) return;
    const first = this.#first.get(seat);
    if (first === undefined) this.#first.set(seat, address);
    else if (first !== address)
      throw new SimError("SENDER_REFUSED", { where: seat, found: address, allowed: `${first}, which came first` });
  }
}
