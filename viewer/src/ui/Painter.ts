// Draws at most once per animation frame, whatever arrives in between, and nothing while the page is hidden.

export class Painter {
  readonly #due = new Set<() => void>();
  #handle = 0;

  /** Has it called before the next picture; asked twice, called once. */
  readonly ask = (paint: () => void): void => {
    this.#due.add(paint);
    if (this.#handle === 0) this.#handle = requestAnimationFrame(() => this.#paint());
  };

  /** A function that asks, to be given to a topic. */
  asking(paint: () => void): () => void {
    return () => this.ask(paint);
  }

  #paint(): void {
    this.#handle = 0;
    const due = [...this.#due];
    this.#due.clear();
    for (const paint of due) paint();
  }
}
