// Which senders may command (F3). Programs on this machine always may; on other machines those that the user allows: listed
// addresses, or all. In a tournament only the first address per team and the first address at the simulator's own port.

import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { SimError } from "../../../describe/SimError.js";
import type { SyncSeat } from "../../../leagues/ssl/LockStep.js";
import { isLoopback } from "../../links/Address.js";

export interface SenderRules {
  readonly tournament: boolean;
  /** Addresses and networks (10.0.0.0/24) of other machines; "all": every machine. */
  readonly allow: readonly string[] | "all";
}

export class SenderFilter {
  readonly #rules: SenderRules;
  readonly #allowed: BlockList;
  readonly #first = new Map<SyncSeat, string>();

  constructor(rules: SenderRules) {
    this.#rules = rules;
    this.#allowed = listOf(rules.allow === "all" ? [] : rules.allow);
  }

  /** Whether programs at this address may command at all. */
  isAllowed(address: string): boolean {
    if (this.#rules.allow === "all" || isLoopback(address)) return true;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
    return this.#allowed.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4") || isOwn(plain);
  }

  /** Throws SENDER_REFUSED if the address is not allowed, and in a tournament if another address was first. */
  admit(seat: SyncSeat, address: string): void {
    if (!this.isAllowed(address))
      throw new SimError("SENDER_REFUSED", {
        where: seat,
        found: address,
        allowed: "programs on the simulator's machine, and addresses that it was started with",
        advice: "Start the simulator with --league-allow and this address, or with --league-open.",
      });
    if (!this.#rules.tournament) return;
    const first = this.#first.get(seat);
    if (first === undefined) this.#first.set(seat, address);
    else if (first !== address)
      throw new SimError("SENDER_REFUSED", { where: seat, found: address, allowed: `${first}, which came first` });
  }
}

/** An address, or a network: 10.0.0.0/24. */
export function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return list;
}

/** An address of this machine. Interfaces come and go, so they are read again. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((infos = []) => infos.some((info) => info.address === address));
