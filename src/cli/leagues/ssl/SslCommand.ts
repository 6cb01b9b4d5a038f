// The Small Size League on the command line (F3, F6): `ubersim soccer`, and the flags of soccer worlds.

import type { SslAddresses } from "../../../server/leagues/ssl/SslPorts.js";
import { isLoopback, urlHost } from "../../../server/links/Address.js";
import type { RunningServer } from "../../../server/Server.js";
import type { FlagValues, LeagueCommand, LeagueRun } from "../LeagueCommand.js";
import { readSoccer, SOCCER_HELP, SOCCER_OPTIONS, type SoccerFlags } from "./SoccerFlags.js";
import { sslGame } from "./SslGame.js";

export const SSL_COMMAND: LeagueCommand = {
  name: "soccer",
  world: "soccer-a",
  help: `  ubersim soccer [WORLD]   a game of two teams, shown in your browser (default: soccer-a; also soccer-b, soccer-2003)
      --opponent T    play against one shipped team, blue or yellow: the other team is yours
      --half S        simulated seconds of a half (default 300); and the options of demo, and of soccer worlds below
`,
  flagHelp: SOCCER_HELP,
  options: SOCCER_OPTIONS,
  greet: (server: RunningServer) => (server.ssl ? addressLines(server.ssl, urlHost(server.host)) : []),
  readRun: (values) => runOf(values as SoccerFlags),
  readGame: (values: FlagValues) => runOf({ ...(values as SoccerFlags), play: values.opponent === undefined }),
};

function runOf(flags: SoccerFlags): LeagueRun {
  const { ssl, soccer, play } = readSoccer(flags);
  const freePorts = ssl && ssl.ports === undefined ? { ...ssl, ports: 0 } : ssl;
  return {
    server: { ssl, soccer },
    onFreePorts: { ssl: freePorts, soccer },
    game: play.length > 0 ? sslGame(play) : undefined,
  };
}

/** Where a team finds vision, and where it sends commands. */
function addressLines(ssl: SslAddresses, host: string): string[] {
  const { ports, legacy, visionAddress, visionPort, trackerPort, refereePort } = ssl;
  const referee = refereePort === undefined ? "" : `, a referee is heard on port ${refereePort}`;
  return [
    `vision    UDP ${visionAddress}:${visionPort}, tracker ${visionAddress}:${trackerPort}, through ${ssl.interface}${referee}  (docs/soccer.md)`,
    ...(isLoopback(host) && !isLoopback(ssl.interface)
      ? [
          `          vision comes from ${ssl.interface}; programs that send commands to its sender (the league's simulation controller): --ssl-interface lo, or --host 0.0.0.0`,
        ]
      : []),
    `teams     UDP and TCP ${host}: simulator ${ports.control}, blue ${ports.blue}, yellow ${ports.yellow}${legacy === undefined ? "" : `; as for grSim: UDP ${legacy}`}`,
  ];
}
