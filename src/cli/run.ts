// `ubersim run [WORLD]`: the server in a terminal. Says where to look, where robots connect and where control is, shows
// how the world goes and who comes and leaves, takes verbs as words. `ubersim demo` is the same with the yard.

import { statSync } from "node:fs";
import { SimError, showValue } from "../describe/SimError.js";
import type { TeamColor } from "../leagues/ssl/Team.js";
import type { SslAddresses } from "../server/leagues/ssl/SslPorts.js";
import { urlHost } from "../server/links/Address.js";
import { type RunningServer, type ServerOptions, startServer } from "../server/Server.js";
import type { Simulation } from "../session/Simulation.js";
import { completeLine } from "../session/verbs/Completion.js";
import { namesIn } from "../session/verbs/Names.js";
import { KNOWN_VERBS } from "../session/verbs/Verbs.js";
import { UsageError } from "./Arguments.js";
import { openBrowser, viewerAddress } from "./Browser.js";
import { isOver, resultOf, startTeams } from "./leagues/ssl/play.js";
import { Terminal } from "./Terminal.js";

/** Words that a terminal shows at once. */
const MAX_OFFERS = 100;

export interface RunOptions extends ServerOptions {
  /** No status line, only what happens. */
  readonly headless: boolean;
  /** Stop after so much simulated time. */
  readonly seconds: number;
  /** Teams that the shipped ones play; without a status line it ends with the game. */
  readonly play?: readonly TeamColor[];
  /** Show the viewer in the default browser, where there is a screen. */
  readonly open?: boolean;
  /** First words; left out: those of `ubersim run`. */
  readonly greet?: (server: RunningServer) => string;
  /** Where nobody can see a status line: print one every so many seconds; left out: never. */
  readonly statusSec?: number;
}

export async function runServer(options: RunOptions): Promise<number> {
  const { headless, seconds, open = false, play = [], greet = greeting, statusSec, ...serverOptions } = options;
  checkAssets(options.assets);
  const isLive = !headless && process.stdin.isTTY === true && process.stdout.isTTY === true;
  let terminal: Terminal | undefined;
  let last = "";
  const early: string[] = [];
  const server = await startServer({
    ...serverOptions,
    log: (line) => (terminal ? terminal.say(line) : early.push(line)),
    beforeFrame: (simulation) => {
      const isDone = simulation.world.timeSec >= seconds || (play.length > 0 && headless && isOver(simulation));
      if (simulation.isStopped || !isDone) return;
      last = `, state hash ${simulation.hash()}`;
      simulation.stop();
    },
  });
  const { simulation } = server;
  if (play.length > 0 && !simulation.match) {
    await server.stop();
    throw new UsageError("ubersim: a game wants a world with a soccer field: soccer-a, soccer-b, soccer-2003.");
  }
  const stop = () => void server.stop();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log([greet(server), ...early].join("\n"));
  if (open) openBrowser(viewerAddress(server) ?? "");
  const status = watchStatus(simulation);
  const timer = statusSec && !isLive ? setInterval(() => console.log(status()), statusSec * 1000) : undefined;
  terminal = new Terminal({
    perform: (line) => server.control.performLine(line),
    complete: (text) => completeLine(text, KNOWN_VERBS, namesIn(simulation), MAX_OFFERS),
    status: isLive ? status : undefined,
    // a job in the background must not reach for the keyboard
    isReading: isLive || process.stdin.isTTY !== true,
    interrupt: stop,
  });
  const endTeams = startTeams(server, play, (line) => terminal?.say(line));
  await server.stopped;
  endTeams();
  clearInterval(timer);
  terminal.close();
  if (play.length > 0) console.log(resultOf(simulation));
  console.log(`stopped at ${simulation.world.timeSec} s${last}`);
  process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
  return 0;
}

function checkAssets(assets: string | undefined): void {
  if (assets === undefined || statSync(assets, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new SimError("FILE_MISSING", { where: "--assets", found: showValue(assets), allowed: "an existing directory" });
}

/** What somebody needs who wants to look or to connect. */
export function greeting(server: RunningServer): string {
  const { simulation, host, tcpPort, url, token, ssl } = server;
  const { world, step, seed, rate, isAsync, awaited } = simulation.status();
  const pace = `${rate === null ? "as fast as it goes" : `rate ${rate}`}${isAsync ? ", waiting for nobody" : ""}`;
  const lines = [
    `ÜberSim: world ${world}, step ${step * 1000} ms, seed ${seed}, ${pace}`,
    `robots    TCP ${urlHost(host)}:${tcpPort}${url ? `, WebSocket ${url.replace(/^http/, "ws")}/client` : ""}  (docs/protocol.md)`,
  ];
  if (url) lines.splice(1, 0, `viewer    ${viewerAddress(server)}`);
  if (url) lines.push(`control   ${url}/api/VERB, or verbs typed here: try help  (docs/control.md)`);
  if (ssl) lines.push(...sslLines(ssl, urlHost(host)));
  if (token) lines.push(`token     ${token}`);
  if (awaited.length > 0) lines.push(`waits for ${awaited.join(", ")}`);
  return lines.join("\n");
}

/** Where a team finds vision, and where it sends commands. */
function sslLines(ssl: SslAddresses, host: string): string[] {
  const { ports, legacy, visionAddress, visionPort, trackerPort, refereePort } = ssl;
  const referee = refereePort === undefined ? "" : `, a referee is heard on port ${refereePort}`;
  return [
    `vision    UDP ${visionAddress}:${visionPort}, tracker ${visionAddress}:${trackerPort}, through ${ssl.interface}${referee}  (docs/soccer.md)`,
    `teams     UDP and TCP ${host}: simulator ${ports.control}, blue ${ports.blue}, yellow ${ports.yellow}${legacy === undefined ? "" : `; as for grSim: UDP ${legacy}`}`,
  ];
}

/** A line for the prompt, asked for again and again: who is waited for is said when nothing has moved in between. */
export function watchStatus(simulation: Simulation): () => string {
  let lastFrame = -1;
  return () => {
    const { time, frame, factor, clients, synchronous, awaited, waitingFor, isPaused, lateFrames } =
      simulation.status();
    const count = clients.length + synchronous;
    const stands = frame === lastFrame && !isPaused;
    lastFrame = frame;
    const waits = [...awaited, ...(stands ? waitingFor : [])];
    const pace = factor === null || stands ? "" : `${factor.toFixed(factor < 10 ? 2 : 0)}x real time`;
    const parts = [
      `t ${time.toFixed(2)} s`,
      isPaused ? "paused" : pace,
      `${count} client${count === 1 ? "" : "s"}`,
      waits.length > 0 ? `waits for ${waits.join(", ")}` : "",
      lateFrames > 0 ? `${lateFrames} frames late` : "",
    ];
    return parts.filter((part) => part !== "").join("  ");
  };
}
