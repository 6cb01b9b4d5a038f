// A game of the four-legged league (L4): each player of the shipped teams is a separate process that connects like any robot's program.
// A player that ends or hangs is lost, and the game goes on.

import type { LeggedStatus } from "../../../leagues/legged/LeggedStatus.js";
import { ALL_KEYS, type LeggedTeam, robotName } from "../../../leagues/legged/LeggedTeam.js";
import { GC_PORT } from "../../../leagues/legged/wire/GameControllerPacket.js";
import { TeamProcesses, type TeamProgram } from "../../../server/leagues/TeamProcesses.js";
import { isWildcard, urlHost } from "../../../server/links/Address.js";
import type { RunningServer } from "../../../server/Server.js";
import type { Simulation } from "../../../session/Simulation.js";
import { viewerAddress } from "../../Browser.js";
import type { LeagueGame } from "../LeagueCommand.js";

const PROGRAM = ["examples", "legged", "team", "player.js"] as const;

/** `teams`: the ones that are started. */
export const leggedGame = (teams: readonly LeggedTeam[]): LeagueGame => ({
  refuse: (simulation) =>
    statusOf(simulation) ? undefined : "a game needs a world with a field of the four-legged league: legged-league.",
  greet,
  start: (server, log) => {
    const host = isWildcard(server.host) ? "127.0.0.1" : server.host;
    const programs = ALL_KEYS.filter(({ team }) => teams.includes(team)).map((key): TeamProgram => {
      const { simulation, tcpPort, legged } = server;
      const words = ["--team", key.team, "--number", `${key.id}`, "--server", `${urlHost(host)}:${tcpPort}`];
      const more = ["--gc-port", `${legged?.port ?? GC_PORT}`, "--seed", `${simulation.world.seed}`];
      return { name: robotName(key), file: PROGRAM, args: [...words, ...more] };
    });
    // the first frame must not wait for a player that has ended
    const onEnd = ({ name }: TeamProgram): void => server.simulation.giveUp(name);
    const processes = new TeamProcesses(programs, { log, onEnd });
    return () => processes.stop();
  },
  isOver: (simulation) => statusOf(simulation)?.stage === "end",
  result: (simulation) => resultText(statusOf(simulation)),
});

const statusOf = (simulation: Simulation): LeggedStatus | undefined =>
  simulation.guest("legged")?.status?.() as LeggedStatus | undefined;

/** Red 2 : 1 Blue, 54 % : 46 % of the ball. */
function resultText(status: LeggedStatus | undefined): string {
  if (!status) return "";
  const { red, blue } = status.teams;
  const percent = (part: number): string => `${Math.round(100 * part)} %`;
  return `${red.name} ${red.score} : ${blue.score} ${blue.name}, ${percent(red.possession)} : ${percent(blue.possession)} of the ball`;
}

function greet(server: RunningServer): string {
  const { simulation, legged, tcpPort } = server;
  return `ÜberSim: a game at ${viewerAddress(server)}

Four AIBOs against four. Each player is a separate program (examples/legged/team) that sees only what its robot sees: its
nose camera, its joints, its accelerometer, the radio of its team. With --opponent blue you play red: connect Red-1 to Red-4 to port ${tcpPort}.
${legged ? `The game controller sends to ${legged.address}:${legged.port}, and to the robots' radios. ` : ""}World ${simulation.world.physics.description.name}, seed ${simulation.world.seed}.
You can type verbs here: try help. Ctrl-C ends the game.
`;
}
