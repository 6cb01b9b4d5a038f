// Connects the events of a socket to a session and wakes the pump. An exception here is an internal error: it is logged
// with its stack, and other clients continue (W7).

import { SimError } from "../../describe/SimError.js";
import type { Session } from "../../session/clients/Session.js";
import type { Pump } from "../Pump.js";
import type { NewcomerPool } from "./NewcomerPool.js";

export interface SessionEvents {
  readonly receive: (bytes: Uint8Array) => void;
  readonly hangUp: () => void;
}

export interface SessionHost {
  readonly pump: Pump;
  /** Robots whose document has not arrived. */
  readonly newcomers: NewcomerPool;
  readonly log: (line: string) => void;
}

export function attachSession(session: Session, address: string, { pump, newcomers, log }: SessionHost): SessionEvents {
  let hasHungUp = false;
  let isNewcomer = true;
  const isDescribed = newcomers.add(address, () => session.fail(tooMany(session)));
  const leavePool = (): void => {
    isNewcomer = false;
    isDescribed();
  };
  const logInternal = (problem: unknown): void =>
    log(`${session.name}: internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
  return {
    receive: (bytes) => {
      if (session.state === "closed") return;
      try {
        session.receive(bytes);
      } catch (problem) {
        logInternal(problem);
      }
      // neither a part of a document nor an incomplete answer can start a frame
      if (session.state === "describing") return;
      if (isNewcomer) leavePool();
      if (!session.owes) pump.wake();
      else if (session.isUnread) pump.wakeSoon();
    },
    hangUp: () => {
      if (hasHungUp) return;
      hasHungUp = true;
      leavePool();
      try {
        session.hangUp();
      } catch (problem) {
        logInternal(problem);
      }
      pump.wake();
    },
  };
}

const tooMany = ({ id }: Session): SimError =>
  new SimError("TOO_MANY_CLIENTS", {
    where: "server",
    found: `client ${id}, whose document has not arrived`,
    allowed: "fewer connections without a document",
    advice: "Send the document at once after connecting.",
  });
