// Verbs as the page says them: what goes wrong is told once, in words, where everybody sees it.

import type { Connection, Reply } from "../Connection.js";
import type { Store } from "../Store.js";
import type { Toasts } from "./Toasts.js";

export const OK = 1;

/** Without the code, which the log has. */
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

  /** What is wrong is shown by whoever asks. */
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
