// Watches the main thread from a second one, which runs while the main thread is busy (S6, M8). Every turn of the event loop
// and every call into a plug-in changes a counter in shared memory. If the counter does not change for too long, the second
// thread finds out where the main thread is, reports it and ends the process (WatchdogThread.ts). The second thread also ends
// the process if the main thread does not do so after a stop signal. A call into a plug-in costs two writes to shared memory.

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

/** Messages to the second thread. */
export type WatchdogMessage =
  /** A module to recognise on the stack. */
  | { readonly url: string; readonly caller: string }
  /** The number of a kind. */
  | { readonly kind: number; readonly caller: string }
  /** The server runs: its own work is watched too. */
  | { readonly isServing: true };

export interface WatchdogData {
  readonly beat: SharedArrayBuffer;
  /** Infinity: no limit. */
  readonly limitSec: number;
  readonly signals: readonly NodeJS.Signals[];
}

export interface WatchdogOptions {
  /** How long one call of a plug-in or controller may last, s; undefined: any time. */
  readonly limitSec: number | undefined;
  /** Signals after which the process has to end. Default none. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
}

export class Watchdog implements CallWatch {
  readonly #limitSec: number | undefined;
  readonly #signals: readonly NodeJS.Signals[];
  readonly #words = new Int32Array(new SharedArrayBuffer(4 * BEAT.words));
  #worker: Worker | undefined;
  /** Resolves when the thread runs, or has failed to. */
  #ready: Promise<unknown> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #kinds = 0;
  /** The last call into a plug-in. */
  #call: WatchedCall | undefined;

  /** No limit if a debugger is attached, which stops the thread itself. */
  constructor({ limitSec, signals = [] }: WatchdogOptions) {
    this.#limitSec = debuggerUrl() === undefined ? limitSec : undefined;
    this.#signals = signals;
  }

  /** Registers a module to recognise on the stack. The first one starts the thread. */
  addModule(url: string, caller: string): void {
    if (this.#limitSec === undefined) return;
    this.#worker ??= this.#start();
    this.#post({ url, caller });
  }

  /** Starts the thread early, if it will be needed for a server. */
  prepareServer(): void {
    if (this.#limitSec !== undefined || this.#signals.length > 0) this.#worker ??= this.#start();
  }

  /** From now on the server's own work is watched too. Resolves when the thread runs: it cannot start while this one is held. */
  async watchServer(): Promise<void> {
    await this.#ready;
    this.#post({ isServing: true });
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

  #start(): Worker {
    const data: WatchdogData = {
      beat: this.#words.buffer as SharedArrayBuffer,
      limitSec: this.#limitSec ?? Number.POSITIVE_INFINITY,
      signals: this.#signals,
    };
    const worker = new Worker(new URL("./WatchdogThread.js", import.meta.url), { workerData: data });
    worker.unref();
    // without the thread the simulation still runs
    worker.on("error", () => {});
    this.#ready = new Promise((resolve) => worker.once("message", resolve).once("exit", resolve));
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
function endProcess(code: number): void {
  closeSync(2);
  (process as unknown as { reallyExit(code: number): void }).reallyExit(code);
}
