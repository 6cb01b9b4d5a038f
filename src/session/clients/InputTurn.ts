// The messages of clients that one turn of the frame loop reads (M8, W8). Hundreds of clients may send thousands of messages each
// for one frame; the rest is read in the next turns. Also bounds the messages of all answers to one frame together.

import { SimError } from "../../describe/SimError.js";
import type { Session } from "./Session.js";

/** Some 5 ms. */
const MAX_MESSAGES = 10_000;

export class InputTurn {
  #left = MAX_MESSAGES;

  /** True: no message is read before `renew`. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Another turn begins. */
  renew(): void {
    this.#left = MAX_MESSAGES;
  }

  /** A message is read. */
  take(): void {
    this.#left--;
  }
}

/** Ends the sessions with the longest answers until the rest has at most `most` messages. */
export function limitMessages(sessions: readonly Session[], most: number): void {
  let sum = 0;
  for (const { answered } of sessions) sum += answered;
  if (sum <= most) return;
  const longest = [...sessions].sort((a, b) => b.answered - a.answered || (a.name < b.name ? -1 : 1));
  for (const session of longest) {
    if (sum <= most) return;
    const { name, answered } = session;
    sum -= answered;
    const allowed = `at most ${most} of all robots together, where this one has the most`;
    session.fail(new SimError("TOO_MANY_MESSAGES", { where: name, found: `${answered} messages in a frame`, allowed }));
  }
}
