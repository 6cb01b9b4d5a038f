// Takes the frames of a robot in place of the messages of docs/protocol.md: for clients of other protocols, such as
// src/session/usarsim. The world never waits for them, and their commands act when they arrive (T3).

import type { SimError } from "../../describe/SimError.js";
import type { Report } from "../../world/ReportOutbox.js";
import type { Robot } from "../../world/Robot.js";

/** A message to one device of the client's robot. */
export interface DeviceMessage {
  readonly device: string;
  readonly payload: Uint8Array;
}

export interface FrameSink {
  /** The robot is in the world, or was put there again by a reset or restore. */
  join(robot: Robot): void;
  /** The samples whose latency is over; the list is valid during the call. */
  frame(timeSec: number, reports: readonly Report[]): void;
  /** The session ends with this error, and its robot leaves. */
  fail(error: SimError): void;
}
