// Lines for the log about clients that keep the world waiting: after some seconds the log names the client and what is
// missing. Most often it is a forgotten SimEnd, or a length that is wrong. One line for each wait.

import { NEWCOMER_BYTES, reversed } from "./ByteOrder.js";
import type { Session } from "./Session.js";

/** s of wall-clock time. */
const NOTICE_SECONDS = 5;

export class StallNotices {
  readonly #log: (line: string) => void;
  /** By session: when the wait began that the log knows. */
  readonly #noticed = new WeakMap<Session, number>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Writes the lines that are due. */
  notice(sessions: readonly Session[], heardMs: number): void {
    for (const session of sessions) {
      const sinceMs = waitsSinceMs(session);
      if (sinceMs === undefined || heardMs < sinceMs + NOTICE_SECONDS * 1000) continue;
      if (this.#noticed.get(session) === sinceMs) continue;
      this.#noticed.set(session, sinceMs);
      this.#log(`${session.name}: ${whyOf(session)}`);
    }
  }

  /** Milliseconds until the next line; Infinity: none is pending. */
  wait(sessions: readonly Session[], nowMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const session of sessions) {
      const sinceMs = waitsSinceMs(session);
      if (sinceMs === undefined || this.#noticed.get(session) === sinceMs) continue;
      next = Math.min(next, Math.max(1, sinceMs + NOTICE_SECONDS * 1000 - nowMs));
    }
    return next;
  }
}

function waitsSinceMs(session: Session): number | undefined {
  if (session.state === "describing") return session.isReading ? undefined : session.startMs;
  return session.owes ? session.sentMs : undefined;
}

function whyOf(session: Session): string {
  const { unfinished, messageCount } = session;
  if (session.state === "describing")
    return `has sent ${unfinished.bytes} bytes and no %% for ${NOTICE_SECONDS} s: a document ends with %%`;
  const start = `the world has waited ${NOTICE_SECONDS} s for its SimEnd`;
  if (unfinished.bytes > 0) {
    const { bytes, length } = unfinished;
    const other = length !== undefined && length !== reversed(length) ? reversed(length) : Number.POSITIVE_INFINITY;
    const order = other <= NEWCOMER_BYTES ? `, which are ${other} in the other byte order` : "";
    const claim = length === undefined ? "a message" : `a message of ${length} bytes${order}`;
    return `${start}: ${bytes} bytes of ${claim} have come. Lengths are little-endian and count the whole message, their own 4 bytes too`;
  }
  if (messageCount === 0) return `${start}: nothing has come since the frame was sent`;
  return `${start}: ${messageCount} message${messageCount === 1 ? " has" : "s have"} come, but no SimEnd. Every answer ends with SimEnd`;
}
