// The numbers by which entities are known in segmentation pictures (W5): from 1, the smallest that is free when somebody
// comes; it stays while the entity is there. Who comes in one frame comes in name order, so the numbers repeat.

const MAX = 65_535;

export class EntityNumbers {
  #numbers = new Map<string, number>();

  /** Whoever is new gets a number, whoever has gone gives his back; `names` in name order. */
  update(names: readonly string[]): void {
    const here = new Set(names);
    for (const name of this.#numbers.keys()) if (!here.has(name)) this.#numbers.delete(name);
    const taken = new Set(this.#numbers.values());
    let next = 1;
    for (const name of names) {
      if (this.#numbers.has(name)) continue;
      while (taken.has(next)) next++;
      this.#numbers.set(name, Math.min(next++, MAX));
    }
  }

  of(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  save(): ReadonlyMap<string, number> {
    return new Map(this.#numbers);
  }

  restore(numbers: ReadonlyMap<string, number>): void {
    this.#numbers = new Map(numbers);
  }
}
