// The status of a match for viewers and consoles: score, clock, the referee's last decisions. Plain data for JSON.

import type { TeamColor } from "./Team.js";

export interface TeamStatus {
  readonly name: string;
  readonly score: number;
  /** Share of the time in play in which it had the ball, 0 to 1. */
  readonly possession: number;
  readonly goalkeeper: number;
  readonly yellowCards: number;
  readonly redCards: number;
}

export interface MatchStatus {
  /** The built-in referee, a game controller on the network, or none. */
  readonly referee: "built-in" | "network" | "none";
  /** As in Referee packets: NORMAL_FIRST_HALF, ... */
  readonly stage: string;
  /** HALT, STOP, NORMAL_START, ... */
  readonly command: string;
  /** s; undefined: this stage has no clock. */
  readonly timeLeft: number | undefined;
  /** Where the ball is to be placed, m; undefined: nowhere. */
  readonly designated: readonly [number, number] | undefined;
  readonly blueOnPositiveHalf: boolean;
  readonly teams: Readonly<Record<TeamColor, TeamStatus>>;
  /** The last 20 events as texts, the newest last, with simulated time in s. */
  readonly events: readonly { readonly time: number; readonly text: string; readonly team: TeamColor | undefined }[];
}
