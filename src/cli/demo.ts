// `ubersim demo`, which is also `npm start`: the yard with its three Segways, shown in a browser; and a league's game, shown the
// same way.

import { SimError } from "../describe/SimError.js";
import type { RunningServer } from "../server/Server.js";
import { viewerAddress } from "./Browser.js";
import type { LeagueRun } from "./leagues/LeagueCommand.js";
import { type RunOptions, runServer } from "./run.js";

export interface DemoOptions
  extends Pick<RunOptions, "rate" | "seconds" | "seed" | "open" | "renderer" | "plugins" | "watchdogSec"> {
  /** A game in place of the yard. */
  readonly game?: { readonly world: string; readonly league: LeagueRun };
  /** Undefined: the usual one if it is free. */
  readonly port: number | undefined;
  readonly httpPort: number | undefined;
}

const STATUS_SEC = 5;

/** On the usual ports if they are free: two demos may run side by side. */
export async function runDemo({ port, httpPort, game, ...options }: DemoOptions): Promise<number> {
  const place = game
    ? { world: game.world, greet: game.league.game?.greet ?? greeting, leagues: [game.league] }
    : { world: "segway-yard", greet: greeting };
  const demo = { ...options, ...place, headless: false, statusSec: STATUS_SEC };
  const chosen = port === undefined && httpPort === undefined ? {} : { port: port ?? 0, httpPort: httpPort ?? 0 };
  try {
    return await runServer({ ...demo, ...chosen });
  } catch (problem) {
    if (!(problem instanceof SimError && problem.code === "PORT_UNAVAILABLE")) throw problem;
    const free = { port: port ?? 0, httpPort: httpPort ?? 0 };
    return runServer({ ...demo, ...free, ...game?.league.onFreePorts });
  }
}

function greeting(server: RunningServer): string {
  return `ÜberSim: look at ${viewerAddress(server)}

Sentry stands and catches pushes, Patrol goes round the yard, Rover goes where the arrow keys send it.
Bring a robot of your own from another terminal:
  python3 clients/python/segway_balance.py --port ${server.tcpPort}
  node dist/examples/segway-balance.js --port ${server.tcpPort}
or drop its file onto the page (docs/viewer.md). Verbs may be typed here: try help. Ctrl-C ends it.
`;
}
