// Options of a match, what it needs from its host, the packets that leave it, and its saved state.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { Removal } from "../../physics/Physics.js";
import type { ForceState } from "./commands/ForceTeleport.js";
import type { OrdersState } from "./commands/RobotOrders.js";
import type { SpecState } from "./commands/SpecChange.js";
import type { StatisticsKeeper } from "./MatchStatistics.js";
import type { MatchReferee } from "./referee/MatchReferee.js";
import type { RobotCountState } from "./referee/RobotCount.js";
import type { TeamColor } from "./Team.js";
import type { BroadcastPacket, BroadcastState } from "./vision/Broadcast.js";
import { REALISM_PRESETS, type Realism } from "./vision/Realism.js";
import type { Referee as RefereePacket } from "./wire/SslReferee_pb.js";

/** What a match needs from the simulation that runs its world. */
export interface MatchHost {
  /** Sets the speed, times real time; 0: pause. A value above 0 also resumes a paused world. */
  setRate(factor: number): void;
  /** Adds robots without clients in one change of the world. Returns those that could not join. */
  spawnAll(descriptions: readonly RobotDescription[]): readonly Removal[];
  /** Removes robots, whose clients are informed, or other objects, in one change of the world. */
  removeAll(names: readonly string[]): void;
  /** True: a client drives this robot. Default: false for all. */
  isDriven?(name: string): boolean;
  /** The description of a robot's document; throws a SimError. */
  describe(text: string): RobotDescription;
  log(line: string): void;
  /** Does what a client of the league has sent, and notes it for a journal. `data`: encodes it. Default: only does it. */
  input?<T>(what: string, data: () => Uint8Array, work: () => T): T;
}

export interface MatchOptions {
  /** Time of packets at simulated time 0, s. */
  readonly epochSec: number;
  readonly visionRateHz: number;
  readonly realism: Realism;
  /** Number of cameras of the vision; undefined: those of the world, or as many as the field needs. */
  readonly cameras: number | undefined;
  /** Identifies the tracker; undefined: derived from the seed, for repeatable bytes. */
  readonly trackerUuid: string | undefined;
  /** The built-in referee; undefined: a game controller on the network, if there is one. */
  readonly referee: MatchReferee | undefined;
  /** True: robots beyond the referee's `max_allowed_bots` are removed. */
  readonly enforcesRobots: boolean;
  /** Document of an added robot that has no description; undefined: like the others of its team. */
  readonly robotText: ((team: TeamColor) => string | undefined) | undefined;
}

export const DEFAULT_MATCH: MatchOptions = {
  epochSec: 0,
  visionRateHz: 60,
  realism: REALISM_PRESETS.none,
  cameras: undefined,
  trackerUuid: undefined,
  referee: undefined,
  enforcesRobots: false,
  robotText: undefined,
};

export type MatchPacket = BroadcastPacket | { readonly channel: "referee"; readonly message: RefereePacket };

export interface MatchState {
  readonly orders: OrdersState;
  readonly holds: ForceState;
  readonly specs: SpecState;
  readonly placed: readonly string[];
  readonly broadcast: BroadcastState;
  readonly count?: RobotCountState;
  readonly official: unknown;
  /** Left out in older snapshots. */
  readonly statistics?: ReturnType<StatisticsKeeper["save"]>;
}
