// The referee of a match (F5): the built-in one or a game controller on the network. It reads the field state after every physics step
// and orders robots and ball to be placed; the match executes these orders.

import type { Hash64 } from "../../../math/Hash64.js";
import type { FieldState } from "../FieldState.js";
import type { MatchStatus } from "../MatchStatus.js";
import type { RobotKey } from "../Team.js";
import type { Referee as RefereeMessage } from "../wire/SslReferee_pb.js";

/** The ball is placed at rest on the carpet; robots in its way are moved; a missing ball is added again. */
export interface PlaceBall {
  readonly kind: "place-ball";
  readonly x: number;
  readonly y: number;
}

/** A robot is placed at rest: only before a kick-off, if its team did not move it into its half. */
export interface PlaceRobot extends RobotKey {
  readonly kind: "place-robot";
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

export type RefereeOrder = PlaceBall | PlaceRobot;

export interface MatchReferee {
  /** Called after every step. */
  look(fieldState: FieldState): readonly RefereeOrder[];
  /** The packet, if one is due; `timeUs` is the same instant on the league's clock (epoch + simulated time). */
  takePacket(timeNs: number, timeUs: number): RefereeMessage | undefined;
  /** The packet for this instant; undefined: no referee has sent anything yet. */
  packet(timeUs: number): RefereeMessage | undefined;
  status(): MatchStatus;
  restart(): void;
  save(): unknown;
  restore(state: unknown): void;
  addTo(hash: Hash64): void;
}
