// The packets of a match in a log of the league (F3), at their simulated times: a log has no gaps of a slow machine.

import { toBinary } from "@bufbuild/protobuf";
import { LOG_TYPE } from "../../../../leagues/ssl/log/LeagueLog.js";
import type { Match, MatchPacket } from "../../../../leagues/ssl/Match.js";
import { RefereeSchema } from "../../../../leagues/ssl/wire/SslReferee_pb.js";
import { TrackerWrapperPacketSchema } from "../../../../leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../../../leagues/ssl/wire/SslVision_pb.js";
import { LeagueLogWriter } from "./LeagueLogFile.js";

const US_PER_SEC = 1e6;

export class PacketLog {
  readonly #match: Match;
  readonly #writer: LeagueLogWriter;

  /** Throws FILE_EXISTS or FILE_UNWRITABLE. */
  constructor(file: string, match: Match, log: (line: string) => void) {
    this.#match = match;
    this.#writer = new LeagueLogWriter(file, log);
  }

  add(packets: readonly MatchPacket[]): void {
    const { epochSec, world } = this.#match;
    // whole microseconds, as times in packets
    const timeNs = BigInt(Math.round((epochSec + world.timeSec) * US_PER_SEC)) * 1000n;
    for (const packet of packets)
      this.#writer.add({ timeNs, type: LOG_TYPE[packet.channel], message: bytesOf(packet) });
  }

  close(): void {
    this.#writer.close();
  }
}

function bytesOf(packet: MatchPacket): Uint8Array {
  if (packet.channel === "vision") return toBinary(SSL_WrapperPacketSchema, packet.message);
  if (packet.channel === "tracker") return toBinary(TrackerWrapperPacketSchema, packet.message);
  return toBinary(RefereeSchema, packet.message);
}
