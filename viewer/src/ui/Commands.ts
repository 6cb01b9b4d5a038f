// Runs verbs for the page. A failed verb shows its message once as a toast and adds it to the log.

import type { Connection, Reply } from "../Connection.js";
import type { Store } from "../Store.js";
import type { Toasts } from "./Toasts.js";

export const OK = 1;

/** The message without its error code; the log keeps the code. */
function withoutCode(message: string): string {
  const text = message.replace(/^[A-Z_]+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export class Commands {
  readonly #store: Store;
  readonly #connection: Connection;
  readonly #toasts: Toasts;

  constructor(store: Store, connection: Connection, toasts: Toasts) {
    this.#store = store;
    this.#connection = connection;
    this.#toasts = toasts;
  }

  async run(verb: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await this.#connection.verb(verb, args);
    if (reply.result !== OK) {
      this.#toasts.show(withoutCode(reply.message), "problem");
      this.#store.addLog("problem", reply.message);
    }
    return reply;
  }

  /** Does not report errors; the caller handles the reply. */
  runQuietly(verb: string, args: Record<string, unknown> = {}): Promise<Reply> {
    return this.#connection.verb(verb, args);
  }

  line(line: string): Promise<Reply> {
    return this.#connection.line(line);
  }

  togglePause(): void {
    this.run(this.#store.status?.isPaused ? "resume" : "pause");
  }

  step(): void {
    this.run("step", { count: 1 });
  }
}
