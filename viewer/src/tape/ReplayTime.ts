// The time of a recording that the server plays back (X3): verbs control it. While the slider is dragged, only the newest time is asked for.

import type { ReplayMessage } from "../../../src/record/replay/ReplayView.js";
import type { Store } from "../Store.js";
import type { Commands } from "../ui/Commands.js";
import type { Mark } from "./Marks.js";
import type { TimeSource } from "./TimeSource.js";

/** Undefined: the world is live. */
export function replayOf({ guestMessages }: Store): ReplayMessage | undefined {
  const message = guestMessages.get("replay") as ReplayMessage | undefined;
  return message?.type === "replay" ? message : undefined;
}

export class ReplayTime implements TimeSource {
  readonly isPast = true;
  readonly isLive = false;
  readonly from = 0;
  readonly #store: Store;
  readonly #commands: Pick<Commands, "run">;
  /** Time that is asked for while an earlier request is not answered. */
  #wanted: number | undefined;
  #isAsking = false;

  constructor(store: Store, commands: Pick<Commands, "run">) {
    this.#store = store;
    this.#commands = commands;
  }

  get to(): number {
    return replayOf(this.#store)?.to ?? 0;
  }
  get at(): number {
    return this.#wanted ?? replayOf(this.#store)?.at ?? 0;
  }
  get isPlaying(): boolean {
    return replayOf(this.#store)?.isPlaying ?? false;
  }
  get allMarks(): readonly Mark[] {
    return replayOf(this.#store)?.marks ?? NO_MARKS;
  }
  get speed(): number {
    return replayOf(this.#store)?.rate ?? 1;
  }
  set speed(rate: number) {
    this.#commands.run("rate", { rate });
  }

  seek(at: number): void {
    this.#wanted = Math.max(0, Math.min(this.to, at));
    if (!this.#isAsking) this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (let time = this.#wanted; time !== undefined; time = this.#wanted) {
      await this.#commands.run("seek", { time });
      if (this.#wanted === time) this.#wanted = undefined;
    }
    this.#isAsking = false;
  }

  play(): void {
    this.#commands.run("resume");
  }

  pause(): void {
    if (this.isPlaying) this.#commands.run("pause");
  }

  step(direction: 1 | -1): void {
    this.pause();
    if (direction > 0) this.#commands.run("step", { count: 1 });
    else this.seek(this.at - (this.#store.status?.step ?? 0.001));
  }

  now(): void {
    this.seek(this.to);
  }
}

const NO_MARKS: readonly Mark[] = [];
