// Verbs that wait because another verb's models are being compiled (M8, W8). Those of one client act in the order of their
// arrival; clients take turns, so a client with many verbs does not hold up the others. After each verb that waited for
// models the world may run a frame. The number of waiting verbs and their size are bounded, for each client and for all.

import { performance } from "node:perf_hooks";
import { SimError } from "../describe/SimError.js";

/** A connection, or another source of verbs. */
export interface VerbClient {
  /** Clients with the same key take turns as one; default: the object itself. */
  readonly key?: unknown;
  /** Is told the time that its verbs use of this thread. */
  spend?(ms: number): void;
  /** Time until its next verb may begin, ms; default 0. */
  debtMs?(): number;
}

/** Verbs of one client that may wait. */
export const MAX_WAITING = 64;
/** Verbs of all clients that may wait. Beyond this the newest one of the client with the most is refused. */
export const MAX_WAITING_OF_ALL = 512;
/** Size of all waiting verbs, bytes. */
const MAX_BYTES = 64 << 20;
/** Verbs begin for this long in one turn of the event loop, ms. */
const MAX_TURN_MS = 4;

interface Begun {
  /** The others wait until it has settled. */
  readonly done?: Promise<unknown>;
}

interface Waiting {
  readonly client: VerbClient;
  readonly bytes: number;
  readonly begin: () => Begun;
  readonly refuse: (error: unknown) => void;
}

const keyOf = (client: VerbClient): unknown => client.key ?? client;

export class VerbQueue {
  /** By client; the next one first. No list is empty. */
  readonly #lines = new Map<unknown, Waiting[]>();
  #count = 0;
  #bytes = 0;
  /** A verb waits for its models. */
  #isBusy = false;
  #isPlanned = false;
  #timer: NodeJS.Timeout | undefined;

  /** Begins a verb, now or when its turn comes. Rejects with TOO_MANY_REQUESTS if too many wait. */
  add<T extends Begun>(client: VerbClient, bytes: number, begin: () => T): T | Promise<T> {
    if (!this.#isBusy && !this.#lines.has(keyOf(client)) && (client.debtMs?.() ?? 0) <= 0) return this.#follow(begin());
    return new Promise((resolve, refuse) => {
      this.#makeRoom(client, bytes);
      const beginLater = (): T => {
        const begun = begin();
        resolve(begun);
        return begun;
      };
      this.#lineOf(client).push({ client, bytes, begin: beginLater, refuse });
      this.#count++;
      this.#bytes += bytes;
      if (!this.#isBusy) this.#plan();
    });
  }

  /** Number of verbs that wait. */
  get waiting(): number {
    return this.#count;
  }

  #lineOf(client: VerbClient): Waiting[] {
    const key = keyOf(client);
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    return line;
  }

  /** Throws TOO_MANY_REQUESTS, or refuses verbs of clients that have more waiting than this one. */
  #makeRoom(client: VerbClient, bytes: number): void {
    const own = this.#lines.get(keyOf(client)) ?? [];
    if (own.length >= MAX_WAITING) throw tooMany(`${own.length} verbs of this client that wait`, MAX_WAITING);
    while (this.#count >= MAX_WAITING_OF_ALL || this.#bytes + bytes > MAX_BYTES) {
      const size = this.#count >= MAX_WAITING_OF_ALL ? ({ length }: Waiting[]) => length : bytesOf;
      let [largest, most] = [undefined as Waiting[] | undefined, size(own)];
      for (const line of this.#lines.values()) if (size(line) > most) [largest, most] = [line, size(line)];
      const error = tooMany(`${this.#count} verbs that wait`, MAX_WAITING_OF_ALL);
      const last = largest?.at(-1);
      if (!last) throw error;
      this.#take(largest as Waiting[], last);
      last.refuse(error);
    }
  }

  #take(line: Waiting[], waiting: Waiting): void {
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.#lines.delete(keyOf(waiting.client));
    this.#count--;
    this.#bytes -= waiting.bytes;
  }

  /** The next verb begins when this one is done. */
  #follow<T extends Begun>(begun: T): T {
    if (!begun.done) return begun;
    this.#isBusy = true;
    const free = (): void => {
      this.#isBusy = false;
      if (this.#count > 0) this.#plan();
    };
    begun.done.then(free, free);
    return begun;
  }

  /** In another turn of the event loop: the world may run a frame first. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#turn();
    });
  }

  #turn(): void {
    const endMs = performance.now() + MAX_TURN_MS;
    clearTimeout(this.#timer);
    while (!this.#isBusy && this.#count > 0) {
      if (performance.now() > endMs) {
        this.#plan();
        return;
      }
      if (!this.#beginNext()) return;
    }
  }

  /** False: all clients have to wait for a while. */
  #beginNext(): boolean {
    let debtMs = Number.POSITIVE_INFINITY;
    for (const [key, line] of this.#lines) {
      const [next] = line as [Waiting];
      const clientMs = next.client.debtMs?.() ?? 0;
      debtMs = Math.min(debtMs, clientMs);
      if (clientMs > 0) continue;
      // to the end of the line of clients
      this.#lines.delete(key);
      this.#lines.set(key, line);
      this.#take(line, next);
      try {
        this.#follow(next.begin());
      } catch (problem) {
        next.refuse(problem);
      }
      return true;
    }
    this.#timer = setTimeout(() => this.#turn(), Math.ceil(debtMs)).unref();
    return false;
  }

  /** The server stops: verbs that wait begin no more. */
  close(error: SimError): void {
    clearTimeout(this.#timer);
    for (const line of [...this.#lines.values()])
      for (const waiting of [...line]) {
        this.#take(line, waiting);
        waiting.refuse(error);
      }
  }
}

const bytesOf = (line: readonly Waiting[]): number => line.reduce((sum, { bytes }) => sum + bytes, 0);

const tooMany = (found: string, most: number): SimError =>
  new SimError("TOO_MANY_REQUESTS", {
    where: "verbs",
    found,
    allowed: `at most ${most}`,
    advice: "Wait for a reply before you send the next verb.",
  });
