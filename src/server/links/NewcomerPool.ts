// Connections that have not shown what they want yet: no document, no hello, no request (W8). They have places of their own,
// so that silent ones take none from robots and viewers. When all places are taken, the oldest connection of the address
// with the most of them is refused: an honest client at another address is not.

interface Newcomer {
  readonly address: string;
  readonly refuse: () => void;
}

export class NewcomerPool {
  readonly #max: number;
  /** In the order of arrival. */
  readonly #newcomers = new Set<Newcomer>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#newcomers.size;
  }

  /** Adds a connection. The returned function takes it out; it may be called more than once. */
  add(address: string, refuse: () => void): () => void {
    const newcomer: Newcomer = { address, refuse };
    this.#newcomers.add(newcomer);
    if (this.#newcomers.size > this.#max) this.#refuseOne();
    return () => this.#newcomers.delete(newcomer);
  }

  #refuseOne(): void {
    const counts = new Map<string, number>();
    for (const { address } of this.#newcomers) counts.set(address, (counts.get(address) ?? 0) + 1);
    const max = Math.max(...counts.values());
    for (const newcomer of this.#newcomers) {
      if (counts.get(newcomer.address) !== max) continue;
      this.#newcomers.delete(newcomer);
      newcomer.refuse();
      return;
    }
  }
}
