// Names a plug-in or a controller that never comes back, and ends the process (S6). Such a call holds the one thread that
// everything runs in, so another thread watches it: in shared memory it sees a number that every turn of the event loop and
// every call into a plug-in changes. If that stands still for too long, the other thread looks where this one is
// (WatchdogThread.ts). A call costs two writes to shared memory; without plug-ins and controllers there is no thread.

import { closeSync } from "node:fs";
import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import type { CallWatch, WatchedCall, WatchedKind } from "../../devices/plugin/CallGuard.js";

/** Of the process, when the watchdog ends it. */
export const WATCHDOG_EXIT_CODE = 3;
/** Where things stand in the shared memory, in 32-bit words. Kind 0: nobody is called. */
export const BEAT = { turn: 0, kind: 1, words: 2 } as const;
/** So often the event loop says that it goes on, ms. */
const TURN_MS = 100;
/** By this name the other thread finds what it needs here. */
export const HANDLE = "ubersim.watchdog";

/** What the other thread is told: a module whose code runs by itself, or the number of a kind. */
export type WatchdogNews =
  | { readonly url: string; readonly who: string }
  | { readonly kind: number; readonly who: string };

export interface WatchdogData {
  readonly beat: SharedArrayBuffer;
  readonly limitSec: number;
}

export class Watchdog implements CallWatch {
  readonly #limitSec: number | undefined;
  readonly #words = new Int32Array(new SharedArrayBuffer(4 * BEAT.words));
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #kinds = 0;
  /** The last one. */
  #call: WatchedCall | undefined;

  /** Undefined: nobody watches. Nor does anybody while a debugger is attached, which holds the thread itself. */
  constructor(limitSec: number | undefined) {
    this.#limitSec = debuggerUrl() === undefined ? limitSec : undefined;
  }

  /** A module whose code runs by itself, or within calls; from the first one on there is a thread. */
  know(url: string, who: string): void {
    if (this.#limitSec === undefined) return;
    this.#worker ??= this.#start(this.#limitSec);
    this.#tell({ url, who });
  }

  enter(call: WatchedCall): void {
    this.#call = call;
    this.#words[BEAT.turn]++;
    Atomics.store(this.#words, BEAT.kind, call.kind.number || this.#number(call.kind));
  }

  leave(): void {
    Atomics.store(this.#words, BEAT.kind, 0);
  }

  #number(kind: WatchedKind): number {
    kind.number = ++this.#kinds;
    this.#tell({ kind: kind.number, who: kind.text });
    return kind.number;
  }

  #tell(news: WatchdogNews): void {
    this.#worker?.postMessage(news);
  }

  #start(limitSec: number): Worker {
    const beat = this.#words.buffer as SharedArrayBuffer;
    const worker = new Worker(new URL("./WatchdogThread.js", import.meta.url), {
      workerData: { beat, limitSec } satisfies WatchdogData,
    });
    worker.unref();
    this.#timer = setInterval(() => {
      this.#words[BEAT.turn]++;
    }, TURN_MS);
    this.#timer.unref();
    const handle = { call: () => this.#call && `${this.#call.kind.text}: ${this.#call.text}`, end: endProcess };
    Object.assign(globalThis, { [Symbol.for(HANDLE)]: handle });
    return worker;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** Called by the other thread, as a debugger would. Node has a word to say about debuggers, which nobody needs. */
function endProcess(): void {
  closeSync(2);
  (process as unknown as { reallyExit(code: number): void }).reallyExit(WATCHDOG_EXIT_CODE);
}
