// The match of MatchScript.ts in this process: the shipped teams in lock step with the world, without sockets (M5, F3).

import { toBinary } from "@bufbuild/protobuf";
import type { MatchPacket } from "../../src/leagues/ssl/Match.js";
import { RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import {
  SimulationSyncResponseSchema,
  SimulatorCommandSchema,
  SimulatorResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { TrackerWrapperPacketSchema } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { overTheWire, SelfPlay } from "../soccer/SelfPlay.js";
import { COMMANDS, LINES, MATCH, MatchNotes, type MatchResult, matchBrain, plays, ROUNDS } from "./MatchScript.js";

/** State of world and match every few rounds; every byte that the match sends. */
export async function runMatch(): Promise<MatchResult> {
  const notes = new MatchNotes();
  const play = await SelfPlay.create({
    ...MATCH,
    plays,
    brainOf: matchBrain,
    afterFrame: ({ match }) => {
      for (const packet of match.takePackets()) notes.addBytes(packet.channel, packetBytes(packet));
    },
    onAnswer: (team, answer) => notes.addAnswer(team, toBinary(SimulationSyncResponseSchema, answer)),
  });
  const { simulation } = play;
  for (let round = 0; round < ROUNDS; round++) {
    if (LINES[round]) runLine({ simulation, nowMs: 0 }, LINES[round]);
    const command = COMMANDS[round] && overTheWire(SimulatorCommandSchema, COMMANDS[round]);
    if (command) notes.addBytes("control", toBinary(SimulatorResponseSchema, play.match.command(command)));
    play.step();
    notes.addRound(round, () => simulation.hash());
  }
  const last = simulation.hash();
  simulation.world.dispose();
  return notes.result(last);
}

function packetBytes({ channel, message }: MatchPacket): Uint8Array {
  if (channel === "vision") return toBinary(SSL_WrapperPacketSchema, message);
  return channel === "tracker" ? toBinary(TrackerWrapperPacketSchema, message) : toBinary(RefereeSchema, message);
}
