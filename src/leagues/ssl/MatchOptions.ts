// What a match is told at its start, what it asks of whoever runs its world, what leaves it and what it remembers.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { Robot } from "../../world/Robot.js";
import type { ForceState } from "./commands/ForceTeleport.js";
import type { OrdersState } from "./commands/RobotOrders.js";
import type { SpecState } from "./commands/SpecChange.js";
import type { MatchReferee } from "./referee/MatchReferee.js";
import type { TeamColor } from "./Team.js";
import type { BroadcastPacket, BroadcastState } from "./vision/Broadcast.js";
import { REALISM_PRESETS, type Realism } from "./vision/Realism.js";
import type { Referee as RefereePacket } from "./wire/SslReferee_pb.js";

/** What a match asks of whoever runs the world. */
export interface MatchHost {
  /** Times real time; 0: pause. Above 0 it goes on, if it was paused. */
  setRate(factor: number): void;
  /** Puts a robot there that nobody drives; throws a SimError. */
  spawn(description: RobotDescription): Robot;
  /** A robot, whose client is told, or anything else. */
  remove(name: string): void;
  /** Whether a client of its own drives this robot; left out: nobody is driven. */
  isDriven?(name: string): boolean;
  /** Of a robot's document; throws a SimError. */
  describe(text: string): RobotDescription;
  log(line: string): void;
}

export interface MatchOptions {
  /** s: t_capture of time 0. */
  readonly epochSec: number;
  readonly visionRateHz: number;
  readonly realism: Realism;
  /** Of the vision; undefined: as many as the world has, or as the field needs. */
  readonly cameras: number | undefined;
  /** Built in; undefined: one on the network leads, if there is one. */
  readonly referee: MatchReferee | undefined;
  /** The document of a robot that is added and that nobody has described; undefined: like the others of its team. */
  readonly robotText: ((team: TeamColor) => string | undefined) | undefined;
}

export const DEFAULT_MATCH: MatchOptions = {
  epochSec: 0,
  visionRateHz: 60,
  realism: REALISM_PRESETS.none,
  cameras: undefined,
  referee: undefined,
  robotText: undefined,
};

export type MatchPacket = BroadcastPacket | { readonly channel: "referee"; readonly message: RefereePacket };

export interface MatchState {
  readonly orders: OrdersState;
  readonly holds: ForceState;
  readonly specs: SpecState;
  readonly placed: readonly string[];
  readonly broadcast: BroadcastState;
  readonly official: unknown;
}
