// Numbers of the four-legged league's referee (F5, L4), s and m: those of the game controller of 2006, and some that this simulator adds,
// because the rule books of these years are no longer public.

import type { MatchSettings } from "../../shared/MatchSettings.js";
import type { LeggedGeometry } from "../field/LeggedGeometry.js";
import type { LeggedTeam } from "../LeggedTeam.js";

export interface LeggedSettings extends MatchSettings<LeggedTeam, LeggedGeometry> {
  /** Team numbers in the packets. */
  readonly teamNumbers: Readonly<Record<LeggedTeam, number>>;
}

export const LEGGED_DEFAULTS: Omit<LeggedSettings, "field"> = {
  halfSec: 600,
  breakSec: 5,
  names: { blue: "Blue", red: "Red" },
  teamNumbers: { blue: 1, red: 2 },
  kickOff: "red",
};

export const RULES = {
  // from the game controller
  readyAtMost: 45,
  penalty: 30,
  packetEvery: 0.5,
  // our own
  initialFor: 3,
  readyAtLeast: 5,
  kickerWithin: 0.5,
  stillBelow: 0.02,
  stillFor: 1,
  setFor: 3,
  pushingFor: 3,
  pushingSpeed: 0.02,
  playsBallWithin: 0.35,
  illegalDefenderFor: 3,
  fallenFor: 20,
  stuckFor: 30,
  stuckWithin: 0.25,
  ballBackAfter: 1.5,
  throwInInside: 0.4,
  throwInBack: 1,
  ballMissingFor: 1,
  handSpeed: 15,
  outside: 0.35,
} as const;

/** Penalties by their number in the packets of both years. */
export const PENALTY = {
  none: 0,
  "ball holding": 1,
  "goalie pushing": 2,
  "player pushing": 3,
  "illegal defender": 4,
  "illegal defense": 5,
  obstruction: 6,
  "request for pickup": 7,
  "leaving the field": 8,
  damage: 9,
  manual: 10,
} as const;

export type Penalty = Exclude<keyof typeof PENALTY, "none">;
