// What a match is started with, in words of the command line, made into what the match itself takes (F3, F4, F5).

import type { SyncSeat } from "../session/LockStep.js";
import type { SoccerOptions } from "../session/SimulationOptions.js";

export const REFEREES = ["network", "built-in", "none"] as const;
export type RefereeKind = (typeof REFEREES)[number];

export interface SoccerSettings {
  /** s: what packets say at simulated time 0; undefined: the time of day at the start. */
  readonly epochSec?: number | undefined;
  /** Vision packets a second; undefined: as the realism has it. */
  readonly visionRateHz?: number | undefined;
  /** Who decides; undefined: a game controller on the network, if there is one. */
  readonly referee?: RefereeKind | undefined;
  /** Synchronous clients without which the first frame does not begin. */
  readonly expect?: readonly SyncSeat[] | undefined;
}

export function soccerOptions(settings: SoccerSettings): SoccerOptions {
  const { epochSec = Math.floor(Date.now() / 1000), visionRateHz, expect = [] } = settings;
  return { epochSec, ...(visionRateHz === undefined ? {} : { visionRateHz }), expect };
}
