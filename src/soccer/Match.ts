// A match in a world with a soccer field (F3, F4, F5): what the league's protocols say and ask, around every frame. Commands are
// checked as they come and act between two frames; packets leave when they are due. Pure: no clock, no sockets.

import { create } from "@bufbuild/protobuf";
import type { RobotDescription } from "../describe/Robot.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Robot } from "../world/Robot.js";
import type { World } from "../world/World.js";
import type { MatchStatus } from "./MatchStatus.js";
import type { Scene } from "./Scene.js";
import type { TeamColor } from "./Team.js";
import type { grSim_Packet, Robots_Status } from "./wire/GrSim_pb.js";
import type { Referee as RefereePacket } from "./wire/SslReferee_pb.js";
import {
  type RobotControl,
  type RobotControlResponse,
  RobotControlResponseSchema,
  type SimulatorCommand,
  type SimulatorResponse,
  SimulatorResponseSchema,
} from "./wire/SslSimulation_pb.js";
import type { TrackerWrapperPacket } from "./wire/SslTracker_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData, SSL_WrapperPacket } from "./wire/SslVision_pb.js";

/** What a match asks of whoever runs the world. */
export interface MatchHost {
  /** Times real time; 0: pause. Above 0 it goes on, if it was paused. */
  setRate(factor: number): void;
  /** Puts a robot there that nobody drives; throws a SimError. */
  spawn(description: RobotDescription): Robot;
  /** A robot, whose client is told, or anything else. */
  remove(name: string): void;
  /** Of a robot's document; throws a SimError. */
  describe(text: string): RobotDescription;
  log(line: string): void;
}

export interface MatchOptions {
  /** s: t_capture of time 0. */
  readonly epochSec: number;
  readonly visionRateHz: number;
  /** The document of a robot that is added and that nobody has described; undefined: like the others of its team. */
  readonly robotText: ((team: TeamColor) => string | undefined) | undefined;
}

export const DEFAULT_MATCH: MatchOptions = { epochSec: 0, visionRateHz: 60, robotText: undefined };

export type MatchPacket =
  | { readonly channel: "vision"; readonly message: SSL_WrapperPacket }
  | { readonly channel: "tracker"; readonly message: TrackerWrapperPacket }
  | { readonly channel: "referee"; readonly message: RefereePacket };

export class Match {
  readonly world: World;
  readonly options: MatchOptions;
  /** Asked for over the wire; undefined: nobody did. */
  visionPort: number | undefined;
  readonly #host: MatchHost;

  constructor(world: World, host: MatchHost, options: Partial<MatchOptions> = {}) {
    this.world = world;
    this.#host = host;
    this.options = { ...DEFAULT_MATCH, ...options };
  }

  /** Checked now, done from the next frame on. */
  control(_team: TeamColor, _request: RobotControl): RobotControlResponse {
    return create(RobotControlResponseSchema);
  }

  /** Between two frames; done when it comes back. */
  command(_request: SimulatorCommand): SimulatorResponse {
    return create(SimulatorResponseSchema);
  }

  /** grSim's own protocol; what is wrong in it is told nobody but the log. */
  legacy(_packet: grSim_Packet): void {
    this.#host.log("");
  }

  /** What has changed since it was asked for last; undefined: nothing. */
  takeLegacyStatus(_team: TeamColor): Robots_Status | undefined {
    return undefined;
  }

  /** Of a game controller on the network. */
  referee(_packet: RefereePacket): void {}

  beforeStep(): void {}

  afterStep(): void {}

  /** All that leave now, in order. */
  takePackets(): readonly MatchPacket[] {
    return [];
  }

  scene(): Scene {
    throw new Error("not yet");
  }

  /** Of all cameras, in this instant: for who steps synchronously. */
  detectNow(): readonly SSL_DetectionFrame[] {
    return [];
  }

  /** What the referee says now; undefined: there is none. */
  refereePacket(): RefereePacket | undefined {
    return undefined;
  }

  geometry(): SSL_GeometryData {
    throw new Error("not yet");
  }

  status(): MatchStatus {
    throw new Error("not yet");
  }

  /** The world was reset: all as at the start. */
  restart(): void {}

  save(): unknown {
    return undefined;
  }

  restore(_state: unknown): void {}

  addTo(_hash: Hash64): void {}
}
