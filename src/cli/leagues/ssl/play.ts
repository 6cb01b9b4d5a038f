// `--play`: a game of the two shipped teams, `--opponent`: against one of them (F6). The built-in referee whistles, teams are programs of
// their own, the first frame waits for them. Who runs it without a status line is given the result and the terminal back at the end.

import type { TeamColor } from "../../../leagues/ssl/Team.js";
import { TeamProcesses } from "../../../server/leagues/ssl/TeamProcesses.js";
import { isWildcard } from "../../../server/links/Address.js";
import type { RunningServer } from "../../../server/Server.js";
import type { Simulation } from "../../../session/Simulation.js";

/** Starts these teams; gives what ends them. */
export function startTeams(server: RunningServer, play: readonly TeamColor[], log: (line: string) => void): () => void {
  const ports = server.ssl?.ports;
  if (!ports || play.length === 0) return () => {};
  const host = isWildcard(server.host) ? "127.0.0.1" : server.host;
  const teams = new TeamProcesses(play, { host, ports, seed: server.simulation.world.seed, log });
  return () => teams.stop();
}

export const isOver = ({ match }: Simulation): boolean => match?.status().stage === "POST_GAME";

/** Blue 2 : 1 Yellow, 54 % : 46 % of the ball. */
export function resultOf({ match }: Simulation): string {
  if (!match) return "";
  const { blue, yellow } = match.status().teams;
  const percent = (part: number): string => `${Math.round(100 * part)} %`;
  return `${blue.name} ${blue.score} : ${yellow.score} ${yellow.name}, ${percent(blue.possession)} : ${percent(yellow.possession)} of the ball`;
}
