// What is on its way (T5, T6): commands to a device, or its samples. Pushed with the time they were given or captured,
// taken in the first frame at or after that time plus a delay. Nothing comes early; nothing is lost unless `drop` says
// so; without `reorder` nothing overtakes: due_n = max(t_n + delay_n, due_{n-1}), over what was not dropped.
//
// Loss and delay draw from streams of their own, once a message, whatever is taken and when; a constant latency without
// drop draws nothing. Left out: `hold`, which is the business of who sends the samples.

import type { Latency } from "../describe/robot/Latency.js";
import type { Hash64 } from "../math/Hash64.js";
import type { RandomState, RandomStream } from "../math/RandomStream.js";
import { drawDelay } from "./Delay.js";

export interface Delayed<T> {
  /** When it was given or captured. */
  readonly timeNs: number;
  /** When it may be taken. */
  readonly dueNs: number;
  readonly item: T;
}

/** All a queue knows, as plain data if the items are. */
export interface QueueState<T> {
  /** By due time, then by arrival. */
  readonly pending: readonly Delayed<T>[];
  readonly lastDueNs: number;
  /** Messages so far, dropped ones included. */
  readonly count: number;
  readonly delays: RandomState;
  readonly drops: RandomState;
}

const NOTHING: readonly never[] = Object.freeze([]);

export class DelayQueue<T> {
  readonly latency: Latency;
  readonly #delays: RandomStream;
  readonly #drops: RandomStream;
  #pending: Delayed<T>[] = [];
  #lastDueNs = 0;
  #count = 0;

  /** `stream` is this queue's own: it is split, never drawn from. */
  constructor(latency: Latency, stream: RandomStream) {
    this.latency = latency;
    this.#delays = stream.split("delay");
    this.#drops = stream.split("drop");
  }

  /** How many are on their way. */
  get length(): number {
    return this.#pending.length;
  }

  /** False: it got lost. */
  push(timeNs: number, item: T): boolean {
    const { model, drop, reorder } = this.latency;
    let dueNs = timeNs + drawDelay(model, this.#delays, this.#count++);
    if (drop > 0 && this.#drops.uniform() < drop) return false;
    const pending = this.#pending;
    if (!reorder) {
      dueNs = Math.max(dueNs, this.#lastDueNs);
      this.#lastDueNs = dueNs;
    }
    // behind all that are due no later; without reorder that is the end
    let at = pending.length;
    while (at > 0 && pending[at - 1].dueNs > dueNs) at--;
    const one = { timeNs, dueNs, item };
    if (at === pending.length) pending.push(one);
    else pending.splice(at, 0, one);
    return true;
  }

  /** All that are due by now, by due time, then by arrival. */
  take(nowNs: number): readonly Delayed<T>[] {
    const pending = this.#pending;
    if (pending.length === 0 || pending[0].dueNs > nowNs) return NOTHING;
    let n = 1;
    while (n < pending.length && pending[n].dueNs <= nowNs) n++;
    if (n < pending.length) return pending.splice(0, n);
    this.#pending = [];
    return pending;
  }

  save(): QueueState<T> {
    return Object.freeze({
      pending: Object.freeze([...this.#pending]),
      lastDueNs: this.#lastDueNs,
      count: this.#count,
      delays: this.#delays.save(),
      drops: this.#drops.save(),
    });
  }

  restore(state: QueueState<T>): void {
    this.#delays.restore(state.delays);
    this.#drops.restore(state.drops);
    this.#pending = [...state.pending];
    this.#lastDueNs = state.lastDueNs;
    this.#count = state.count;
  }

  /** Adds all that decides what comes out, and when, to a hash of the world. */
  addTo(hash: Hash64, addItem: (hash: Hash64, item: T) => void): void {
    hash.addInt(this.#pending.length);
    for (const { timeNs, dueNs, item } of this.#pending) {
      hash.addInt(timeNs).addInt(dueNs);
      addItem(hash, item);
    }
    hash.addInt(this.#lastDueNs).addInt(this.#count);
    this.#delays.addTo(hash);
    this.#drops.addTo(hash);
  }
}
