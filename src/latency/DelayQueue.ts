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

/** Items that have been taken and still are in the list. */
const MAX_TAKEN = 64;
const NOTHING: readonly never[] = Object.freeze([]);

export class DelayQueue<T> {
  readonly latency: Latency;
  readonly #delays: RandomStream;
  readonly #drops: RandomStream;
  #pending: Delayed<T>[] = [];
  /** Index of the first item; those before it have been taken. */
  #first = 0;
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
    return this.#pending.length - this.#first;
  }

  /** When the first pending item can be taken; infinite: there is none. */
  get dueNs(): number {
    return this.length === 0 ? Number.POSITIVE_INFINITY : this.#pending[this.#first].dueNs;
  }

  /** False: the item was dropped. */
  push(timeNs: number, item: T): boolean {
    const dueNs = this.#draw(timeNs);
    if (Number.isNaN(dueNs)) return false;
    this.#insert(timeNs, dueNs, item);
    return true;
  }

  /** The same as `push`, but an item that could be taken at once, and alone, is not queued. True: it is such an item. */
  pass(timeNs: number, item: T): boolean {
    const dueNs = this.#draw(timeNs);
    if (dueNs <= timeNs && this.#pending.length === 0) return true;
    if (!Number.isNaN(dueNs)) this.#insert(timeNs, dueNs, item);
    return false;
  }

  /** When the next item is due; NaN: it is dropped. */
  #draw(timeNs: number): number {
    const { model, drop, reorder } = this.latency;
    const dueNs = timeNs + drawDelay(model, this.#delays, this.#count++);
    if (drop > 0 && this.#drops.uniform() < drop) return Number.NaN;
    if (reorder) return dueNs;
    this.#lastDueNs = Math.max(dueNs, this.#lastDueNs);
    return this.#lastDueNs;
  }

  /** After all items that are due at the same time or earlier; without reorder that is the end. */
  #insert(timeNs: number, dueNs: number, item: T): void {
    const pending = this.#pending;
    let at = pending.length;
    while (at > this.#first && pending[at - 1].dueNs > dueNs) at--;
    const delayed = { timeNs, dueNs, item };
    if (at === pending.length) pending.push(delayed);
    else pending.splice(at, 0, delayed);
  }

  /** Removes and returns the items that are due, by due time, then by arrival. */
  take(nowNs: number): readonly Delayed<T>[] {
    if (this.dueNs > nowNs) return NOTHING;
    const taken: Delayed<T>[] = [];
    for (let one = this.takeOne(nowNs); one; one = this.takeOne(nowNs)) taken.push(one);
    return taken;
  }

  /** Removes and returns the first of the items that are due; undefined: none is. */
  takeOne(nowNs: number): Delayed<T> | undefined {
    const pending = this.#pending;
    if (this.#first === pending.length) return undefined;
    const one = pending[this.#first];
    if (one.dueNs > nowNs) return undefined;
    if (pending.length === 1) {
      pending.pop();
      return one;
    }
    this.#first++;
    // moving the rest for every item would cost more than the items
    if (this.#first === pending.length || this.#first > MAX_TAKEN) {
      this.#pending = pending.slice(this.#first);
      this.#first = 0;
    }
    return one;
  }

  save(): QueueState<T> {
    return Object.freeze({
      pending: Object.freeze(this.#pending.slice(this.#first)),
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
    this.#first = 0;
    this.#lastDueNs = state.lastDueNs;
    this.#count = state.count;
  }

  /** Adds the state to a hash of the world. */
  addTo(hash: Hash64, addItem: (hash: Hash64, item: T) => void): void {
    hash.addInt(this.length);
    for (let i = this.#first; i < this.#pending.length; i++) {
      const { timeNs, dueNs, item } = this.#pending[i];
      hash.addInt(timeNs).addInt(dueNs);
      addItem(hash, item);
    }
    hash.addInt(this.#lastDueNs).addInt(this.#count);
    this.#delays.addTo(hash);
    this.#drops.addTo(hash);
  }
}
