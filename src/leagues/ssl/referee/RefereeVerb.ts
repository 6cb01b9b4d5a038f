// `referee WORD [TEAM] [X] [Y]` (F5, E4): a person tells the built-in referee. A game controller on the network is told on its
// own console.

import { SimError } from "../../../describe/SimError.js";
import type { Simulation } from "../../../session/Simulation.js";
import type { Verb } from "../../../session/verbs/Verbs.js";
import { TEAMS } from "../Team.js";
import { Referee } from "./Referee.js";
import { REFEREE_WORDS, type RefereeWord, refereeCommand } from "./RefereeCommand.js";

export const REFEREE_VERB: Verb = {
  name: "referee",
  summary:
    "tells the built-in referee: halt, stop, start, a kick-off, a free kick, a goal, the end of a half, a new game",
  args: [
    { name: "word", type: "text", what: "what it shall do", choices: REFEREE_WORDS },
    { name: "team", type: "text", what: "whose, after kickoff, free or goal", isOptional: true, choices: TEAMS },
    { name: "x", type: "number", what: "where, after free: m", isOptional: true },
    { name: "y", type: "number", what: "where, after free: m", isOptional: true },
  ],
  run: ({ simulation }, { word, team, x, y }) => {
    const referee = builtInReferee(simulation);
    const said = { word: word as RefereeWord, team: team as string | undefined };
    referee.tell(refereeCommand({ ...said, x: x as number | undefined, y: y as number | undefined }));
    const { stage, command, teams } = referee.status();
    const data = { stage, command, score: { blue: teams.blue.score, yellow: teams.yellow.score } };
    return { message: `${stage}: ${command}, ${data.score.blue} to ${data.score.yellow}`, data };
  },
};

function builtInReferee({ match }: Simulation): Referee {
  const referee = match?.options.referee;
  if (referee instanceof Referee) return referee;
  throw new SimError("STATE_WRONG", {
    where: "referee",
    found: match ? "a match without the built-in referee" : "a world without a soccer field",
    allowed: "a soccer world with --referee built-in",
    advice: "Start it with --referee built-in, or use the game controller's own console.",
  });
}
