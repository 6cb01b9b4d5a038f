// `ubersim run [WORLD]`: runs a server in a terminal. It prints the addresses of viewer, robots and control, shows the status of
// the world, logs clients, and accepts verbs. `ubersim demo` does the same with another world.

import { statSync } from "node:fs";
import { SimError, showValue } from "../describe/SimError.js";
import { urlHost } from "../server/links/Address.js";
import { type RunningServer, type ServerOptions, startServer } from "../server/Server.js";
import { STOP_SIGNALS } from "../server/watchdog/StopSignals.js";
import type { Simulation } from "../session/Simulation.js";
import { completeLine } from "../session/verbs/Completion.js";
import { completionNames } from "../session/verbs/CompletionNames.js";
import { UsageError } from "./Arguments.js";
import { openBrowser, viewerAddress } from "./Browser.js";
import type { LeagueRun } from "./leagues/LeagueCommand.js";
import { LEAGUE_COMMANDS } from "./leagues/LeagueCommands.js";
import { print } from "./Output.js";
import { stopOnSignals } from "./StopOnSignals.js";
import { Terminal } from "./Terminal.js";

/** Internal errors have stopped the simulation. */
const INTERNAL_EXIT_CODE = 4;
/** Maximum number of completions that Tab shows. */
const MAX_OFFERS = 100;

export interface RunOptions extends ServerOptions {
  /** True: no status line, only log lines. */
  readonly headless: boolean;
  /** Stop after this simulated time, s. */
  readonly seconds: number;
  /** Flags and games of leagues; default none. Without a status line the server ends with the game. */
  readonly leagues?: readonly LeagueRun[];
  /** True: open the viewer in the default browser if there is a screen. Default false. */
  readonly open?: boolean;
  /** The first text that is printed. Default: the one of `ubersim run`. */
  readonly greet?: (server: RunningServer) => string;
  /** Interval of printed status lines if there is no terminal, s. Default: none. */
  readonly statusSec?: number;
}

export async function runServer(options: RunOptions): Promise<number> {
  const { headless, seconds, open = false, leagues = [], statusSec, ...serverOptions } = options;
  const { greet = greeting } = options;
  let games = leagues.flatMap(({ game }) => game ?? []);
  checkAssets(options.assets);
  const isLive = !headless && process.stdin.isTTY === true && process.stdout.isTTY === true;
  let terminal: Terminal | undefined;
  let last = "";
  const early: string[] = [];
  const server = await startServer({
    ...Object.assign({}, ...leagues.map(({ server }) => server)),
    ...serverOptions,
    stopSignals: STOP_SIGNALS,
    log: (line) => (terminal ? terminal.say(line) : early.push(line)),
    beforeFrame: (simulation) => {
      const isDone = simulation.world.timeSec >= seconds || (headless && games.some((game) => game.isOver(simulation)));
      if (simulation.isStopped || !isDone) return;
      last = `, state hash ${simulation.hash()}`;
      simulation.stop();
    },
  });
  const { simulation } = server;
  const refusals = games.map((game) => game.refuse(simulation));
  if (games.length > 0 && !refusals.includes(undefined)) {
    await server.stop();
    throw new UsageError(`ubersim: ${refusals[0]}`);
  }
  // with a flag of several leagues each offers its game: the world decides
  games = games.filter((_, i) => refusals[i] === undefined);
  const ignoreSignals = stopOnSignals(server);
  print([greet(server), ...early].join("\n"));
  if (open) openBrowser(viewerAddress(server) ?? "");
  const status = watchStatus(simulation);
  const timer = statusSec && !isLive ? setInterval(() => print(status()), statusSec * 1000) : undefined;
  terminal = new Terminal({
    perform: (line) => server.control.performLine(line),
    complete: (text) => completeLine(text, simulation.verbs.known, completionNames(simulation), MAX_OFFERS),
    status: isLive ? status : undefined,
    // a background job must not read from the terminal
    isReading: isLive || process.stdin.isTTY !== true,
    interrupt: () => void server.stop(),
  });
  const endGames = games.map((game) => game.start(server, (line) => terminal?.say(line)));
  await server.stopped;
  for (const end of endGames) end();
  clearInterval(timer);
  terminal.close();
  for (const game of games) print(game.result(simulation));
  print(`stopped at ${simulation.world.timeSec} s${last}`);
  ignoreSignals();
  return server.hasFailed ? INTERNAL_EXIT_CODE : 0;
}

function checkAssets(assets: string | undefined): void {
  if (assets === undefined || statSync(assets, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new SimError("FILE_MISSING", { where: "--assets", found: showValue(assets), allowed: "an existing directory" });
}

/** The addresses of the server. */
export function greeting(server: RunningServer): string {
  const { simulation, host, tcpPort, url, token } = server;
  const { world, step, seed, rate, isAsync, awaited } = simulation.status();
  const pace = `${rate === null ? "at full speed" : `rate ${rate}`}${isAsync ? ", without waiting for clients" : ""}`;
  const lines = [
    `ÜberSim: world ${world}, step ${step * 1000} ms, seed ${seed}, ${pace}`,
    `robots    TCP ${urlHost(host)}:${tcpPort}${url ? `, WebSocket ${url.replace(/^http/, "ws")}/client` : ""}  (docs/protocol.md)`,
  ];
  if (url) lines.splice(1, 0, `viewer    ${viewerAddress(server)}`);
  if (url) lines.push(`control   ${url}/api/VERB, or type verbs here: try help  (docs/control.md)`);
  for (const league of LEAGUE_COMMANDS) lines.push(...league.greet(server));
  if (token) lines.push(`token     ${token}`);
  if (awaited.length > 0) lines.push(`waits for ${awaited.join(", ")}`);
  return lines.join("\n");
}

/** The status line, called repeatedly. It names the clients that the world waits for if no frame has run since the last call. */
function watchStatus(simulation: Simulation): () => string {
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
