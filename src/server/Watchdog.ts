// Names a plug-in or a controller that never comes back, and ends the process (S6). Such a call holds the one thread that
// everything runs in, so another thread watches it: through shared memory it sees a number that every turn of the event
// loop and every call into a plug-in changes. If it stands still for too long, the other thread looks where this one is
// (WatchdogThread.ts). A call costs three writes to memory here; without plug-ins and controllers there is no thread.

import { closeSync } from "node:fs";
import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import type { CallWatch } from "../devices/PluginGuard.js";

/** Of the process, when the watchdog ends it. */
export const WATCHDOG_EXIT_CODE = 3;
/** Where things stand in the shared memory, in 32-bit words; behind them who is called, as text. */
export const BEAT = { turn: 0, isCalling: 1, textBytes: 2, text: 3 } as const;
const TEXT_BYTES = 1024;
/** So often the event loop says that it goes on, ms. */
const TURN_MS = 100;
/** The function by which the other thread ends this one. */
export const END = "ubersim.watchdog.end";

export interface WatchedModule {
  readonly url: string;
  /** For people: "controller patrol.js of robot Patrol". */
  readonly who: string;
}

export interface WatchdogData {
  readonly beat: SharedArrayBuffer;
  readonly limitSec: number;
}

export class Watchdog implements CallWatch {
  readonly #limitSec: number | undefined;
  readonly #words = new Int32Array(new SharedArrayBuffer(4 * BEAT.text + TEXT_BYTES));
  readonly #text = new Uint8Array(this.#words.buffer, 4 * BEAT.text);
  readonly #encoder = new TextEncoder();
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** In the shared memory now. */
  #who = "";
  #call = "";

  /** Undefined: nobody watches. Nor does anybody while a debugger is attached, which holds the thread itself. */
  constructor(limitSec: number | undefined) {
    this.#limitSec = debuggerUrl() === undefined ? limitSec : undefined;
  }

  /** A module whose code runs by itself, or within calls; from the first one on there is a thread. */
  know(url: string, who: string): void {
    if (this.#limitSec === undefined) return;
    this.#worker ??= this.#start(this.#limitSec);
    this.#worker.postMessage({ url, who } satisfies WatchedModule);
  }

  enter(who: string, call: string): void {
    const words = this.#words;
    if (who !== this.#who || call !== this.#call) {
      this.#who = who;
      this.#call = call;
      words[BEAT.textBytes] = this.#encoder.encodeInto(`${who}: ${call}`, this.#text).written;
    }
    words[BEAT.turn]++;
    Atomics.store(words, BEAT.isCalling, 1);
  }

  leave(): void {
    Atomics.store(this.#words, BEAT.isCalling, 0);
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
    Object.assign(globalThis, { [Symbol.for(END)]: endProcess });
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
