// `ubersim demo`, which is also `npm start`: the yard with its three Segways, shown in a browser; and `ubersim soccer`, a game of
// two teams.

import { SimError } from "../describe/SimError.js";
import type { RunningServer } from "../server/Server.js";
import { viewerAddress } from "./Browser.js";
import { type RunOptions, runServer } from "./run.js";

export interface DemoOptions
  extends Pick<RunOptions, "rate" | "seconds" | "seed" | "open" | "renderer" | "plugins" | "watchdogSec"> {
  /** A game in place of the yard. */
  readonly soccer?: { readonly world: string; readonly halfSec: number | undefined };
  /** Undefined: the usual one if it is free. */
  readonly port: number | undefined;
  readonly httpPort: number | undefined;
}

const STATUS_SEC = 5;

/** On the usual ports if they are free: two demos may run side by side. */
export async function runDemo({ port, httpPort, soccer, ...options }: DemoOptions): Promise<number> {
  const common = { ...options, headless: false, statusSec: STATUS_SEC };
  const demo = soccer ? { ...common, ...gameOf(soccer) } : { ...common, world: "segway-yard", greet: greeting };
  const freePorts = { ssl: { ports: 0 } };
  if (port !== undefined || httpPort !== undefined)
    return runServer({ ...demo, ...freePorts, port: port ?? 0, httpPort: httpPort ?? 0 });
  try {
    return await runServer(demo);
  } catch (problem) {
    if (!(problem instanceof SimError && problem.code === "PORT_UNAVAILABLE")) throw problem;
    return runServer({ ...demo, ...freePorts, port: 0, httpPort: 0 });
  }
}

/** Both teams are waited for, so that the same seed gives the same game. */
function gameOf({ world, halfSec }: NonNullable<DemoOptions["soccer"]>) {
  const soccer = { referee: "built-in", expect: ["blue", "yellow"], halfSec } as const;
  return { world, play: true, soccer, greet: soccerGreeting };
}

function soccerGreeting(server: RunningServer): string {
  const { ports } = server.ssl ?? {};
  return `ÜberSim: a game at ${viewerAddress(server)}

Blue passes, yellow goes for the goal; both are programs of their own, in examples/soccer, that speak the league's protocol
(docs/soccer.md). End one and put your own in its place: blue is at port ${ports?.blue}, yellow at ${ports?.yellow}, over TCP or UDP.
Verbs may be typed here: try help. Ctrl-C ends it.
`;
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
