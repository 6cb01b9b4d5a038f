// Log of the league's ports. Packets with the same defect arrive again and again, so each error code is logged once for protocols
// that have no replies.

import { SimError } from "../../describe/SimError.js";

export class PortLog {
  readonly #log: (line: string) => void;
  readonly #logged = new Set<string>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  line(text: string): void {
    this.#log(text);
  }

  /** Logs the line unless a line with this key was logged before. */
  once(key: string, line: string): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#log(line);
  }

  /** Logs an error that is not a SimError: a defect of the simulator, not of a message. */
  internalError(problem: unknown): void {
    if (problem instanceof SimError) return;
    this.#log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
  }

  /** Logs the error of a message that is not answered. */
  unanswered(protocol: string, sender: string, problem: unknown): void {
    this.internalError(problem);
    if (!(problem instanceof SimError)) return;
    this.once(`${protocol} ${problem.code}`, `${protocol}, from ${sender}: ${problem.message}`);
  }
}
