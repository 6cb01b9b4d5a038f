// The states of a session, as a discriminated union: each variant holds exactly the data of that state.
//
//   describing --document complete--> waiting --robot joins the world--> running
//                                        ^-------start is called off-------'
//   any state --error, end of the connection--> closed
//
// Errors by state: describing DOCUMENT_LATE and all document errors; waiting SPAWN_BLOCKED, NAME_TAKEN; running
// STALLED, BACKLOG_FULL and all message errors.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { SimError } from "../../describe/SimError.js";
import type { Report } from "../../world/ReportOutbox.js";
import type { Robot } from "../../world/Robot.js";
import type { Answer } from "./Answer.js";
import type { DocumentReader } from "./Codec.js";

/** The client's document is arriving. */
export interface Describing {
  readonly kind: "describing";
  readonly document: DocumentReader;
  /** Length of the document, which is complete and being read in another thread. Messages after it wait. */
  readonly readingBytes?: number;
}

/** The document is read; the robot joins the world at a frame boundary. */
export interface Waiting {
  readonly kind: "waiting";
  readonly description: RobotDescription;
}

/** The robot is in the world: frames go out, answers come in. Its fields are mutable, so that a frame allocates no state. */
export interface Running {
  readonly kind: "running";
  readonly description: RobotDescription;
  /** Replaced by a reset or restore. */
  robot: Robot;
  /**
   * Frame lock: the answer to the frame that was sent last; undefined between `commit` and the next frame.
   * Free running: the messages since the last SimEnd.
   */
  answer: Answer | undefined;
  /** Answers to frames from before a reset that are still to arrive; they are discarded. */
  staleAnswers: number;
  /** Simulated time of the frame that was sent last; before the first frame: the time of joining. */
  frameNs: number;
  /** Simulated time of the frame before that. */
  previousNs: number;
  /** Frames since the last one sent that this client did not get. */
  missedFrames: number;
  /** Encoded Event messages for the next frame. */
  events: readonly Uint8Array[];
  /** A frame whose pictures are being drawn. */
  drawn: DrawnFrame | undefined;
}

export interface DrawnFrame {
  readonly timeSec: number;
  readonly reports: readonly Report[];
  readonly isReset: boolean;
}

/** The link is closed. The name and robot stay readable, because the simulation still has to remove the robot. */
export interface Closed {
  readonly kind: "closed";
  readonly name: string;
  readonly robot: Robot | undefined;
  /** Why the server closed the session; undefined: the client ended it. */
  readonly error: SimError | undefined;
}

export type SessionState = Describing | Waiting | Running | Closed;
export type SessionStateKind = SessionState["kind"];

export const NO_EVENTS: readonly Uint8Array[] = Object.freeze([]);

/** A robot has joined and has not been sent a frame. */
export function startRunning(description: RobotDescription, robot: Robot): Running {
  return {
    kind: "running",
    description,
    robot,
    answer: undefined,
    staleAnswers: 0,
    frameNs: robot.joinNs,
    previousNs: 0,
    missedFrames: 0,
    events: NO_EVENTS,
    drawn: undefined,
  };
}
