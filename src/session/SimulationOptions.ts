// What a simulation is told at its start.

import { DEFAULT_LIMITS, type DocumentLimits } from "../describe/DocumentLimits.js";
import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import type { SyncSeat } from "../leagues/ssl/LockStep.js";
import type { MatchOptions } from "../leagues/ssl/Match.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "./clients/SessionLimits.js";

export interface SoccerOptions extends Partial<MatchOptions> {
  /** Synchronous clients without which the first frame does not begin. */
  readonly expect?: readonly SyncSeat[];
}

export interface SimulationOptions {
  /** Times real time; Infinity: as fast as it goes. */
  readonly rate: number;
  /** Robots without which the first frame does not begin (T7). */
  readonly expect: readonly string[];
  /** True: the world follows the clock and waits for nobody (T3). */
  readonly isAsync: boolean;
  /** Of all robots that have none of their own; undefined: wait on this machine, drop after 10 s elsewhere (T4). */
  readonly stall: StallPolicy | undefined;
  readonly limits: SessionLimits;
  readonly documentLimits: DocumentLimits;
  /** True: unknown elements are warnings (R7). */
  readonly lenient: boolean;
  /** Reads a file that a document names; left out: there are none. */
  readonly readFile: ((path: string) => Uint8Array) | undefined;
  /** Reads the document of a robot that a person names; left out: there are none. */
  readonly readRobot: ((name: string) => string) | undefined;
  /** Of the match, where the world has a soccer field. */
  readonly soccer: SoccerOptions;
  /** After every frame: what is due leaves at once. */
  readonly afterFrame: (() => void) | undefined;
  /** Told in words what happens: who joined, who left and why. */
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
  readFile: undefined,
  readRobot: undefined,
  soccer: {},
  afterFrame: undefined,
  log: () => {},
};
