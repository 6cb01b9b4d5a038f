// A game of the shipped teams (F6): `--play` starts both, `--opponent` one of them. The teams are separate processes, the
// built-in referee decides, and the first frame waits for the teams. Without a status line the server ends with the game.

import type { MatchStatus } from "../../../leagues/ssl/MatchStatus.js";
import { isDifferentialTeam, type TeamColor } from "../../../leagues/ssl/Team.js";
import { TeamProcesses, type TeamProgram } from "../../../server/leagues/TeamProcesses.js";
import { isWildcard, urlHost } from "../../../server/links/Address.js";
import type { RunningServer } from "../../../server/Server.js";
import type { Simulation } from "../../../session/Simulation.js";
import { viewerAddress } from "../../Browser.js";
import type { LeagueGame } from "../LeagueCommand.js";

/** Default style of each team. */
const STYLES: Readonly<Record<TeamColor, string>> = { blue: "passing", yellow: "direct" };

/** `teams`: the ones that are started. */
export const sslGame = (teams: readonly TeamColor[]): LeagueGame => ({
  refuse: (simulation) =>
    statusOf(simulation)
      ? undefined
      : "a game needs a world with a soccer field: soccer-a, soccer-b, soccer-2003, soccer-2003-mixed.",
  greet,
  start: (server, log) => {
    const ports = server.ssl?.ports;
    if (!ports) return () => {};
    const host = isWildcard(server.host) ? "127.0.0.1" : server.host;
    const { seed, robots } = server.simulation.world;
    const descriptions = robots.map(({ description }) => description);
    const programs = teams.map((team): TeamProgram => {
      const words = ["--team", team, "--host", urlHost(host), "--port", `${ports[team]}`, "--style", STYLES[team]];
      const drive = isDifferentialTeam(descriptions, team) ? ["--differential"] : [];
      return { name: team, file: ["teams", "ssl", "team.js"], args: [...words, ...drive, "--seed", `${seed}`] };
    });
    const processes = new TeamProcesses(programs, { log });
    return () => processes.stop();
  },
  isOver: (simulation) => statusOf(simulation)?.stage === "POST_GAME",
  result: (simulation) => resultText(statusOf(simulation)),
});

// by name: importing the guest's class would load protobuf for every command
const statusOf = (simulation: Simulation): MatchStatus | undefined =>
  simulation.guest("ssl")?.status?.() as MatchStatus | undefined;

/** Blue 2 : 1 Yellow, 54 % : 46 % of the ball. */
function resultText(status: MatchStatus | undefined): string {
  if (!status) return "";
  const { blue, yellow } = status.teams;
  const percent = (part: number): string => `${Math.round(100 * part)} %`;
  return `${blue.name} ${blue.score} : ${yellow.score} ${yellow.name}, ${percent(blue.possession)} : ${percent(yellow.possession)} of the ball`;
}

function greet(server: RunningServer): string {
  const { ssl, simulation } = server;
  const { blue, yellow } = ssl?.ports ?? {};
  return `ÜberSim: a game at ${viewerAddress(server)}

Blue passes, yellow shoots. Each team is a separate program (teams/ssl) that uses the league's protocol (docs/soccer.md).
With --opponent yellow you play blue: send commands to port ${blue} (yellow: ${yellow}) over UDP or TCP, and receive vision on
${ssl?.visionAddress}:${ssl?.visionPort}. World ${simulation.world.physics.description.name}, seed ${simulation.world.seed}.
You can type verbs here: try help. Ctrl-C ends the game.
`;
}
