import { fromBinary, isFieldSet, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { matchInPlay, scriptedMatch } from "../../../../testing/builders/ScriptedMatch.js";
import { Team } from "../wire/SslCommon_pb.js";
import { GameEvent_Type, Referee_Command, Referee_Stage, RefereeSchema } from "../wire/SslReferee_pb.js";

/** 2026, in µs. */
const EPOCH_US = 1_780_000_000_000_000;

describe("packets", () => {
  it("[F5] before the game: stage, command, teams, place of the ball, next command", () => {
    const { referee } = scriptedMatch({ names: { blue: "Ours", yellow: "Theirs" } }).run(1);
    const packet = fromBinary(RefereeSchema, toBinary(RefereeSchema, referee.packet(EPOCH_US + 1e6)));
    expect(packet).toMatchObject({
      packetTimestamp: BigInt(EPOCH_US + 1e6),
      commandTimestamp: BigInt(EPOCH_US),
      stage: Referee_Stage.NORMAL_FIRST_HALF_PRE,
      command: Referee_Command.STOP,
      nextCommand: Referee_Command.PREPARE_KICKOFF_BLUE,
      designatedPosition: { x: 0, y: 0 },
      blueTeamOnPositiveHalf: false,
      blue: { name: "Ours", score: 0, goalkeeper: 0, maxAllowedBots: 11, yellowCards: 0 },
      yellow: { name: "Theirs" },
    });
    expect(isFieldSet(packet, RefereeSchema.field.stageTimeLeft)).toBe(false);
  });

  it("[F5] a goal: score, event with its place in m, designated position in mm, the clock in µs", () => {
    const match = matchInPlay();
    match.roll(5.8, 0.25).step();
    match.step("Blue-1");
    match.roll(5.8, 0.25, [3, 0, 0]).run(0.2);
    const packet = fromBinary(RefereeSchema, toBinary(RefereeSchema, match.referee.packet(EPOCH_US)));
    expect(packet.blue?.score).toBe(1);
    expect(packet.nextCommand).toBe(Referee_Command.PREPARE_KICKOFF_YELLOW);
    expect(Number(packet.stageTimeLeft) / 1e6).toBeCloseTo(match.referee.status().timeLeft ?? 0, 6);
    expect(packet.gameEvents).toHaveLength(1);
    const [{ type, event }] = packet.gameEvents;
    expect(type).toBe(GameEvent_Type.GOAL);
    expect(event).toMatchObject({
      case: "goal",
      value: { byTeam: Team.BLUE, kickingTeam: Team.BLUE, kickingBot: 1, location: { y: 0.25 } },
    });
    expect(event.value).toMatchObject({ location: { x: expect.closeTo(6.0265, 4) } });
  });

  it("[F5] events stay until the game is resumed", () => {
    const match = matchInPlay();
    match.roll(1, 4.3).step("Yellow-1");
    match.roll(1, 4.3, [0, 3, 0]).run(1);
    expect(match.referee.packet(0).designatedPosition).toMatchObject({ x: 1000, y: expect.closeTo(4300, 6) });
    expect(match.referee.packet(0).gameEvents).toHaveLength(1);
    match.until("DIRECT_FREE_BLUE");
    expect(match.referee.packet(0).gameEvents).toEqual([]);
    expect(match.referee.packet(0).designatedPosition).toBeUndefined();
    expect(match.texts).toHaveLength(2);
  });

  it("[F5] a packet leaves immediately after a change, and every 0.1 s", () => {
    const match = scriptedMatch();
    const sent: number[] = [];
    const counters = new Set<number>();
    while (match.timeNs < 3e9) {
      match.step();
      const packet = match.referee.takePacket(match.timeNs, match.timeNs / 1000);
      if (!packet) continue;
      sent.push(match.timeNs / 1e9);
      counters.add(packet.commandCounter);
    }
    // the first, 29 on time or sooner, and one for PREPARE_KICKOFF at 2 s
    expect(sent.length).toBeGreaterThanOrEqual(30);
    expect(sent.length).toBeLessThanOrEqual(32);
    expect(sent).toContain(2);
    expect([...counters]).toEqual([1, 2]);
    expect(match.referee.isDue(match.timeNs)).toBe(false);
  });
});
