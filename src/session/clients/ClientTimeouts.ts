// Timeouts of clients (T4, W8): for the document, and for the answer to a frame. All times are wall-clock milliseconds and
// arguments. Timeouts are judged at `heardMs`, the time when input was last drained, not at the current time: input that
// arrived in time but has not been read yet must not count as late.

import type { StallPolicy } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import type { Session } from "./Session.js";

/** Clients on this machine: no timeout, because a debugger may have stopped them. */
const LOCAL: StallPolicy = { policy: "wait", seconds: Number.POSITIVE_INFINITY };
/** Clients on other machines. */
const REMOTE: StallPolicy = { policy: "drop", seconds: 10 };
/** Wait before the next check when a timeout has passed but input is not drained yet, ms. */
const RECHECK_MS = 1;

export class ClientTimeouts {
  readonly #stall: () => StallPolicy | undefined;
  readonly #documentSeconds: number;

  /** `stall`: the policy of the server (--stall) or of a guest; undefined: LOCAL or REMOTE, by the client's address. */
  constructor(stall: () => StallPolicy | undefined, documentSeconds: number) {
    this.#stall = stall;
    this.#documentSeconds = documentSeconds;
  }

  /** The policy of the client's document, limited by that of the server: a remote client cannot block the world. */
  policyFor(session: Session): StallPolicy {
    const limit = this.#stall() ?? (session.link.isLocal ? LOCAL : REMOTE);
    const wanted = session.description?.stall;
    if (!wanted || limit.policy === "wait") return wanted ?? limit;
    if (wanted.policy === "wait") return limit;
    return { policy: wanted.policy, seconds: Math.min(wanted.seconds, limit.seconds) };
  }

  /** True: the world continues without the answer of this client (policy skip). */
  isSkipped(session: Session, heardMs: number): boolean {
    const { policy, seconds } = this.policyFor(session);
    return policy === "skip" && heardMs - session.sentMs >= seconds * 1000;
  }

  /** Ends sessions that have timed out, with DOCUMENT_LATE or STALLED. */
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

  /** Milliseconds until the next timeout; Infinity: none is pending. */
  wait(sessions: readonly Session[], nowMs: number, heardMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const session of sessions) {
      const deadline = this.#deadlineMs(session);
      if (deadline > heardMs) next = Math.min(next, Math.max(deadline - nowMs, RECHECK_MS));
    }
    return next;
  }

  #deadlineMs(session: Session): number {
    if (session.isReading) return Number.POSITIVE_INFINITY;
    if (session.state === "describing") return session.startMs + this.#documentSeconds * 1000;
    if (!session.owes) return Number.POSITIVE_INFINITY;
    const { policy, seconds } = this.policyFor(session);
    return policy === "wait" ? Number.POSITIVE_INFINITY : session.sentMs + seconds * 1000;
  }
}
