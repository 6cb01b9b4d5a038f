// What the time bar controls: the tape of a live page, or a recording that the server plays.

import type { Mark } from "./Marks.js";

export interface TimeSource {
  /** Times that can be shown, and the one that is shown, s. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /** False: the present of a live world. */
  readonly isPast: boolean;
  readonly isPlaying: boolean;
  readonly allMarks: readonly Mark[];
  /** True: there is a present to return to. */
  readonly isLive: boolean;
  speed: number;
  seek(at: number): void;
  play(): void;
  pause(): void;
  step(direction: 1 | -1): void;
  now(): void;
}
