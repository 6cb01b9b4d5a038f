// One budget for the memory of all connections (W8): output that clients have not read, documents and requests that have not
// arrived as a whole. Each connection has its own limits; this one bounds their sum. Beyond it the connection with the most
// bytes is closed first, and of equal ones the oldest.

import { SimError } from "../../describe/SimError.js";

export interface MemoryHolder {
  /** Bytes that the connection holds now. */
  readonly bytes: number;
  /** Closes the connection and frees its memory. */
  drop(error: SimError): void;
}

/** Interval of the checks, ms. */
const CHECK_MS = 50;

export class MemoryBudget {
  readonly #maxBytes: number;
  /** In the order of arrival. */
  readonly #holders = new Set<MemoryHolder>();
  #timer: NodeJS.Timeout | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts a connection. The returned function ends that; it may be called more than once. */
  add(holder: MemoryHolder): () => void {
    this.#holders.add(holder);
    this.#timer ??= setInterval(() => this.check(), CHECK_MS).unref();
    return () => {
      this.#holders.delete(holder);
      if (this.#holders.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Of all connections. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#holders) sum += bytes;
    return sum;
  }

  /** Drops connections until the rest is within the budget. */
  check(): void {
    const held = [...this.#holders].map((holder) => ({ holder, bytes: holder.bytes }));
    let sum = held.reduce((total, { bytes }) => total + bytes, 0);
    if (sum <= this.#maxBytes) return;
    // the sort is stable: of equal ones the oldest comes first
    for (const { holder, bytes } of held.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= this.#maxBytes) return;
      sum -= bytes;
      holder.drop(this.#error(bytes));
    }
  }

  #error(bytes: number): SimError {
    return new SimError("MEMORY_FULL", {
      where: "server",
      found: `${bytes} bytes of this connection`,
      allowed: `at most ${this.#maxBytes} bytes of all connections together`,
    });
  }
}
