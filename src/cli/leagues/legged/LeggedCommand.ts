// The four-legged league on the command line (L4): `ubersim legged`, and the flags of its worlds.

import { LEGGED_TEAMS } from "../../../leagues/legged/LeggedTeam.js";
import { oneOf } from "../FlagReaders.js";
import type { FlagValues, LeagueCommand, LeagueRun } from "../LeagueCommand.js";
import { LEGGED_HELP, LEGGED_OPTIONS, readLegged } from "./LeggedFlags.js";
import { leggedGame } from "./LeggedGame.js";

export const LEGGED_COMMAND: LeagueCommand = {
  name: "legged",
  world: "legged-league",
  help: `  ubersim legged [WORLD]   four AIBOs against four, each by its own camera, shown in your browser (default: legged-league)
      --opponent T    play against one shipped team, red or blue: the other team is yours
      --half S        simulated seconds of a half (default 600); and the options of demo, and of legged worlds below
`,
  flagHelp: LEGGED_HELP,
  options: LEGGED_OPTIONS,
  greet: ({ legged }) =>
    legged ? [`game      UDP ${legged.address}:${legged.port}, the game controller's packets  (docs/legged.md)`] : [],
  readRun: (values) => runOf(values),
  readGame: (values) => {
    const { opponent } = values;
    if (typeof opponent === "string") oneOf("--opponent", opponent, LEGGED_TEAMS.names);
    return runOf({ ...values, play: opponent === undefined });
  },
};

function runOf(values: FlagValues): LeagueRun {
  const { legged, play } = readLegged(values);
  const server = { legged };
  return { server, onFreePorts: server, game: play.length > 0 ? leggedGame(play) : undefined };
}
