// `referee WORD [TEAM] [X] [Y]` (F5, E4): a person gives a command to the built-in referee. A game controller on the network has
// its own console. This file is loaded for every world, so it imports only types of the match.

import { SimError } from "../../../describe/SimError.js";
import type { Simulation } from "../../../session/Simulation.js";
import type { Verb } from "../../../session/verbs/Verbs.js";
import { SOCCER_FIELD } from "../field/SoccerFieldElement.js";
import type { SslGuest } from "../SslGuest.js";
import { TEAMS } from "../Team.js";
import { REFEREE_WORDS, type RefereeWord, refereeCommand } from "./RefereeCommand.js";

export const REFEREE_VERB: Verb = {
  name: "referee",
  summary:
    "commands the built-in referee: halt, stop, start, a kick-off, a free kick, a goal, the end of a half, a new game",
  args: [
    { name: "word", type: "text", what: "the command", choices: REFEREE_WORDS },
    {
      name: "team",
      type: "text",
      what: "the team of a kickoff, free or goal command",
      isOptional: true,
      choices: TEAMS,
    },
    { name: "x", type: "number", what: "place of a free kick: m", isOptional: true },
    { name: "y", type: "number", what: "place of a free kick: m", isOptional: true },
  ],
  run: ({ simulation }, { word, team, x, y }) => {
    const { match } = sslGuest(simulation);
    const given = { word: word as RefereeWord, team: team as string | undefined };
    const { stage, command, teams } = match.commandReferee(
      refereeCommand({ ...given, x: x as number | undefined, y: y as number | undefined }),
    );
    const data = { stage, command, score: { blue: teams.blue.score, yellow: teams.yellow.score } };
    return { message: `${stage}: ${command}, ${data.score.blue} to ${data.score.yellow}`, data };
  },
};

/** Throws STATE_WRONG in a world without a soccer field. */
function sslGuest(simulation: Simulation): SslGuest {
  const guest = simulation.guest(SOCCER_FIELD.guest) as SslGuest | undefined;
  if (guest) return guest;
  throw noReferee("a world without a soccer field");
}

export const noReferee = (found: string): SimError =>
  new SimError("STATE_WRONG", {
    where: "referee",
    found,
    allowed: "a soccer world with --referee built-in",
    advice: "Start the server with --referee built-in, or use the game controller's own console.",
  });
