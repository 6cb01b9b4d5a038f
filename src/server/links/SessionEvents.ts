// Connects the events of a socket to a session and wakes the pump. An exception here is an internal error: it is logged
// with its stack, and other clients continue (W7).

import type { Session } from "../../session/clients/Session.js";
import type { Pump } from "../Pump.js";

export interface SessionEvents {
  readonly receive: (bytes: Uint8Array) => void;
  readonly hangUp: () => void;
}

export function attachSession(session: Session, pump: Pump, log: (line: string) => void): SessionEvents {
  let hasHungUp = false;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (problem) {
      log(`${session.name}: internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
  };
  return {
    receive: (bytes) => {
      if (session.state === "closed") return;
      attempt(() => session.receive(bytes));
      // an incomplete answer cannot start a frame
      if (!session.owes) pump.wake();
    },
    hangUp: () => {
      if (hasHungUp) return;
      hasHungUp = true;
      attempt(() => session.hangUp());
      pump.wake();
    },
  };
}
