// Numbers that the built-in referee uses (F5): those of the league's rule book of May 2026, and some that this simulator adds. Distances of the rule
// book are for fields of 9 m and more; on shorter fields they shrink with the field.

import type { MatchSettings } from "../../shared/MatchSettings.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import { MAX_ROBOTS, type TeamColor } from "../Team.js";

export interface RefereeSettings extends MatchSettings<TeamColor, FieldGeometry> {
  readonly goalkeepers: Readonly<Record<TeamColor, number>>;
  /** In the first half; blue defends the -x goal in the shipped worlds. */
  readonly blueOnPositiveHalf: boolean;
}

export const REFEREE_DEFAULTS: Omit<RefereeSettings, "field"> = {
  halfSec: 300,
  breakSec: 5,
  names: { blue: "Blue", yellow: "Yellow" },
  goalkeepers: { blue: 0, yellow: 0 },
  kickOff: "blue",
  blueOnPositiveHalf: false,
};

/** Seconds, metres and metres per second. */
export const RULES = {
  // from the rule book
  inPlayAfter: 0.05,
  kickOffTimeout: 10,
  lineClearance: 0.2,
  keepAway: 0.5,
  defenceClearance: 1,
  goalKickDistance: 1,
  attackerClearance: 0.2,
  placementTolerance: 0.15,
  goalHeightLimit: 0.15,
  foulVoidsGoal: 2,
  grace: 2,
  stopSpeed: 1.5,
  crashSpeed: 1.5,
  crashDifference: 0.3,
  dribbleLimit: 1,
  kickSpeed: 6.5,
  // from the game controller
  progressTolerance: 0.1,
  stopAtLeast: 2,
  // our own
  kickSpeedTolerance: 0.02,
  keepAwayTolerance: 0.05,
  placeAfter: 1,
  placeAnyway: 4,
  placeAgainAfter: 1,
  resumeAnyway: 8,
  placedWithin: 0.05,
  atRestBelow: 0.1,
  prepareAtLeast: 2,
  prepareAtMost: 12,
  ballMissingFor: 1,
  crashReach: 0.01,
  separation: 0.03,
  handSpeed: 15,
} as const;

/** Time limit of a free kick, a resting ball, or a ball in a defence area, s. */
export const timeLimitSec = ({ type }: FieldGeometry): number => (type === "division-a" ? 5 : 10);

export const robotsAllowed = ({ type }: FieldGeometry): number =>
  ({ "division-a": 11, "division-b": 6, "2003": 5 })[type] ?? MAX_ROBOTS;

/** 1 on the league's fields, less on smaller ones. */
export const ruleScale = ({ fieldLength }: FieldGeometry): number => Math.min(1, fieldLength / 9);
