// Limits the requests of one connection (W8), as a token bucket that holds the requests of one second, or of a burst. Expensive requests
// take more tokens, down to a negative number: the connection then has to wait until the bucket is above zero.

/** Maximum wait that expensive requests can cause, ms. */
const MAX_DEBT_MS = 5000;

export class RequestLimiter {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(perSecond: number, burst = perSecond) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes `cost` tokens; true: there are too few, the request must be refused. */
  isTooMuch(nowMs: number, cost = 1): boolean {
    this.#refill(nowMs);
    if (this.#tokens >= cost) {
      this.#tokens -= cost;
      this.#refused = 0;
      return false;
    }
    this.#refused++;
    return true;
  }

  /** True: a request would be refused now. */
  isEmpty(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens < 1;
  }

  /** The last request was the first refused one in a row. Only that one gets an error. */
  get isFirstRefused(): boolean {
    return this.#refused === 1;
  }

  /** Takes further tokens after a request, for its actual cost. */
  spend(cost: number): void {
    this.#tokens = Math.max(this.#tokens - cost, -(MAX_DEBT_MS / 1000) * this.#perSecond);
  }

  /** Time until the bucket is above zero, ms. */
  debtMs(nowMs: number): number {
    this.#refill(nowMs);
    return Math.max(0, (-this.#tokens / this.#perSecond) * 1000);
  }

  #refill(nowMs: number): void {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#atMs = nowMs;
  }
}
