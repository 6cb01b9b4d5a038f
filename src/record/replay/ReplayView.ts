// What viewers are told of a replay: its times, whether it plays, its marks. The page's time bar then controls the recording.

import type { GuestView } from "../../session/Guest.js";
import type { Replay } from "./Replay.js";
import type { ReplayMark, ReplayMarks } from "./ReplayMarks.js";

export interface ReplayMessage {
  readonly type: "replay";
  /** Name of the file, for people. */
  readonly file: string;
  /** Times of the recording, s. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly isPlaying: boolean;
  /** null: as fast as possible. */
  readonly rate: number | null;
  /** Number of the first frame that differs from the recording; null: none so far. */
  readonly strayed: number | null;
  readonly marks: readonly ReplayMark[];
}

export class ReplayView implements GuestView {
  readonly #replay: Replay;
  readonly #marks: ReplayMarks;
  readonly #file: string;
  #last = "";

  constructor(replay: Replay, marks: ReplayMarks, file: string) {
    this.#replay = replay;
    this.#marks = marks;
    this.#file = file;
  }

  update(): readonly string[] {
    const text = this.#text();
    if (text === this.#last) return [];
    this.#last = text;
    return [text];
  }

  get all(): readonly string[] {
    return [this.#text()];
  }

  #text(): string {
    const { wantedSec, toSec, isPaused, isAtEnd, rate, strayed = null } = this.#replay;
    const message: ReplayMessage = {
      type: "replay",
      file: this.#file,
      from: 0,
      to: toSec,
      at: Math.round(wantedSec * 1000) / 1000,
      isPlaying: !isPaused && !isAtEnd,
      rate: Number.isFinite(rate) ? rate : null,
      strayed,
      marks: this.#marks.all,
    };
    return JSON.stringify(message);
  }
}
