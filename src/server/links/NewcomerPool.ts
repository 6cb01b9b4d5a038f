// Connections that have not shown what they want yet: no document, no hello, no request (W8). They have places of their own,
// so that silent ones take none from robots and viewers. When all places are taken, the oldest connection of the address
// with the most of them is refused: an honest client at another address is not.

interface Newcomer {
  readonly refuse: () => void;
}

export class NewcomerPool {
  readonly #max: number;
  /** Of each address in the order of arrival. */
  readonly #byAddress = new Map<string, Set<Newcomer>>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a connection. The returned function takes it out; it may be called more than once. */
  add(address: string, refuse: () => void): () => void {
    const newcomer: Newcomer = { refuse };
    const same = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, same.add(newcomer));
    this.#size++;
    if (this.#size > this.#max) this.#refuseOne();
    return () => this.#delete(address, newcomer);
  }

  #delete(address: string, newcomer: Newcomer): void {
    const same = this.#byAddress.get(address);
    if (!same?.delete(newcomer)) return;
    this.#size--;
    if (same.size === 0) this.#byAddress.delete(address);
  }

  refuseAll(): void {
    while (this.#size > 0) this.#refuseOne();
  }

  #refuseOne(): void {
    let [most, count] = ["", 0];
    for (const [address, { size }] of this.#byAddress) if (size > count) [most, count] = [address, size];
    for (const newcomer of this.#byAddress.get(most) ?? []) {
      this.#delete(most, newcomer);
      newcomer.refuse();
      return;
    }
  }
}
