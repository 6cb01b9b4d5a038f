// Who leads a match, as the match sees it (F5): the built-in referee or a game controller on the network. It looks at what
// is true after every physics step, and asks for things to be put somewhere; it moves nothing itself.

import type { Hash64 } from "../../../math/Hash64.js";
import type { FieldState } from "../FieldState.js";
import type { MatchStatus } from "../MatchStatus.js";
import type { RobotKey } from "../Team.js";
import type { Referee as RefereeMessage } from "../wire/SslReferee_pb.js";

/** The ball is put on the carpet at rest, robots that stand in its way are moved off it; a missing ball is brought back. */
export interface PlaceBall {
  readonly kind: "place-ball";
  readonly x: number;
  readonly y: number;
}

/** A robot is put somewhere at rest: only before a kick-off, when its team did not get it into its half. */
export interface PlaceRobot extends RobotKey {
  readonly kind: "place-robot";
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

export type RefereeOrder = PlaceBall | PlaceRobot;

export interface MatchReferee {
  /** After every step. */
  look(fieldState: FieldState): readonly RefereeOrder[];
  /** The packet that is due, if one is; `timeUs` is the same instant on the league's clock (epoch + simulated time). */
  takePacket(timeNs: number, timeUs: number): RefereeMessage | undefined;
  /** What would be sent now; undefined: nothing was ever said. */
  packet(timeUs: number): RefereeMessage | undefined;
  status(): MatchStatus;
  restart(): void;
  save(): unknown;
  restore(state: unknown): void;
  addTo(hash: Hash64): void;
}
