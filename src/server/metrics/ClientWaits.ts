// How long each client takes for its answers (X5): the time from the frame that was sent to it to the moment when the simulation has its
// whole answer. It exists only while metrics are asked for.

import type { Session } from "../../session/clients/Session.js";

interface Wait {
  /** `sentMs` of the last frame that was counted or is waited for. */
  sentMs: number;
  isOpen: boolean;
  seconds: number;
  answers: number;
}

export class ClientWaits {
  readonly #waits = new WeakMap<Session, Wait>();

  /** Called before and after every attempt at a frame. */
  look(sessions: readonly Session[], nowMs: number): void {
    for (const session of sessions) if (session.state === "running") this.#lookAt(session, nowMs);
  }

  #lookAt(session: Session, nowMs: number): void {
    const { sentMs, owes } = session;
    const known = this.#waits.get(session);
    const wait = known ?? { sentMs: 0, isOpen: false, seconds: 0, answers: 0 };
    if (!known) this.#waits.set(session, wait);
    if (wait.sentMs !== sentMs) {
      wait.sentMs = sentMs;
      wait.isOpen = true;
    }
    if (!wait.isOpen || owes) return;
    wait.isOpen = false;
    wait.answers++;
    wait.seconds += Math.max(0, nowMs - sentMs) / 1000;
  }

  /** Time of all its answers so far and of the present one, s, and the number of answers. */
  of(session: Session, nowMs: number): { readonly seconds: number; readonly answers: number } {
    const wait = this.#waits.get(session);
    if (!wait) return { seconds: 0, answers: 0 };
    const open = wait.isOpen && session.owes ? Math.max(0, nowMs - wait.sentMs) / 1000 : 0;
    return { seconds: wait.seconds + open, answers: wait.answers };
  }
}
