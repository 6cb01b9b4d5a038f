// The state of the world as one word or sentence, for the top bar and screen readers.

import type { Store } from "../../Store.js";
import { replayOf } from "../../tape/ReplayTime.js";

export interface WorldState {
  readonly kind: "connecting" | "lost" | "refused" | "past" | "paused" | "waiting" | "running";
  readonly text: string;
}

/** In lock-step the world waits for every answer; only waits longer than this are shown, ms. */
const STALL_MS = 700;

export class StallTimer {
  #frame = -1;
  #sinceMs = 0;

  /** Returns for how long the frame number has not changed, ms. */
  read(frame: number, nowMs: number): number {
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.#sinceMs = nowMs;
    }
    return nowMs - this.#sinceMs;
  }
}

export function describeState(store: Store, stalledMs: number): WorldState {
  const { connection, status, behindSec } = store;
  if (behindSec !== undefined) return { kind: "past", text: `${behindSec.toFixed(0)} s ago` };
  if (connection.state === "connecting") return { kind: "connecting", text: "connecting" };
  if (connection.state === "lost") return { kind: "lost", text: "not connected" };
  if (connection.state === "refused") return { kind: "refused", text: "refused" };
  if (!status) return { kind: "connecting", text: "connecting" };
  if (replayOf(store)) return { kind: "past", text: status.isPaused ? "recording, paused" : "recording" };
  if (status.isPaused) return { kind: "paused", text: "paused" };
  if (status.awaited.length > 0) return { kind: "waiting", text: `waiting for ${listNames(status.awaited)}` };
  if (status.waitingFor.length > 0 && stalledMs > STALL_MS)
    return { kind: "waiting", text: `waiting for ${listNames(status.waitingFor)}` };
  return { kind: "running", text: "running" };
}

export function listNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(" and ");
  return `${names[0]}, ${names[1]} and ${names.length - 2} more`;
}
