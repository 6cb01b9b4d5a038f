// Numbers of entities in segmentation pictures (W5). A new entity gets the smallest free number from 1 and keeps it until it
// leaves. Entities of one frame join in name order, so the numbers repeat from run to run.

const MAX_NUMBER = 65_535;

export class SegmentationNumbers {
  #numbers = new Map<string, number>();

  /** `names`: all entities, in name order. New ones get a number; the numbers of those that left become free. */
  update(names: readonly string[]): void {
    const here = new Set(names);
    for (const name of this.#numbers.keys()) if (!here.has(name)) this.#numbers.delete(name);
    const taken = new Set(this.#numbers.values());
    let next = 1;
    for (const name of names) {
      if (this.#numbers.has(name)) continue;
      while (taken.has(next)) next++;
      this.#numbers.set(name, Math.min(next++, MAX_NUMBER));
    }
  }

  /** 0: no such entity. */
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
