// Values of the last frames with their times. A picture arrives later than it was taken, and belongs to the angles and to the place of
// that moment.

/** s. */
const SPAN = 0.12;

export class History<T> {
  readonly #entries: { readonly time: number; readonly value: T }[] = [];

  note(time: number, value: T): void {
    const entries = this.#entries;
    // the world was reset
    while (entries.length > 0 && entries[entries.length - 1].time >= time) entries.pop();
    entries.push({ time, value });
    while (entries[0].time < time - SPAN) entries.shift();
  }

  /** The value nearest to a time; undefined: there is none. */
  at(time: number): T | undefined {
    let best = this.#entries.at(-1);
    for (const entry of this.#entries)
      if (best && Math.abs(entry.time - time) < Math.abs(best.time - time)) best = entry;
    return best?.value;
  }
}
