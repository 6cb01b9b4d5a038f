// Ends the process when a plug-in or controller never returns, and reports which (S6). Such a call blocks the main thread, so
// a second thread watches: every turn of the event loop and every call into a plug-in changes a counter in shared memory.
// If the counter does not change for too long, the second thread finds out where the main thread is (WatchdogThread.ts).
// A call costs two writes to shared memory. Without plug-ins and controllers there is no thread.

import { closeSync } from "node:fs";
import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import type { CallWatch, WatchedCall, WatchedKind } from "../../devices/plugin/CallGuard.js";

/** Exit code of the process when the watchdog ends it. */
export const WATCHDOG_EXIT_CODE = 3;
/** Layout of the shared memory, in 32-bit words. Kind 0: no plug-in is being called. */
export const BEAT = { turn: 0, kind: 1, words: 2 } as const;
/** Interval at which the event loop changes the counter, ms. */
const TURN_MS = 100;
/** Name of the global symbol through which the second thread calls this one. */
export const HANDLE = "ubersim.watchdog";

/** Messages to the second thread: a module to recognise on the stack, or the number of a kind. */
export type WatchdogMessage =
  | { readonly url: string; readonly caller: string }
  | { readonly kind: number; readonly caller: string };

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
  /** The last call into a plug-in. */
  #call: WatchedCall | undefined;

  /** `limitSec` undefined: no watchdog. None either if a debugger is attached, which stops the thread itself. */
  constructor(limitSec: number | undefined) {
    this.#limitSec = debuggerUrl() === undefined ? limitSec : undefined;
  }

  /** Registers a module to recognise on the stack. The first one starts the thread. */
  addModule(url: string, caller: string): void {
    if (this.#limitSec === undefined) return;
    this.#worker ??= this.#start(this.#limitSec);
    this.#post({ url, caller });
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
    this.#post({ kind: kind.number, caller: kind.text });
    return kind.number;
  }

  #post(message: WatchdogMessage): void {
    this.#worker?.postMessage(message);
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

/** Called by the second thread through the debugger. Closes stderr first, because Node would print a note on debuggers. */
function endProcess(): void {
  closeSync(2);
  (process as unknown as { reallyExit(code: number): void }).reallyExit(WATCHDOG_EXIT_CODE);
}
