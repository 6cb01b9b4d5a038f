// Options of a simulation.

import { DEFAULT_LIMITS, type DocumentLimits } from "../describe/DocumentLimits.js";
import type { OdeNumbers } from "../describe/entity/Joint.js";
import type { RobotDescription, StallPolicy } from "../describe/robot/RobotDescription.js";
import type { RobotRight } from "../describe/world/WorldFile.js";
import type { CompileJob } from "../physics/Ahead.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "./clients/SessionLimits.js";
import type { WorldText } from "./edit/WorldText.js";
import type { GuestFactory } from "./Guest.js";
import type { RecordControl } from "./RecordControl.js";
import type { SnapshotStore } from "./SnapshotStore.js";
import type { Verb } from "./verbs/Verbs.js";

/** A document that a client has sent. */
export interface SentDocument {
  readonly text: string;
  /** Reads it at once. */
  readonly readHere: () => RobotDescription;
  /** False: the client is gone. */
  readonly isWanted: () => boolean;
}

export interface SimulationOptions {
  /** Factor on real time; Infinity: as fast as possible. Default 1. */
  readonly rate: number;
  /** Names of robots that the first frame waits for (T7). Default none. */
  readonly expect: readonly string[];
  /** True: free running, the simulation follows the clock and does not wait for answers (T3). Default false. */
  readonly isAsync: boolean;
  /** Policy for clients that do not answer. Undefined: wait for clients on this machine, drop others after 10 s (T4). */
  readonly stall: StallPolicy | undefined;
  readonly limits: SessionLimits;
  readonly documentLimits: DocumentLimits;
  /** True: unknown elements in documents are warnings instead of errors (R7). Default false. */
  readonly lenient: boolean;
  /** Numbers of joint properties of clients whose document has no `<OdeNumbers>`. Undefined: those of ODE 0.16. */
  readonly odeNumbers: OdeNumbers | undefined;
  /** Reads a file that a document names. Undefined: documents may name no files. */
  readonly readFile: ((path: string) => Uint8Array) | undefined;
  /** Reads a client's document, perhaps in another thread. Undefined: all are read at once. */
  readonly readDocument: ((document: SentDocument) => RobotDescription | Promise<RobotDescription>) | undefined;
  /** Compiles models in another thread, for robots that join or leave. Undefined: this thread compiles. Never rejects. */
  readonly compileAhead: ((jobs: readonly CompileJob[]) => Promise<void>) | undefined;
  /** Called when a document was read that was not read at once, and when models were compiled. */
  readonly afterRead: (() => void) | undefined;
  /** Reads the robot document that `spawn` names. Undefined: `spawn` takes no file. */
  readonly readRobot: ((name: string) => string) | undefined;
  /** Guests of the world, in the order in which they are called; default none. */
  readonly guests: readonly GuestFactory[];
  /** Verbs of guests that this world does not have: they reply why they cannot act. Default none. */
  readonly verbs: readonly Verb[];
  /** The world's file, for editing. Undefined: the world cannot be edited. */
  readonly worldText: WorldText | undefined;
  /** Rights of robots in addition to those of the file; they are part of the world already. Default none. */
  readonly rights: readonly RobotRight[];
  /** Writes recordings. Undefined: the verb `record` says that there are none. */
  readonly recordControl: RecordControl | undefined;
  /** Called before every step: robots have joined or left, answers have taken effect. */
  readonly beforeStep: (() => void) | undefined;
  /** Snapshots in files. Undefined: snapshots are kept in memory only. */
  readonly snapshotStore: SnapshotStore | undefined;
  /** Called after every frame. */
  readonly afterFrame: (() => void) | undefined;
  /** Gets lines for the log: robots that joined or left, warnings, errors. */
  readonly log: (line: string) => void;
}

export const DEFAULT_OPTIONS: SimulationOptions = {
  rate: 1,
  expect: [],
  isAsync: false,
  stall: undefined,
  limits: DEFAULT_SESSION_LIMITS,
  documentLimits: DEFAULT_LIMITS,
  lenient: false,
  odeNumbers: undefined,
  readFile: undefined,
  readDocument: undefined,
  compileAhead: undefined,
  afterRead: undefined,
  readRobot: undefined,
  guests: [],
  verbs: [],
  worldText: undefined,
  rights: [],
  snapshotStore: undefined,
  recordControl: undefined,
  beforeStep: undefined,
  afterFrame: undefined,
  log: () => {},
};
