// The inputs of a simulation, for its journal. An input that follows from another one is not noted: a playback of the other one
// repeats it.

import type { Journal, JournalInput } from "./Journal.js";

export class Inputs {
  /** One for each recording. */
  #journals: readonly Journal[] = [];
  /** Above 0: what happens follows from an input, or from the world itself. */
  #depth = 0;
  /** The input that is being done, while nothing was noted that comes after it. */
  #held: JournalInput | undefined;

  /** True: a journal is open. */
  get isNoted(): boolean {
    return this.#journals.length > 0;
  }

  /** Between two frames, or by a verb. */
  open(journal: Journal): void {
    this.#journals = [...this.#journals, journal];
  }

  close(journal: Journal): void {
    this.#journals = this.#journals.filter((one) => one !== journal);
    if (!this.isNoted) this.#held = undefined;
  }

  /** A frame was made. */
  frame(): void {
    for (const journal of this.#journals) journal.frame();
  }

  /** Does an input from outside, and notes it. `input` is called only if there is a journal. */
  act<T>(input: () => JournalInput, work: () => T): T {
    const isOutermost = this.#depth === 0 && this.isNoted;
    if (isOutermost) this.#held = input();
    try {
      return this.follow(work);
    } finally {
      if (isOutermost) this.#flush();
    }
  }

  /** Does what follows from the state of the world. */
  follow<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  /** Notes what a client did. */
  note(input: JournalInput): void {
    if (!this.isNoted) return;
    this.#flush();
    this.noteBefore(input);
  }

  /** Notes what had to be done before the present input. */
  noteBefore(input: JournalInput): void {
    for (const journal of this.#journals) journal.note(input);
  }

  #flush(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.noteBefore(held);
  }
}
