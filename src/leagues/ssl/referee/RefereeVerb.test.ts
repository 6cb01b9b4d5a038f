import { afterEach, describe, expect, it } from "vitest";
import { readWorldDocument } from "../../../describe/world/WorldDocument.js";
import { Simulation } from "../../../session/Simulation.js";
import { runLine } from "../../../session/verbs/Verbs.js";
import { World } from "../../../world/World.js";
import { builtInKinds, LEAGUE_VERBS } from "../../Leagues.js";
import { fieldIn } from "../field/SoccerFieldElement.js";
import { matchOf, sslGuest } from "../SslGuest.js";
import { Referee } from "./Referee.js";

let simulation: Simulation | undefined;
afterEach(() => simulation?.world.dispose());

const FIELD = `<World name="Pitch"><SoccerField type="division-b"/></World>`;

async function pitch(withReferee: boolean): Promise<Simulation> {
  const { world: file } = readWorldDocument(FIELD, { kinds: builtInKinds() });
  const referee = withReferee ? new Referee({ field: fieldIn(file)! }) : undefined;
  simulation = new Simulation(await World.create(file), {
    rate: Number.POSITIVE_INFINITY,
    guests: [sslGuest({ referee })],
  });
  return simulation;
}

const run = (line: string) => runLine({ simulation: simulation as Simulation, nowMs: 0 }, line);

describe("referee", () => {
  it("[F5] commands the built-in referee and replies with stage, command and score", async () => {
    const match = matchOf(await pitch(true));
    expect(run("referee goal yellow").data).toEqual({
      stage: "NORMAL_FIRST_HALF_PRE",
      command: "STOP",
      score: { blue: 0, yellow: 1 },
    });
    expect(run("referee halt").message).toBe("NORMAL_FIRST_HALF_PRE: HALT, 0 to 1");
    expect(match?.status()).toMatchObject({ referee: "built-in", command: "HALT" });
    expect(() => run("referee goal")).toThrow("ARGUMENT_WRONG");
  });

  it("[F5] without a built-in referee it is an error", async () => {
    await pitch(false);
    expect(() => run("referee halt")).toThrow("STATE_WRONG");
  });

  it("[F5] needs a soccer field", async () => {
    simulation = new Simulation(await World.create(), { verbs: LEAGUE_VERBS });
    expect(() => run("referee halt")).toThrow("a world without a soccer field");
  });
});
