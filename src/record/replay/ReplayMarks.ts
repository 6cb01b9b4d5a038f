// Marks of a recording for its time bar: robots that join and leave, resets and restores. They are found in the journal, in parts, because a
// long one takes seconds to read.

import type { JournalFile } from "../journal/JournalFile.js";

export interface ReplayMark {
  /** Time of the recording, s. */
  readonly at: number;
  readonly kind: "goal" | "robot" | "problem" | "reset" | "note";
  readonly text: string;
}

const MAX_MARKS = 500;

export class ReplayMarks {
  readonly #file: JournalFile;
  #next = 0;
  #all: readonly ReplayMark[] = [];

  /** `marks`: those that the file itself has. Undefined: the journal is searched for them. */
  constructor(file: JournalFile, marks?: readonly ReplayMark[]) {
    this.#file = file;
    this.#all = marks?.slice(0, MAX_MARKS) ?? [];
    if (marks) this.#next = file.frames.length;
  }

  get all(): readonly ReplayMark[] {
    return this.#all;
  }

  get isDone(): boolean {
    return this.#next >= this.#file.frames.length || this.#all.length >= MAX_MARKS;
  }

  /** Reads some frames more. Returns whether it found marks. */
  read(frames: number): boolean {
    const end = Math.min(this.#file.frames.length, this.#next + frames);
    const found: ReplayMark[] = [];
    for (; this.#next < end; this.#next++) {
      const at = this.#file.secondsAt(this.#next);
      for (const input of this.#file.frames[this.#next].inputs()) {
        if (input.kind === "join") found.push({ at, kind: "robot", text: `${input.robot.name} joined` });
        if (input.kind === "leave")
          found.push(...input.robots.map((name) => ({ at, kind: "robot" as const, text: `${name} left` })));
        if (input.kind === "call" && (input.method === "reset" || input.method === "restore"))
          found.push({ at, kind: "reset", text: input.method });
      }
    }
    if (found.length === 0) return false;
    this.#all = [...this.#all, ...found].sort((a, b) => a.at - b.at).slice(0, MAX_MARKS);
    return true;
  }
}
