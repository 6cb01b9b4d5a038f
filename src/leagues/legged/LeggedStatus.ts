// The status of a match for viewers and consoles: score, clock, state of the game, robots off the field. Plain data for JSON.

import type { LeggedTeam } from "./LeggedTeam.js";

export interface LeggedTeamStatus {
  readonly name: string;
  readonly score: number;
  /** Share of the time in play in which it had the ball, 0 to 1. */
  readonly possession: number;
  /** Robots off the field: number, penalty, seconds left. A robot that is not in the world has no seconds. */
  readonly removed: readonly { readonly number: number; readonly penalty: string; readonly seconds: number }[];
}

export interface LeggedStatus {
  readonly referee: "built-in" | "none";
  /** first half, half time, second half, end. */
  readonly stage: string;
  /** initial, ready, set, playing, finished. */
  readonly state: string;
  /** s; undefined: this stage has no clock. */
  readonly timeLeft: number | undefined;
  readonly kickOff: LeggedTeam | undefined;
  readonly teams: Readonly<Record<LeggedTeam, LeggedTeamStatus>>;
  /** The last 20 events as texts, the newest last, with simulated time in s. */
  readonly events: readonly { readonly time: number; readonly text: string; readonly team: LeggedTeam | undefined }[];
}
