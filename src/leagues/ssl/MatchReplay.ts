// Does again what clients of the league did in a recorded run (X3).

import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { LockStep, SyncMember } from "./LockStep.js";
import type { Match } from "./Match.js";
import { type MatchInput, SEATS, type SyncInput } from "./MatchInputs.js";
import { grSim_PacketSchema } from "./wire/GrSim_pb.js";
import { RefereeSchema } from "./wire/SslReferee_pb.js";
import { RobotControlSchema, SimulationSyncRequestSchema, SimulatorCommandSchema } from "./wire/SslSimulation_pb.js";

export class MatchReplay {
  readonly #match: Match;
  readonly #lockStep: LockStep;
  readonly #members = new Map<number, SyncMember>();

  constructor(match: Match, lockStep: LockStep) {
    this.#match = match;
    this.#lockStep = lockStep;
  }

  /** Clients that were there before the first input. */
  add(number: number, member: SyncMember): void {
    this.#members.set(number, member);
  }

  replay(what: MatchInput, data: Uint8Array): void {
    const match = this.#match;
    if (what === "blue" || what === "yellow") match.control(what, fromBinary(RobotControlSchema, data));
    else if (what === "command") match.command(fromBinary(SimulatorCommandSchema, data));
    else if (what === "legacy") match.legacy(fromBinary(grSim_PacketSchema, data));
    else if (what === "referee") match.referee(fromBinary(RefereeSchema, data));
    else this.#replayMember(what, data);
  }

  #replayMember(what: SyncInput, data: Uint8Array): void {
    const reader = new BinaryReader(data);
    const number = reader.uint32();
    const rest = reader.bytes();
    const member = this.#members.get(number);
    if (what === "join")
      this.#members.set(
        number,
        this.#lockStep.join(SEATS[rest[0]], () => {}),
      );
    else if (what === "request") member?.request(fromBinary(SimulationSyncRequestSchema, rest));
    else {
      member?.leave();
      this.#members.delete(number);
    }
  }
}
