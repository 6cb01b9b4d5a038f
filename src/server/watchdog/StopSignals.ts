// Signals that stop the server. Node delivers signals to the main thread only, when it is idle. A thread that listens through
// libuv itself receives them at once. Where Node does not offer that, only the main thread handles signals.

import { constants } from "node:os";

/** Ctrl-C, kill, a terminal that was closed. */
export const STOP_SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

interface SignalHandle {
  onsignal: () => void;
  start(number: number): number;
  unref(): void;
}

/** Calls `handle` in the calling thread, also in one that is not the main thread. */
export function listenToSignals(signals: readonly NodeJS.Signals[], handle: () => void): void {
  try {
    process.noDeprecation = true;
    const { Signal } = (process as unknown as { binding(name: string): { Signal: new () => SignalHandle } }).binding(
      "signal_wrap",
    );
    for (const signal of signals) {
      const listener = new Signal();
      listener.onsignal = handle;
      listener.start(constants.signals[signal]);
      listeners.push(listener);
    }
  } catch {
    // the main thread stops the server when it gets the signal
  }
}

/** Kept from the garbage collector. */
const listeners: SignalHandle[] = [];
