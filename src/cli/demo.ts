// `ubersim demo`, which `npm start` runs too: a yard with three Segways, shown in a browser. The AIBO, the QRIO and games of leagues are
// shown the same way.

import { SimError } from "../describe/SimError.js";
import type { RunningServer } from "../server/Server.js";
import { viewerAddress } from "./Browser.js";
import type { LeagueRun } from "./leagues/LeagueCommand.js";
import { type RunOptions, runServer } from "./run.js";

export interface DemoOptions
  extends Pick<
    RunOptions,
    | "rate"
    | "seconds"
    | "seed"
    | "open"
    | "renderer"
    | "plugins"
    | "watchdogSec"
    | "record"
    | "recording"
    | "recordings"
  > {
  /** Default: demo, the yard. */
  readonly show?: keyof typeof SHOWS;
  /** A game instead. */
  readonly game?: { readonly world: string; readonly league: LeagueRun };
  /** Undefined: the default port, or any free port. */
  readonly port: number | undefined;
  readonly httpPort: number | undefined;
}

const STATUS_SEC = 5;

const SHOWS = {
  demo: { world: "segway-yard", greet: greetYard },
  aibo: { world: "aibo", greet: greetAibo },
  qrio: { world: "qrio", greet: greetQrio },
} as const;

/** Uses the default ports if they are free, otherwise other ones, so that two demos can run at the same time. */
export async function runDemo({ port, httpPort, game, show = "demo", ...options }: DemoOptions): Promise<number> {
  const place = game
    ? { world: game.world, greet: game.league.game?.greet ?? greetYard, leagues: [game.league] }
    : SHOWS[show];
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

function greetYard(server: RunningServer): string {
  return `ÜberSim: open ${viewerAddress(server)}

Sentry balances in place, Patrol drives around the yard, Rover follows the arrow keys.
Connect another robot from a second terminal:
  python3 clients/python/segway_balance.py --port ${server.tcpPort}
  node dist/examples/segway-balance.js --port ${server.tcpPort}
or drop a robot file onto the page (docs/viewer.md). Type verbs here: try help. Press Ctrl-C to stop.
`;
}

function greetAibo(server: RunningServer): string {
  return `ÜberSim: open ${viewerAddress(server)}

The AIBO looks for the ball with its nose camera, walks to it and kicks it.
Let a second one join from another terminal:
  python3 clients/python/aibo_walk.py --ball --seconds 60 --port ${server.tcpPort}
docs/legged.md describes the robot. Type verbs here: try help. Press Ctrl-C to stop.
`;
}

function greetQrio(server: RunningServer): string {
  return `ÜberSim: open ${viewerAddress(server)}

The QRIO waves, shifts its weight, walks and turns. Select it and press Drive to walk it by arrow keys; try push Qrio 0 2 0.
Let a second one walk from another terminal:
  python3 clients/python/qrio_walk.py --forward 0.1 --seconds 30 --port ${server.tcpPort}
docs/legged.md describes the robot. Type verbs here: try help. Press Ctrl-C to stop.
`;
}
