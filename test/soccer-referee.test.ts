// The referee in a real match: physics, real teleports, a real kick.

import { afterEach, expect, it } from "vitest";
import { fieldIn } from "../src/leagues/ssl/field/SoccerFieldElement.js";
import { Referee } from "../src/leagues/ssl/referee/Referee.js";
import { Team } from "../src/leagues/ssl/wire/SslCommon_pb.js";
import { readSoccerWorld, SoccerMatch } from "../testing/builders/SoccerMatch.js";

let soccer: SoccerMatch | undefined;
afterEach(() => soccer?.close());

const MAX_SEC = 30;

async function begin(names: readonly string[], halfSec = 300): Promise<SoccerMatch> {
  const field = fieldIn(readSoccerWorld("soccer-b"));
  if (!field) throw new Error("no field");
  const referee = new Referee({ field, halfSec, breakSec: 1 });
  soccer = await SoccerMatch.create({ referee }, { robots: (name) => names.includes(name) });
  return soccer;
}

function until(game: SoccerMatch, command: string, before?: () => void): void {
  for (let n = 0; game.match.status().command !== command; n++) {
    if (n * 0.01 > MAX_SEC) throw new Error(`no ${command}, but ${game.match.status().command}`);
    game.step(0.01, before);
  }
}

it("[F5] a kick-off kicked into the goal counts for its robot's team; the ball returns to the centre", async () => {
  const game = await begin(["Blue-5", "Yellow-3"]);
  until(game, "PREPARE_KICKOFF_BLUE");
  game.control({ teleportRobot: [{ id: { id: 5, team: Team.BLUE }, x: -0.15, y: 0, orientation: 0 }] });
  until(game, "NORMAL_START");
  const forward = { command: { case: "localVelocity", value: { forward: 0.3, left: 0, angular: 0 } } } as const;
  until(game, "STOP", () => {
    const isKicked = game.ball.position[0] > 0.05;
    game.tell("blue", isKicked ? { id: 5 } : { id: 5, moveCommand: forward, kickSpeed: 5 });
  });
  const { teams, events } = game.match.status();
  expect([teams.blue.score, teams.yellow.score]).toEqual([1, 0]);
  expect(events.at(-1)?.text).toBe("goal for Blue by Blue-5: Blue 1, Yellow 0");
  expect(teams.blue.possession).toBe(1);
  until(game, "PREPARE_KICKOFF_YELLOW");
  expect(game.ball.position[0]).toBeCloseTo(0, 2);
  expect(game.log).toEqual([]);
});

it("[F5] a game of two halves with robots without commands ends", async () => {
  const game = await begin(["Blue-3", "Yellow-3"], 1);
  for (let n = 0; game.match.status().stage !== "POST_GAME" && n < 600; n++) game.step(0.1);
  expect(game.match.status().stage).toBe("POST_GAME");
  // the referee moved the robots to the other sides
  expect(["Blue-3", "Yellow-3"].map((name) => game.robot(name).x > 0)).toEqual([true, false]);
});
