// How long a client is waited for (T4, W8): for its document, and for its answer to a frame. All times are wall-clock
// milliseconds and arguments. Nobody's time is up before all has been heard that arrived in it: up to `heardMs`.

import type { StallPolicy } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import type { Session } from "./Session.js";

/** So that a debugger can stop a client on the same machine. */
const LOCAL: StallPolicy = { policy: "wait", seconds: Number.POSITIVE_INFINITY };
const REMOTE: StallPolicy = { policy: "drop", seconds: 10 };
/** How soon to ask again where a time is up and not all has been heard, ms. */
const HEARING_MS = 1;

export class ClientTimeouts {
  readonly #stall: StallPolicy | undefined;
  readonly #documentSeconds: number;

  /** `stall`: the server's own word, if it has one. */
  constructor(stall: StallPolicy | undefined, documentSeconds: number) {
    this.#stall = stall;
    this.#documentSeconds = documentSeconds;
  }

  /** What the document asks for, within what the server allows: a client from elsewhere cannot hold everybody up. */
  policyFor(session: Session): StallPolicy {
    const limit = this.#stall ?? (session.link.isLocal ? LOCAL : REMOTE);
    const wish = session.description?.stall;
    if (!wish || limit.policy === "wait") return wish ?? limit;
    if (wish.policy === "wait") return limit;
    return { policy: wish.policy, seconds: Math.min(wish.seconds, limit.seconds) };
  }

  /** True: the world goes on without its answer. */
  isSkipped(session: Session, heardMs: number): boolean {
    const { policy, seconds } = this.policyFor(session);
    return policy === "skip" && heardMs - session.sentMs >= seconds * 1000;
  }

  /** Ends the sessions whose time is up. */
  enforce(sessions: readonly Session[], heardMs: number): void {
    for (const session of sessions) {
      if (heardMs < this.#deadlineMs(session)) continue;
      const { policy, seconds } = this.policyFor(session);
      if (session.state === "describing")
        session.fail(
          new SimError("DOCUMENT_LATE", { where: session.name, found: `no %% after ${this.#documentSeconds} s` }),
        );
      else if (policy === "drop")
        session.fail(new SimError("STALLED", { where: session.name, found: `no SimEnd for ${seconds} s` }));
    }
  }

  /** Until the next time is up, ms; Infinity: never. */
  wait(sessions: readonly Session[], nowMs: number, heardMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const session of sessions) {
      const deadline = this.#deadlineMs(session);
      if (deadline > heardMs) next = Math.min(next, Math.max(deadline - nowMs, HEARING_MS));
    }
    return next;
  }

  #deadlineMs(session: Session): number {
    if (session.state === "describing") return session.startMs + this.#documentSeconds * 1000;
    if (!session.owes) return Number.POSITIVE_INFINITY;
    const { policy, seconds } = this.policyFor(session);
    return policy === "wait" ? Number.POSITIVE_INFINITY : session.sentMs + seconds * 1000;
  }
}
