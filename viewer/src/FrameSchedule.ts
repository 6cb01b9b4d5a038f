// One beat for all that changes on the page. Numbers, texts and the world in 3D are written together, with the screen's
// own pictures: for a machine that draws with its processor every picture of the page is dear, whatever is new in it. Not
// sooner after the last one than it may, and nothing while the page is hidden.

/** A wait shorter than this is none. */
const GRAIN_MS = 3;

export type FrameTask = (now: number) => void;

export class FrameSchedule {
  /** From one picture to the next. */
  minGapMs = 0;
  readonly #due = new Set<FrameTask>();
  #request = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Has it called with the next beat; asked twice, called once. */
  request(task: FrameTask): void {
    this.#due.add(task);
    if (this.#request !== 0 || this.#timer !== undefined) return;
    const waitMs = this.#lastMs + this.minGapMs - performance.now();
    if (waitMs < GRAIN_MS) this.#requestFrame();
    else
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#requestFrame();
      }, waitMs - GRAIN_MS);
  }

  cancel(task: FrameTask): void {
    this.#due.delete(task);
  }

  #requestFrame(): void {
    this.#request = requestAnimationFrame(() => this.#run());
  }

  #run(): void {
    this.#request = 0;
    const now = performance.now();
    this.#lastMs = now;
    const due = [...this.#due];
    this.#due.clear();
    for (const task of due) task(now);
  }
}
