// Names of signals: ENTITY/BODY/position.x, ENTITY/JOINT/angle..., ENTITY/DEVICE/FIELD. A pattern is a name, the beginning of a name up to
// a / or ., or has * for any characters. If no signal has the case of a pattern, case is ignored.

import { matchesName } from "../../describe/NamePattern.js";

const matches = (pattern: string, name: string): boolean =>
  matchesName(pattern, name) || matchesName(`${pattern}/*`, name) || matchesName(`${pattern}.*`, name);

export class SignalPatterns {
  readonly #patterns: readonly string[];
  readonly #loose: readonly string[];
  readonly #known = new Map<string, boolean>();

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
    this.#loose = patterns.map((pattern) => pattern.toLowerCase());
  }

  /** With the case ignored; `choose` decides about it. */
  wants(name: string): boolean {
    let isWanted = this.#known.get(name);
    if (isWanted === undefined) {
      const lower = name.toLowerCase();
      isWanted = this.#loose.some((pattern) => matches(pattern, lower));
      this.#known.set(name, isWanted);
    }
    return isWanted;
  }

  /** The wanted ones among all names, in the order of the patterns; and the patterns that nothing matches. */
  choose(names: readonly string[]): { readonly names: readonly string[]; readonly unmatched: readonly string[] } {
    const chosen = new Set<string>();
    const unmatched: string[] = [];
    this.#patterns.forEach((pattern, i) => {
      const exact = names.filter((name) => matches(pattern, name));
      const found = exact.length > 0 ? exact : names.filter((name) => matches(this.#loose[i], name.toLowerCase()));
      for (const name of found) chosen.add(name);
      if (found.length === 0) unmatched.push(pattern);
    });
    return { names: [...chosen], unmatched };
  }
}
