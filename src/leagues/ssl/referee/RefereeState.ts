// The whole state of the built-in referee (F5) as plain data: saved, restored and hashed (M5, T8).

import { noGoals, type Score } from "../../shared/Score.js";
import type { FieldBall } from "../FieldState.js";
import { type RobotKey, TEAMS, type TeamColor } from "../Team.js";
import type { Referee_Command, Referee_Stage } from "../wire/SslReferee_pb.js";
import type { RefereeEvent } from "./RefereeEvent.js";
import type { RefereeSettings } from "./RefereeRules.js";

export type Stage = keyof typeof Referee_Stage;
export type CommandName = keyof typeof Referee_Command;

/**
 * halt: robots stand. stop: the ball is placed, `next` follows. prepare: before a kick-off. kick: one team may kick.
 * play: the ball is in play.
 */
export type Phase = "halt" | "stop" | "prepare" | "kick" | "play";

export interface Touch extends RobotKey {
  timeNs: number;
  /** Position of the ball. */
  x: number;
  y: number;
  isKickOff: boolean;
}

/** Observations while the ball is in play or about to be. */
export interface Watch {
  touch: Touch | undefined;
  /** Greatest height of the ball's lowest point since a team touched it, m. */
  heights: Record<TeamColor, number>;
  /** Place of the ball, and since when it is there. */
  progress: { x: number; y: number; sinceNs: number } | undefined;
  /** The team in whose defence area the ball is, and since when. */
  area: { team: TeamColor; sinceNs: number } | undefined;
  dribble: (RobotKey & { x: number; y: number }) | undefined;
  /** The robot that brought the ball into play: it may not touch the ball again. */
  kicker: RobotKey | undefined;
  /** Last time of a foul by kind and robot: it is not reported again too soon. */
  seen: Record<string, number>;
  /** Last time of a team's foul that does not stop the game. */
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
  /** The game was stopped from a console and is resumed from there. */
  isHeld: boolean;
  /** Last orders to place the ball and the robots. */
  placedNs: number | undefined;
  robotsPlacedNs: number | undefined;
  /** The team that kicks, from where, and how long the other team waits. */
  kick: { team: TeamColor; x: number; y: number; isKickOff: boolean; untilNs: number } | undefined;
  score: Score<TeamColor>;
  fouls: Record<TeamColor, number>;
  possessionNs: Record<TeamColor, number>;
  blueOnPositiveHalf: boolean;
  /** At the last step; undefined: there was no ball. */
  ball: Pick<FieldBall, "position"> | undefined;
  ballSeenNs: number;
  watch: Watch;
  /** The last 20 events, and those since the game was last resumed. */
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

/** The team of a command; undefined: both. */
export const teamOfCommand = (command: CommandName): TeamColor | undefined =>
  command.endsWith("_BLUE") ? "blue" : command.endsWith("_YELLOW") ? "yellow" : undefined;
