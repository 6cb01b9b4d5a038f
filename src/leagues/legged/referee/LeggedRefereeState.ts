// The whole state of the four-legged league's referee (F5, L4) as plain data: saved, restored and hashed (M5, T8).

import type { StageClock } from "../../shared/GameClock.js";
import type { Place } from "../../shared/Place.js";
import { noGoals, type Score } from "../../shared/Score.js";
import { LEGGED_TEAMS, type LeggedKey, type LeggedTeam } from "../LeggedTeam.js";
import type { LeggedOrder } from "./LeggedReferee.js";
import type { LeggedSettings, Penalty } from "./LeggedRules.js";

/** As in packets, by number. */
export const PHASES = ["initial", "ready", "set", "playing", "finished"] as const;
export type GamePhase = (typeof PHASES)[number];
export type LeggedStage = "first half" | "half time" | "second half" | "end";

export interface LeggedEvent {
  readonly timeNs: number;
  readonly team: LeggedTeam | undefined;
  readonly text: string;
}

export interface Removal {
  readonly penalty: Penalty;
  readonly untilNs: number;
}

export interface LeggedRefereeState extends StageClock<LeggedStage> {
  timeNs: number;
  phase: GamePhase;
  /** When the phase began. */
  phaseNs: number;
  /** The game was stopped from a console and is resumed from there. */
  isHeld: boolean;
  kickOffTeam: LeggedTeam;
  score: Score<LeggedTeam>;
  /** Robots that are off the field, by name. */
  removed: Record<string, Removal>;
  /** Robots that were in the world at the last look. */
  present: string[];
  ball: readonly [number, number, number] | undefined;
  ballSeenNs: number;
  touch: LeggedKey | undefined;
  possessionNs: Record<LeggedTeam, number>;
  /** The ball is out of play and comes back here. */
  out: { readonly place: Place; readonly dueNs: number } | undefined;
  /** The team that caused the last throw-in, and when. */
  dropIn: { readonly team: LeggedTeam; readonly timeNs: number } | undefined;
  /** How long something has lasted by rule and robot, ns. */
  lasting: Record<string, number>;
  /** Where the ball is, and since when. */
  progress: { readonly x: number; readonly y: number; readonly sinceNs: number } | undefined;
  stillSinceNs: number | undefined;
  /** Orders of commands from a console, for the next look. */
  pending: LeggedOrder[];
  events: LeggedEvent[];
  version: number;
  sentVersion: number;
  sentNs: number;
}

export const freshLeggedState = ({ kickOff, halfSec }: LeggedSettings): LeggedRefereeState => ({
  stage: "first half",
  stageLeftNs: Math.round(halfSec * 1e9),
  timeNs: 0,
  phase: "initial",
  phaseNs: 0,
  isHeld: false,
  kickOffTeam: kickOff,
  score: noGoals(LEGGED_TEAMS.names),
  removed: {},
  present: [],
  ball: undefined,
  ballSeenNs: 0,
  touch: undefined,
  possessionNs: { blue: 0, red: 0 },
  out: undefined,
  dropIn: undefined,
  lasting: {},
  progress: undefined,
  stillSinceNs: undefined,
  pending: [],
  events: [],
  version: 1,
  sentVersion: 0,
  sentNs: 0,
});

const MAX_EVENTS = 20;

export function note(state: LeggedRefereeState, text: string, team?: LeggedTeam): void {
  state.events.push({ timeNs: state.timeNs, team, text });
  if (state.events.length > MAX_EVENTS) state.events.shift();
  state.version++;
}
