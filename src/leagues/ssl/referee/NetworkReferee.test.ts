import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ScriptedMatch } from "../../../../testing/builders/ScriptedMatch.js";
import { Hash64 } from "../../../math/Hash64.js";
import {
  GameEvent_Type,
  Referee_Command,
  Referee_Stage,
  Referee_TeamInfoSchema,
  RefereeSchema,
} from "../wire/SslReferee_pb.js";
import { NetworkReferee } from "./NetworkReferee.js";

const TEAM = { redCards: 1, yellowCards: 2, timeouts: 4, timeoutTime: 0, goalkeeper: 7 };
const team = (name: string, more: { score?: number; maxAllowedBots?: number } = {}) =>
  create(Referee_TeamInfoSchema, { name, score: 0, ...TEAM, ...more });

type Init = Exclude<MessageInitShape<typeof RefereeSchema>, { $typeName: string }>;
const packet = (init: Init = {}) =>
  create(RefereeSchema, {
    packetTimestamp: 5_000_000n,
    stage: Referee_Stage.NORMAL_FIRST_HALF,
    command: Referee_Command.HALT,
    commandCounter: 1,
    commandTimestamp: 1n,
    yellow: team("Y"),
    blue: team("B"),
    ...init,
  });

const withPackets = (...packets: ReturnType<typeof packet>[]): ScriptedMatch<NetworkReferee> => {
  const match = new ScriptedMatch(new NetworkReferee());
  match.put("Blue-1", -1, 0).put("Yellow-1", 1, 0);
  for (const one of packets) match.referee.receive(one);
  return match;
};

const AT = { designatedPosition: { x: 1500, y: -500 } };
const hashOf = (referee: NetworkReferee): string => {
  const hash = new Hash64();
  referee.addTo(hash);
  return hash.digest();
};

describe("placement", () => {
  it("[F5] 0.5 s of HALT with a place, the ball more than 0.1 m off: it is put there", () => {
    const match = withPackets(packet(AT)).run(0.49);
    expect(match.orders).toEqual([]);
    match.run(2);
    expect(match.orders).toEqual([{ kind: "place-ball", x: 1.5, y: -0.5 }]);
  });

  it("[F5] a ball that is near enough stays; a missing ball is ordered every 0.5 s", () => {
    expect(withPackets(packet(AT)).roll(1.41, -0.5).run(2).orders).toEqual([]);
    const match = withPackets(packet(AT));
    match.ball = undefined;
    expect(match.run(0.6).orders).toHaveLength(1);
  });

  it("[F5] not in STOP, not without a place, not at a place that is nowhere", () => {
    expect(withPackets(packet({ ...AT, command: Referee_Command.STOP })).run(2).orders).toEqual([]);
    expect(withPackets(packet()).run(2).orders).toEqual([]);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, 1e30])
      expect(withPackets(packet({ designatedPosition: { x, y: 0 } })).run(2).orders).toEqual([]);
  });

  it("[F5] a new HALT starts the half second anew", () => {
    const match = withPackets(packet(AT)).run(0.4);
    match.referee.receive(packet({ ...AT, commandCounter: 2, packetTimestamp: 6_000_000n }));
    expect(match.run(0.4).orders).toEqual([]);
    expect(match.run(0.2).orders).toHaveLength(1);
  });

  it("[F5] another place starts the half second anew", () => {
    const match = withPackets(packet(AT)).run(0.4);
    match.referee.receive(packet({ designatedPosition: { x: 0, y: 1000 }, packetTimestamp: 6_000_000n }));
    expect(match.run(0.4).orders).toEqual([]);
    expect(match.run(0.2).orders).toEqual([{ kind: "place-ball", x: 0, y: 1 }]);
  });
});

describe("status", () => {
  it("[F5] no packet received: no referee", () => {
    expect(withPackets().referee.status()).toMatchObject({ referee: "none", command: "", timeLeft: undefined });
    expect(withPackets().referee.packet()).toBeUndefined();
  });

  it("[F5] score, cards, goalkeeper, clock, place and sides as the packet has them", () => {
    const { referee } = withPackets(packet({ ...AT, stageTimeLeft: 12_500_000n, blueTeamOnPositiveHalf: true }));
    expect(referee.status()).toMatchObject({
      referee: "network",
      stage: "NORMAL_FIRST_HALF",
      command: "HALT",
      timeLeft: 12.5,
      designated: [1.5, -0.5],
      blueOnPositiveHalf: true,
      teams: { blue: { name: "B", score: 0, goalkeeper: 7, yellowCards: 2, redCards: 1 } },
    });
    expect(withPackets(packet()).referee.status().timeLeft).toBeUndefined();
  });

  it("[F5] events: commands, goals and game events of the controller, each once", () => {
    const goal = { id: "g", type: GameEvent_Type.GOAL };
    const later = {
      commandCounter: 2,
      command: Referee_Command.STOP,
      blue: team("B", { score: 1 }),
      gameEvents: [goal],
    };
    const { referee } = withPackets(packet(), packet(), packet({ ...later }), packet({ ...later }));
    expect(referee.status().events.map(({ text }) => text)).toEqual(["HALT", "STOP", "goal for B", "goal"]);
  });

  it("[F5] an overtaken packet is left aside; a clock that was set back is believed", () => {
    const stop = { command: Referee_Command.STOP };
    expect(withPackets(packet(), packet({ ...stop, packetTimestamp: 4_900_000n })).referee.status().command).toBe(
      "HALT",
    );
    expect(withPackets(packet(), packet({ ...stop, packetTimestamp: 1_000_000n })).referee.status().command).toBe(
      "STOP",
    );
  });

  it("[F5] possession counts while the game runs", () => {
    const match = withPackets(packet({ command: Referee_Command.FORCE_START }));
    match.step("Blue-1").run(3).step("Yellow-1").run(1);
    expect(match.referee.status().teams.blue.possession).toBeCloseTo(0.75, 2);
    match.referee.receive(packet({ commandCounter: 2 }));
    match.run(5);
    expect(match.referee.status().teams.blue.possession).toBeCloseTo(0.75, 2);
  });
});

it("[F5] saved, restored, restarted", () => {
  const match = withPackets(packet(AT)).run(0.4);
  const [saved, hash] = [match.referee.save(), hashOf(match.referee)];
  match.run(0.2);
  expect(hashOf(match.referee)).not.toBe(hash);
  match.referee.restore(saved);
  expect(hashOf(match.referee)).toBe(hash);
  expect(match.referee.status().command).toBe("HALT");
  match.referee.restart();
  expect(hashOf(match.referee)).toBe(hashOf(new NetworkReferee()));
});
