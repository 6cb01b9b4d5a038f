// What a simulation is told at its start.

import { DEFAULT_LIMITS, type DocumentLimits } from "../describe/DocumentLimits.js";
import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "./clients/SessionLimits.js";
import type { GuestFactory } from "./Guest.js";
import type { Verb } from "./verbs/Verbs.js";

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
  /** Guests of the world, in the order in which they are called; default none. */
  readonly guests: readonly GuestFactory[];
  /** Verbs that the console knows although no guest of this world brings them: they say why they cannot act. Default none. */
  readonly verbs: readonly Verb[];
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
  guests: [],
  verbs: [],
  afterFrame: undefined,
  log: () => {},
};
