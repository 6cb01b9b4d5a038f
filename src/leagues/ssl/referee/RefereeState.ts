// All that the built-in referee knows (F5), as plain data: saved, restored and hashed as it is (M5, T8).

import { noGoals, type Score } from "../../shared/Score.js";
import type { FieldBall } from "../FieldState.js";
import { type RobotKey, TEAMS, type TeamColor } from "../Team.js";
import type { Referee_Command, Referee_Stage } from "../wire/SslReferee_pb.js";
import type { RefereeEvent } from "./RefereeEvent.js";
import type { RefereeSettings } from "./RefereeRules.js";

export type Stage = keyof typeof Referee_Stage;
export type CommandName = keyof typeof Referee_Command;

/**
 * halt: nobody moves. stop: the ball is placed, `next` comes after. prepare: before a kick-off. kick: one team may kick.
 * play: the ball is in play.
 */
export type Phase = "halt" | "stop" | "prepare" | "kick" | "play";

export interface Touch extends RobotKey {
  timeNs: number;
  /** Where the ball was. */
  x: number;
  y: number;
  isKickOff: boolean;
}

/** What is watched while the ball is in play or about to be. */
export interface Watch {
  touch: Touch | undefined;
  /** How high the ball has been since a team touched it: of its lowest point, m. */
  heights: Record<TeamColor, number>;
  /** Since when the ball has been here. */
  progress: { x: number; y: number; sinceNs: number } | undefined;
  /** Whose defence area the ball is in, and since when. */
  area: { team: TeamColor; sinceNs: number } | undefined;
  dribble: (RobotKey & { x: number; y: number }) | undefined;
  /** Who brought the ball into play, and may not touch it again. */
  kicker: RobotKey | undefined;
  /** When a foul was last seen, by kind and doer: it is not told again too soon. */
  seen: Record<string, number>;
  /** When a team last committed a foul that does not stop the game. */
  foulNs: Partial<Record<TeamColor, number>>;
}

export interface RefereeState {
  timeNs: number;
  stage: Stage;
  /** Of a half or a break. */
  stageLeftNs: number | undefined;
  phase: Phase;
  command: CommandName;
  commandNs: number;
  commandCounter: number;
  next: CommandName | undefined;
  designated: readonly [number, number] | undefined;
  /** A person stopped the game and goes on with it. */
  isHeld: boolean;
  /** When the ball was last asked to be placed, and whether the robots were. */
  placedNs: number | undefined;
  robotsPlacedNs: number | undefined;
  /** Who kicks, from where, and until when the others wait. */
  kick: { team: TeamColor; x: number; y: number; isKickOff: boolean; untilNs: number } | undefined;
  score: Score<TeamColor>;
  fouls: Record<TeamColor, number>;
  possessionNs: Record<TeamColor, number>;
  blueOnPositiveHalf: boolean;
  /** At the last look; undefined: it was not there. */
  ball: Pick<FieldBall, "position"> | undefined;
  ballSeenNs: number;
  watch: Watch;
  /** The last 20, and those since the game last went on. */
  events: RefereeEvent[];
  fresh: RefereeEvent[];
  version: number;
  sentVersion: number;
  sentNs: number;
}

export const freshWatch = (): Watch => ({
  touch: undefined,
  heights: { blue: 0, yellow: 0 },
  progress: undefined,
  area: undefined,
  dribble: undefined,
  kicker: undefined,
  seen: {},
  foulNs: {},
});

export const freshState = ({ kickOff, blueOnPositiveHalf }: RefereeSettings): RefereeState => ({
  timeNs: 0,
  stage: "NORMAL_FIRST_HALF_PRE",
  stageLeftNs: undefined,
  phase: "stop",
  command: "STOP",
  commandNs: 0,
  commandCounter: 1,
  next: kickOffCommand(kickOff),
  designated: [0, 0],
  isHeld: false,
  placedNs: undefined,
  robotsPlacedNs: undefined,
  kick: undefined,
  score: noGoals(TEAMS),
  fouls: { blue: 0, yellow: 0 },
  possessionNs: { blue: 0, yellow: 0 },
  blueOnPositiveHalf,
  ball: undefined,
  ballSeenNs: 0,
  watch: freshWatch(),
  events: [],
  fresh: [],
  version: 1,
  sentVersion: 0,
  sentNs: 0,
});

export const kickOffCommand = (team: TeamColor): CommandName =>
  team === "blue" ? "PREPARE_KICKOFF_BLUE" : "PREPARE_KICKOFF_YELLOW";

export const freeKickCommand = (team: TeamColor): CommandName =>
  team === "blue" ? "DIRECT_FREE_BLUE" : "DIRECT_FREE_YELLOW";

/** Whose command it is; undefined: both teams'. */
export const teamOfCommand = (command: CommandName): TeamColor | undefined =>
  command.endsWith("_BLUE") ? "blue" : command.endsWith("_YELLOW") ? "yellow" : undefined;
