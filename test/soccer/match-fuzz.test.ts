// Messages of the league's protocols with random fields, many of them invalid: each is answered, nothing is thrown, and the
// world stays valid. ports.test.ts tests ports and bytes, match-fuzz.long.test.ts sends more messages.

import { describe, expect, it } from "vitest";
import { RobotControlSchema, SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { SoccerMatch } from "../../testing/builders/SoccerMatch.js";
import { Chance, expectAnswers } from "./RandomMessages.js";

describe("messages with random fields", () => {
  it("[F3] 450 messages: each is answered, with codes of the error table, and all numbers stay finite", () =>
    expectAnswers("nonsense", 150));

  it("[M5] the same random messages give the same match twice", async () => {
    const run = async (): Promise<string> => {
      const one = await SoccerMatch.create({}, { robots: (name) => name.endsWith("-3") });
      const chance = new Chance("twice");
      for (let i = 0; i < 60; i++) {
        one.match.command(chance.message(SimulatorCommandSchema));
        one.match.control("blue", chance.message(RobotControlSchema));
        one.step(0.004);
      }
      const hash = one.hash();
      one.close();
      return hash;
    };
    expect(await run()).toBe(await run());
  });
});
