// A queue with latency (T5, T6) for the commands or the samples of one device. An item is pushed with its time and can be taken in the
// first frame at or after time plus delay. No item is early, none is lost except by `drop`, and without `reorder` none overtakes
// another: due_n = max(t_n + delay_n, due_{n-1}), over the items that were not dropped.
//
// Loss and delay draw from separate streams, once per item, independent of when items are taken. A constant latency without drop
// draws nothing. Left out: `hold` (RobotDevice.ts).

import type { Latency } from "../describe/robot/Latency.js";
import type { Hash64 } from "../math/Hash64.js";
import type { RandomState, RandomStream } from "../math/RandomStream.js";
import { drawDelay } from "./Delay.js";

export interface Delayed<T> {
  /** Time of the command or of the capture. */
  readonly timeNs: number;
  /** Earliest time at which it can be taken. */
  readonly dueNs: number;
  readonly item: T;
}

/** State of a queue; plain data if the items are. */
export interface QueueState<T> {
  /** By due time, then by arrival. */
  readonly pending: readonly Delayed<T>[];
  readonly lastDueNs: number;
  /** Number of items so far, including dropped ones. */
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

  /** `stream` is split, never drawn from. */
  constructor(latency: Latency, stream: RandomStream) {
    this.latency = latency;
    this.#delays = stream.split("delay");
    this.#drops = stream.split("drop");
  }

  /** Number of pending items. */
  get length(): number {
    return this.#pending.length;
  }

  /** When the first pending item can be taken; infinite: there is none. */
  get dueNs(): number {
    return this.#pending.length === 0 ? Number.POSITIVE_INFINITY : this.#pending[0].dueNs;
  }

  /** False: the item was dropped. */
  push(timeNs: number, item: T): boolean {
    const { model, drop, reorder } = this.latency;
    let dueNs = timeNs + drawDelay(model, this.#delays, this.#count++);
    if (drop > 0 && this.#drops.uniform() < drop) return false;
    const pending = this.#pending;
    if (!reorder) {
      dueNs = Math.max(dueNs, this.#lastDueNs);
      this.#lastDueNs = dueNs;
    }
    // after all items that are due at the same time or earlier; without reorder that is the end
    let at = pending.length;
    while (at > 0 && pending[at - 1].dueNs > dueNs) at--;
    const delayed = { timeNs, dueNs, item };
    if (at === pending.length) pending.push(delayed);
    else pending.splice(at, 0, delayed);
    return true;
  }

  /** Removes and returns the items that are due, by due time, then by arrival. */
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

  /** Adds the state to a hash of the world. */
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
