// A recording that people watch (X3): plays a Playback by the wall clock, which is an argument, pauses, steps, and goes to any time.
// Going back starts at the nearest moment before: one of the file's snapshots, or one that was kept while playing. Going somewhere
// takes many frames; each `run` plays one of them, so that the caller may do other work in between.

import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { type Moment, momentOf } from "../../session/Moment.js";
import { Pacer } from "../../session/Pacer.js";
import type { Playback } from "../journal/Playback.js";

/** Moments are kept at this distance, s, and at most this many. */
const KEEP_SEC = 2;
const MAX_KEPT = 64;

export class Replay {
  readonly playback: Playback;
  readonly toSec: number;
  readonly #pacer = new Pacer(1);
  /** By number of the frame after which it was taken, in order of taking. */
  readonly #kept = new Map<number, Moment>();
  #isPaused = false;
  /** Frames to play although it is paused. */
  #framesToGo = 0;
  /** Frame to go to; undefined: it is played by the clock. */
  #goal: number | undefined;
  #isStopped = false;
  /** First frame whose hash differs from the recorded one. */
  #strayed: number | undefined;
  #lastKeptSec = Number.NEGATIVE_INFINITY;

  constructor(playback: Playback) {
    this.playback = playback;
    this.toSec = playback.file.seconds;
  }

  /** Time of the recording, s. */
  get atSec(): number {
    return this.playback.file.secondsAt(this.playback.number);
  }
  /** Time of the recording that is asked for: before it is reached, that to which it goes. */
  get wantedSec(): number {
    return this.playback.file.secondsAt(this.#goal ?? this.playback.number);
  }
  get isSeeking(): boolean {
    return this.#goal !== undefined;
  }
  get isPaused(): boolean {
    return this.#isPaused && this.#framesToGo === 0;
  }
  get framesToGo(): number {
    return this.#framesToGo;
  }
  get isAtEnd(): boolean {
    return this.playback.left === 0;
  }
  /** Number of the first frame that was played and differs from the recording; undefined: none. */
  get strayed(): number | undefined {
    return this.#strayed;
  }
  get factor(): number {
    return this.#pacer.factor;
  }
  get rate(): number {
    return this.#pacer.rate;
  }
  set rate(rate: number) {
    this.#pacer.rate = rate;
  }
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Plays at most one frame. Returns the milliseconds until the next call: 0 at once, Infinity: only after a change. */
  run(nowMs: number): number {
    if (this.#isStopped) return Number.POSITIVE_INFINITY;
    if (this.#goal !== undefined) {
      if (this.playback.number < this.#goal) this.#next();
      if (this.playback.number < this.#goal) return 0;
      this.#goal = undefined;
      this.#pacer.restart();
      return 0;
    }
    if (this.isPaused || this.isAtEnd) return Number.POSITIVE_INFINITY;
    const wait = this.#framesToGo > 0 ? 0 : this.#pacer.wait(nowMs, this.#atNs(this.playback.number + 1));
    if (wait > 0) return wait;
    this.#next();
    this.#pacer.measure(nowMs, this.#atNs(this.playback.number));
    if (this.#framesToGo > 0) this.#framesToGo--;
    return 0;
  }

  #atNs(number: number): number {
    return this.playback.file.secondsAt(number) * NS_PER_SEC;
  }

  #next(): void {
    const frame = this.playback.next();
    if (frame && !frame.isEqual) this.#strayed ??= frame.number;
    if (this.#strayed === undefined) this.#keep();
  }

  #keep(): void {
    const { number, simulation } = this.playback;
    if (this.#kept.has(number) || Math.abs(this.atSec - this.#lastKeptSec) < KEEP_SEC) return;
    this.#lastKeptSec = this.atSec;
    this.#kept.set(number, momentOf(simulation));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
  }

  /** Goes to a time of the recording. Throws STATE_WRONG if it would go back over an edit of the world. */
  seek(seconds: number): void {
    const number = this.playback.file.numberAt(Math.max(0, Math.min(this.toSec, seconds)));
    const from = this.#startBefore(number);
    const isBehind = number < this.playback.number;
    // a moment further on saves time if it is at least a snapshot's distance away
    if (isBehind || from.number > this.playback.number + this.#framesIn(KEEP_SEC)) this.#goTo(from);
    this.#goal = number;
  }

  #framesIn(seconds: number): number {
    return (seconds * NS_PER_SEC) / this.playback.file.start.world.physics.stepNs;
  }

  #startBefore(number: number): { readonly number: number; readonly moment: () => Moment } {
    const { start, snapshots } = this.playback.file;
    const kept = [...this.#kept].map(([at, moment]) => ({ number: at, moment: () => moment }));
    const all = [{ number: 0, moment: () => start.moment }, ...snapshots, ...kept];
    return all.filter((one) => one.number <= number).reduce((best, one) => (one.number > best.number ? one : best));
  }

  #goTo({ number, moment }: { readonly number: number; readonly moment: () => Moment }): void {
    if (number < this.playback.number && this.playback.isEdited)
      throw new SimError("STATE_WRONG", {
        where: "seek",
        found: "a recording in which the world was edited",
        advice: "It can be watched forward only. Open it again to see it from its start.",
      });
    this.playback.goTo(number, moment());
    if (this.#strayed !== undefined && this.#strayed > number) this.#strayed = undefined;
  }

  pause(): void {
    this.#isPaused = true;
    this.#framesToGo = 0;
  }

  /** Plays on; from the start if it is at its end. */
  resume(): void {
    if (this.isAtEnd) this.seek(0);
    this.#isPaused = false;
    this.#framesToGo = 0;
    this.#pacer.restart();
  }

  stepFrames(count: number): void {
    this.#isPaused = true;
    this.#framesToGo = Math.min(count, this.playback.left);
  }

  stop(): void {
    this.#isStopped = true;
  }
}
