// The settings of a match as users give them (F3, F4, F5), on the command line or to `startServer`. Loads no protobuf.

import type { SyncSeat } from "../../../leagues/ssl/LockStep.js";
import type { RealismName } from "../../../leagues/ssl/vision/Realism.js";

export const REFEREES = ["network", "built-in", "none"] as const;
export type RefereeKind = (typeof REFEREES)[number];

export interface SoccerSettings {
  /** Time in packets at simulated time 0, unix s; undefined: the time of day at the start. */
  readonly epochSec?: number | undefined;
  /** Default none. */
  readonly realism?: RealismName | undefined;
  /** Vision packets of each camera, Hz; undefined: the rate of the realism preset. */
  readonly visionRateHz?: number | undefined;
  /** Default network: a game controller on the network, if one sends. */
  readonly referee?: RefereeKind | undefined;
  /** File of the league's log of this run; default: none. */
  readonly logFile?: string | undefined;
  /** True: robots beyond the referee's `max_allowed_bots` are removed; default false. */
  readonly enforcesRobots?: boolean | undefined;
  /** Length of a half with the built-in referee, simulated s; undefined: the league's. */
  readonly halfSec?: number | undefined;
  /** Synchronous clients that the first frame waits for; default none. */
  readonly expect?: readonly SyncSeat[] | undefined;
  /** True: synchronous clients see the field as late as the vision's delay; default false. */
  readonly syncDelay?: boolean | undefined;
}
