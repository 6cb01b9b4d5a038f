// How much one connection may ask for (W8): so many requests a second, and a second's worth at once. What takes long counts
// for more: who has asked for too much has to wait until it is paid off.

/** Longest wait that one request can bring about, ms. */
const MAX_DEBT_MS = 5000;

export class RequestLimiter {
  readonly #perSecond: number;
  #room: number;
  #atMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#room = perSecond;
  }

  /** True: it is not to be heard. */
  isTooMuch(nowMs: number, cost = 1): boolean {
    this.#gain(nowMs);
    if (this.#room >= cost) {
      this.#room -= cost;
      this.#refused = 0;
      return false;
    }
    this.#refused++;
    return true;
  }

  /** Of those that are refused one after the other: it alone is told. */
  get isFirst(): boolean {
    return this.#refused === 1;
  }

  /** It turned out to cost more. */
  spend(cost: number): void {
    this.#room = Math.max(this.#room - cost, -(MAX_DEBT_MS / 1000) * this.#perSecond);
  }

  /** How long until there is room again, ms. */
  debtMs(nowMs: number): number {
    this.#gain(nowMs);
    return Math.max(0, (-this.#room / this.#perSecond) * 1000);
  }

  #gain(nowMs: number): void {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#room = Math.min(this.#perSecond, this.#room + gained);
    this.#atMs = nowMs;
  }
}
