// Label values that come from users, such as names of robots, in a bounded number (X5). Every new value makes a new time series in the
// database of the metrics, for ever: beyond a number of values all further ones share one.

import type { MetricValue } from "./Metric.js";

/** Different values in the life of the server. */
const MAX_VALUES = 100;
/** Characters of a value. */
const MAX_LENGTH = 80;
/** Stands for all values beyond the limit. It is not a name of a robot. */
export const OTHERS = "(others)";

export class BoundedLabels {
  readonly #known = new Set<string>();
  readonly #maxValues: number;

  constructor(maxValues = MAX_VALUES) {
    this.#maxValues = maxValues;
  }

  of(text: string): string {
    const value = text.slice(0, MAX_LENGTH);
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#maxValues) return OTHERS;
    this.#known.add(value);
    return value;
  }

  /** One value of a metric for each label; values of the same label are added. */
  sums(label: string, values: Iterable<readonly [string, number]>): readonly MetricValue[] {
    const sums = new Map<string, number>();
    for (const [text, value] of values) {
      const name = this.of(text);
      sums.set(name, (sums.get(name) ?? 0) + value);
    }
    return [...sums].map(([name, value]) => ({ labels: { [label]: name }, value }));
  }
}
