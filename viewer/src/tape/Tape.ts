// The last minutes of what the page was shown (X1): messages in order, and complete moments in between from which any time can
// be shown again. The time of the tape is simulated time that never goes back: a reset or a restore adds nothing to it. The oldest messages are
// dropped when there are too many bytes or seconds.

import type { GuestMessage, ViewMessage } from "../../../src/session/view/ViewProtocol.js";
import type { Store } from "../Store.js";
import { type Moment, readMoment } from "./Moment.js";

/** A message that changes what is shown. */
export type Shown =
  | { readonly kind: "message"; readonly message: ViewMessage | GuestMessage }
  | { readonly kind: "poses" | "contacts" | "fan" | "picture"; readonly view: DataView };

export interface Entry {
  /** Time of the tape, s. */
  readonly at: number;
  readonly shown: Shown;
}

interface KeyMoment {
  readonly at: number;
  /** Number of the first entry after it. */
  readonly next: number;
  readonly moment: Moment;
}

export interface TapeLimits {
  readonly seconds: number;
  readonly bytes: number;
}

const DEFAULT_LIMITS: TapeLimits = { seconds: 300, bytes: 96 << 20 };
/** Time between two complete moments, s. */
const KEY_SEC = 1;
/** Of a text message, whose length is not known: bytes. */
const MESSAGE_BYTES = 400;
/** The lists are cut after this many dropped entries. */
const CUT = 4096;

export class Tape {
  readonly #limits: TapeLimits;
  #entries: Entry[] = [];
  /** Number of the first entry of the list, and how many entries at its start are dropped. */
  #first = 0;
  #dropped = 0;
  #keys: KeyMoment[] = [];
  #bytes = 0;
  #at = 0;
  #time: number | undefined;

  constructor(limits: Partial<TapeLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Times of the tape, s. */
  get from(): number {
    return this.#keys[0]?.at ?? this.#at;
  }
  get to(): number {
    return this.#at;
  }
  get bytes(): number {
    return this.#bytes;
  }

  /** `live` has taken the message already. Returns whether simulated time went back. */
  add(shown: Shown, live: Store): boolean {
    const isBack = this.#follow(live.time);
    this.#entries.push({ at: this.#at, shown });
    this.#bytes += bytesOf(shown);
    const newest = this.#keys.at(-1);
    const isPlaced = live.poses.size > 0;
    if (isPlaced && (!newest || isBack || this.#at >= newest.at + KEY_SEC)) this.#addKey(live);
    this.#forget();
    return isBack;
  }

  /** A complete moment now: after it nothing before is needed. */
  #addKey(live: Store): void {
    const moment = readMoment(live);
    this.#keys.push({ at: this.#at, next: this.#end, moment });
    this.#bytes += moment.poses.byteLength;
  }

  #follow(time: number): boolean {
    // the tape begins at the simulated time of its first message
    if (this.#time === undefined) this.#at = time;
    const before = this.#time ?? time;
    this.#time = time;
    this.#at += Math.max(0, time - before);
    return time < before;
  }

  get #end(): number {
    return this.#first + this.#entries.length;
  }

  #forget(): void {
    const { seconds, bytes } = this.#limits;
    while (this.#keys.length > 2 && (this.#keys[1].at < this.#at - seconds || this.#bytes > bytes)) {
      const [gone, first] = this.#keys;
      this.#keys.shift();
      this.#bytes -= gone.moment.poses.byteLength;
      for (let i = gone.next; i < first.next; i++) this.#bytes -= bytesOf(this.#entries[i - this.#first].shown);
      this.#dropped = first.next - this.#first;
    }
    if (this.#dropped < CUT) return;
    this.#entries = this.#entries.slice(this.#dropped);
    this.#first += this.#dropped;
    this.#dropped = 0;
  }

  /** The complete moment at a time or before it, and the number of the first entry after it. Undefined: the tape is empty. */
  startAt(at: number): { readonly moment: Moment; readonly next: number } | undefined {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle].at <= at) low = middle + 1;
      else high = middle;
    }
    return this.#keys[Math.max(0, low - 1)];
  }

  /** Undefined: there is none yet. */
  entry(number: number): Entry | undefined {
    return this.#entries[number - this.#first];
  }

  /** Time of the next or the last update of poses, seen from the entry of this number. Undefined: there is none. */
  updateFrom(number: number, direction: 1 | -1): number | undefined {
    for (let i = number; ; i += direction) {
      const entry = i < this.#first + this.#dropped ? undefined : this.entry(i);
      if (!entry) return undefined;
      if (entry.shown.kind === "poses") return entry.at;
    }
  }
}

const bytesOf = (shown: Shown): number => (shown.kind === "message" ? MESSAGE_BYTES : shown.view.byteLength);
