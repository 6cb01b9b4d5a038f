// Runs all drawing work of the page in one browser frame. Texts, numbers and the 3D view are updated together, because
// on a machine without a graphics processor every repaint of the page is expensive, however little changed. Frames are
// at least `minGapMs` apart; requestAnimationFrame runs nothing while the page is hidden.

/** Waits shorter than this are skipped, ms. */
const GRAIN_MS = 3;

type FrameTask = (now: number) => void;

export class FrameSchedule {
  /** Minimum time from one frame to the next, ms. */
  minGapMs = 0;
  readonly #due = new Set<FrameTask>();
  #request = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Runs the task in the next frame. Several requests of one task run it once. */
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
