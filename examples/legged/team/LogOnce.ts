// Prints a line about each kind of nonsense once, so that a flood of it does not flood the log.

export class LogOnce {
  readonly #print: (line: string) => void;
  readonly #seen = new Set<string>();

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  once(kind: string, line: string): void {
    if (this.#seen.has(kind)) return;
    this.#seen.add(kind);
    this.#print(line);
  }
}
