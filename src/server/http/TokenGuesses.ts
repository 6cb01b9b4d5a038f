// Slows down guesses of the token (E4): an address may be wrong MAX_GUESSES times, then once per second. Further tokens from
// it are refused without a look at them. An IPv6 network of 64 bits counts as one address, because one machine may have
// all of them.

import { isIPv6 } from "node:net";
import { RequestLimiter } from "./RequestLimiter.js";

/** Wrong tokens at once. */
const MAX_GUESSES = 10;
const PER_SECOND = 1;
/** Addresses that are remembered; then the one is forgotten that was wrong first. */
const MAX_ADDRESSES = 10_000;

export class TokenGuesses {
  readonly #wrong = new Map<string, RequestLimiter>();

  /** True: this address has to wait before its next guess. */
  mustWait(address: string, nowMs: number): boolean {
    return this.#wrong.get(networkOf(address))?.isEmpty(nowMs) ?? false;
  }

  /** Counts a wrong token. */
  count(address: string, nowMs: number): void {
    const network = networkOf(address);
    const limiter = this.#wrong.get(network) ?? new RequestLimiter(PER_SECOND, MAX_GUESSES);
    this.#wrong.set(network, limiter);
    limiter.isTooMuch(nowMs);
    const [oldest] = this.#wrong.keys();
    if (this.#wrong.size > MAX_ADDRESSES && oldest !== undefined) this.#wrong.delete(oldest);
  }
}

/** The address, or the first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
