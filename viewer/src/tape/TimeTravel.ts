// What the page shows: the present, or a time of the tape (X1). Messages always go to the tape; while the page looks back they
// do not reach the page's store, which is fed from the tape. The log, the status and the editor's document are never rewound.

import type { FrameSchedule } from "../FrameSchedule.js";
import { Store } from "../Store.js";
import type { Mark, Marks } from "./Marks.js";
import { readMoment, showMoment } from "./Moment.js";
import { type Shown, Tape } from "./Tape.js";
import type { TimeSource } from "./TimeSource.js";

const NEVER_REWOUND: ReadonlySet<string> = new Set(["status", "log", "past", "error", "document", "reply"]);
/** The present is shown again this close to the end of the tape, s. */
const PRESENT_SEC = 0.05;

export interface TimeTravelParts {
  /** The page's store. */
  readonly store: Store;
  /** Gets all messages. */
  readonly live: Store;
  readonly marks: Marks;
  readonly schedule: Pick<FrameSchedule, "request" | "cancel">;
  /** Shows a camera's picture. */
  readonly showPicture: (view: DataView) => void;
  readonly tape?: Tape;
}

export class TimeTravel implements TimeSource {
  readonly isLive = true;
  readonly tape: Tape;
  readonly marks: Marks;
  /** Called when the time, the speed or the marks have changed. */
  onchange: () => void = () => {};
  readonly #parts: TimeTravelParts;
  /** Undefined: the present. */
  #at: number | undefined;
  /** Number of the next entry. */
  #next = 0;
  #isPlaying = false;
  #speed = 1;
  #lastMs: number | undefined;
  readonly #tick = (now: number): void => this.#play(now);

  constructor(parts: TimeTravelParts) {
    this.#parts = parts;
    this.tape = parts.tape ?? new Tape();
    this.marks = parts.marks;
  }

  get from(): number {
    return this.tape.from;
  }
  get to(): number {
    return this.tape.to;
  }
  get allMarks(): readonly Mark[] {
    return this.marks.all;
  }
  /** Time of the tape that is shown, s. */
  get at(): number {
    return this.#at ?? this.tape.to;
  }
  get isPast(): boolean {
    return this.#at !== undefined;
  }
  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  get speed(): number {
    return this.#speed;
  }
  set speed(speed: number) {
    this.#speed = speed;
    this.onchange();
  }

  receive(shown: Shown): void {
    const { live, store, marks } = this.#parts;
    // the server keeps the past of a recording
    if (store.guestMessages.has("replay")) {
      this.#show(shown, store);
      return;
    }
    const isKept = shown.kind !== "message" || !NEVER_REWOUND.has(shown.message.type);
    apply(live, shown);
    if (isKept) {
      const isBack = this.tape.add(shown, live);
      marks.forgetBefore(this.tape.from);
      if (marks.look(shown, live, this.tape.to, isBack)) this.onchange();
    } else marks.look(shown, live, this.tape.to, false);
    if (this.isPast && isKept) this.#stayOnTape();
    else this.#show(shown, store);
  }

  #show(shown: Shown, store: Store): void {
    if (shown.kind === "picture") this.#parts.showPicture(shown.view);
    else apply(store, shown);
  }

  /** What is shown may fall off the start of the tape. */
  #stayOnTape(): void {
    if (this.#at !== undefined && this.#at < this.tape.from) this.seek(this.tape.from);
  }

  /** Shows a time of the tape. */
  seek(at: number): void {
    const { store } = this.#parts;
    const wanted = Math.max(this.tape.from, Math.min(this.tape.to, at));
    const start = this.tape.startAt(wanted);
    if (!start) return;
    const goesOn = this.#at !== undefined && wanted >= this.#at && start.next <= this.#next;
    this.#at = wanted;
    if (!goesOn) {
      showMoment(store, start.moment);
      this.#next = start.next;
    }
    this.#catchUp(wanted);
    this.#tell();
  }

  /** Shows the entries up to a time. */
  #catchUp(to: number): void {
    for (let entry = this.tape.entry(this.#next); entry && entry.at <= to; entry = this.tape.entry(++this.#next))
      this.#show(entry.shown, this.#parts.store);
  }

  play(): void {
    if (!this.isPast) return;
    this.#isPlaying = true;
    this.#lastMs = undefined;
    this.#parts.schedule.request(this.#tick);
    this.onchange();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#parts.schedule.cancel(this.#tick);
    this.onchange();
  }

  /** Shows the next or the last update, and pauses. */
  step(direction: 1 | -1): void {
    if (!this.isPast) this.seek(this.tape.to);
    this.pause();
    const from = direction > 0 ? this.#next : this.#next - 1;
    let at = this.tape.updateFrom(from, direction);
    // the update that is shown now
    if (direction < 0 && at === this.#at) at = this.tape.updateFrom(this.#firstAt(from), -1);
    if (at !== undefined) this.seek(at);
  }

  /** Number of the entry before those of the time that is shown. */
  #firstAt(number: number): number {
    let i = number;
    while (this.tape.entry(i)?.at === this.#at) i--;
    return i;
  }

  /** Returns to the present. */
  now(): void {
    if (!this.isPast) return;
    this.pause();
    this.#at = undefined;
    showMoment(this.#parts.store, readMoment(this.#parts.live));
    this.#tell();
  }

  #play(nowMs: number): void {
    if (!this.#isPlaying || this.#at === undefined) return;
    const passedSec = this.#lastMs === undefined ? 0 : (nowMs - this.#lastMs) / 1000;
    this.#lastMs = nowMs;
    this.seek(this.#at + passedSec * this.#speed);
    if (this.at >= this.tape.to - PRESENT_SEC) this.now();
    else this.#parts.schedule.request(this.#tick);
  }

  #tell(): void {
    const { store } = this.#parts;
    store.behindSec = this.isPast ? this.tape.to - this.at : undefined;
    store.notify("status");
    this.onchange();
  }
}

function apply(store: Store, shown: Shown): void {
  if (shown.kind === "message") store.apply(shown.message);
  else if (shown.kind === "poses") store.applyPoses(shown.view);
  else if (shown.kind === "contacts") store.applyContacts(shown.view);
  else if (shown.kind === "fan") store.applyFan(shown.view);
}

/** The store that always follows the present. */
export const liveStore = (): Store => new Store();
