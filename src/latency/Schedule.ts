// The times at which a device samples or a client gets a frame (T9): the first frames at or after start + n / rate. Each time is
// computed from n, so errors do not accumulate, and exactly: the rate is the decimal number of the document (0.3 Hz is 3/10) and
// times are whole nanoseconds, so time n is ceil(n 10^9 / rate). A rate above the frame rate gives one sample per frame.

import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { Hash64 } from "../math/Hash64.js";

/** 2^52: sums of two integers up to this one are exact numbers. */
const MAX_EXACT = 0x10_0000_0000_0000;

export interface ScheduleState {
  readonly startNs: number;
  /** Index of the next time. */
  readonly n: number;
}

export class Schedule {
  readonly rateHz: number | undefined;
  /** 1 / rate = periodNs / divisor, both integers. */
  readonly #periodNs: bigint;
  readonly #divisor: bigint;
  readonly #smallPeriod: number;
  readonly #smallDivisor: number;
  /** periodNs / divisor in whole nanoseconds, and the rest; of time n the same: n / rate = whole + rest / divisor. */
  readonly #wholePeriod: number;
  readonly #restPeriod: number;
  #whole = 0;
  #rest = 0;
  #startNs: number;
  #n = 0;
  #dueNs: number;

  /** `rateHz` undefined: every frame is due. */
  constructor(startNs: number, rateHz: number | undefined) {
    this.rateHz = rateHz;
    const [above, below] = fractionOf(rateHz ?? 1);
    this.#periodNs = BigInt(NS_PER_SEC) * below;
    this.#divisor = above;
    this.#smallPeriod = Number(this.#periodNs);
    this.#smallDivisor = Number(above);
    this.#wholePeriod = Number(this.#periodNs / this.#divisor);
    this.#restPeriod = Number(this.#periodNs % this.#divisor);
    this.#startNs = startNs;
    this.#dueNs = startNs;
  }

  /** No sample is due before this time; that of a schedule without a rate is always over. */
  get dueNs(): number {
    return this.rateHz === undefined ? Number.NEGATIVE_INFINITY : this.#dueNs;
  }

  /** Whether a sample is due. Advances to the next time: call once per frame. */
  isDue(nowNs: number): boolean {
    if (this.rateHz === undefined) return true;
    if (nowNs < this.#dueNs) return false;
    while (this.#dueNs <= nowNs) this.#advance();
    return true;
  }

  /** To the next time, by additions of integers, which are exact. */
  #advance(): void {
    this.#n++;
    if (this.#smallDivisor > MAX_EXACT || this.#whole + this.#wholePeriod > MAX_EXACT) {
      this.#dueNs = this.#instant(this.#n);
      return;
    }
    this.#whole += this.#wholePeriod;
    this.#rest += this.#restPeriod;
    if (this.#rest >= this.#smallDivisor) {
      this.#rest -= this.#smallDivisor;
      this.#whole++;
    }
    this.#dueNs = this.#startNs + this.#whole + (this.#rest > 0 ? 1 : 0);
  }

  /** The same schedule at another rate: the next time is one new period after the last one. */
  atRate(rateHz: number): Schedule {
    const next = new Schedule(this.#n === 0 ? this.#startNs : this.#instant(this.#n - 1), rateHz);
    if (this.#n > 0) next.restore({ startNs: next.#startNs, n: 1 });
    return next;
  }

  save(): ScheduleState {
    return Object.freeze({ startNs: this.#startNs, n: this.#n });
  }

  restore({ startNs, n }: ScheduleState): void {
    this.#startNs = startNs;
    this.#n = n;
    this.#dueNs = this.#instant(n);
    const product = BigInt(n) * this.#periodNs;
    this.#whole = Number(product / this.#divisor);
    this.#rest = Number(product % this.#divisor);
  }

  addTo(hash: Hash64): void {
    hash.addInt(this.#startNs).addInt(this.#n);
  }

  /** The first whole nanosecond at or after start + n / rate. */
  #instant(n: number): number {
    const product = n * this.#smallPeriod;
    // remainders of integers below 2^53 are exact
    if (product <= Number.MAX_SAFE_INTEGER && this.#smallDivisor <= Number.MAX_SAFE_INTEGER) {
      const rest = product % this.#smallDivisor;
      return this.#startNs + (product - rest) / this.#smallDivisor + (rest > 0 ? 1 : 0);
    }
    const up = BigInt(n) * this.#periodNs + this.#divisor - 1n;
    return this.#startNs + Number(up / this.#divisor);
  }
}

/** A positive number as a fraction, from its shortest decimal text. */
function fractionOf(x: number): [above: bigint, below: bigint] {
  if (!(x > 0 && Number.isFinite(x))) throw new RangeError(`Schedule takes a rate above 0 Hz, found ${x}`);
  const [mantissa, exponent = "0"] = String(x).split("e");
  const [whole, decimals = ""] = mantissa.split(".");
  const digits = BigInt(whole + decimals);
  const shift = Number(exponent) - decimals.length;
  const power = BigInt(`1${"0".repeat(Math.abs(shift))}`);
  return shift >= 0 ? [digits * power, 1n] : [digits, power];
}
