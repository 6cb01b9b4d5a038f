// `ubersim run [WORLD]`: runs a server in a terminal. It prints the addresses of viewer, robots and control, shows the status of
// the world, logs clients, and accepts verbs. `ubersim demo` does the same with another world.

import { statSync } from "node:fs";
import { SimError, showValue } from "../describe/SimError.js";
import { urlHost } from "../server/links/Address.js";
import { guestOptions, readGoOn } from "../server/record/GoOn.js";
import { type ReferenceSource, readReference } from "../server/record/ReferenceSource.js";
import { type RunningServer, type ServerOptions, startServer } from "../server/Server.js";
import { STOP_SIGNALS } from "../server/watchdog/StopSignals.js";
import type { Simulation } from "../session/Simulation.js";
import { completeLine } from "../session/verbs/Completion.js";
import { completionNames } from "../session/verbs/CompletionNames.js";
import { UsageError } from "./Arguments.js";
import { openBrowser, viewerAddress } from "./Browser.js";
import type { LeagueRun } from "./leagues/LeagueCommand.js";
import { LEAGUE_COMMANDS } from "./leagues/LeagueCommands.js";
import { print, printError } from "./Output.js";
import { ProgressBar } from "./ProgressBar.js";
import { stopOnSignals } from "./StopOnSignals.js";
import { Terminal } from "./Terminal.js";
import { surviveUncaught } from "./Uncaught.js";

/** Internal errors have stopped the simulation. */
const INTERNAL_EXIT_CODE = 4;
/** Maximum number of completions that Tab shows. */
const MAX_OFFERS = 100;

export interface RestoreOptions {
  readonly file: string;
  /** Of a recording, s; undefined: its end. */
  readonly at: number | undefined;
  /** True: the first frame waits for the clients that the robots had. */
  readonly waits: boolean;
}

export interface RunOptions extends ServerOptions {
  /** Options of the guests in the run that goes on. */
  readonly recordedGuests?: Readonly<Record<string, unknown>>;
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
  /** A snapshot file or a recording, from which the run goes on instead of the start of a world. */
  readonly restore?: RestoreOptions | undefined;
  /** A file that is shown beside the run. */
  readonly referenceSource?: ReferenceSource | undefined;
  /** Interval of printed status lines if there is no terminal, s. Default: none. */
  readonly statusSec?: number;
}

/** The options of a run that goes on. */
async function restored(options: RunOptions, { waits, ...source }: RestoreOptions): Promise<RunOptions> {
  let bar: ProgressBar | undefined;
  const progress = (frames: number, all: number): void => {
    bar ??= new ProgressBar(all, "frames");
    bar.show(frames);
  };
  const { different, ...goOn } = await readGoOn({ ...source, plugins: options.plugins, progress }).finally(() =>
    bar?.close(),
  );
  if (different > 0) printError(`warning: ${different} frames of the playback differ from the recording`);
  const { start } = goOn;
  const { isAsync } = start.options;
  return {
    ...options,
    world: start.world,
    seed: options.seed ?? start.seed,
    isAsync: (options.isAsync ?? false) || isAsync,
    goOn: { ...goOn, waits },
    recordedGuests: start.guests,
  };
}

export async function runServer(given: RunOptions): Promise<number> {
  const options = given.restore ? await restored(given, given.restore) : given;
  const { referenceSource } = options;
  const reference = referenceSource && (await readReference(referenceSource));
  const { headless, seconds, open = false, leagues = [], statusSec, ...serverOptions } = options;
  const { greet = greeting } = options;
  let games = leagues.flatMap(({ game }) => game ?? []);
  checkAssets(options.assets);
  const isLive = !headless && process.stdin.isTTY === true && process.stdout.isTTY === true;
  let terminal: Terminal | undefined;
  let last = "";
  const early: string[] = [];
  const server = await startServer({
    ...guestOptions(options.recordedGuests ?? {}, Object.assign({}, ...leagues.map(({ server }) => server))),
    ...serverOptions,
    reference,
    stopSignals: STOP_SIGNALS,
    warmsUp: true,
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
  const dieOfErrors = surviveUncaught(server.writeLog);
  if (options.record) early.push(`recording ${options.record.file}`);
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
  dieOfErrors();
  return server.hasFailed ? INTERNAL_EXIT_CODE : 0;
}

function checkAssets(assets: string | undefined): void {
  if (assets === undefined || statSync(assets, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new SimError("FILE_MISSING", { where: "--assets", found: showValue(assets), allowed: "an existing directory" });
}

/** The addresses of the server. */
export function greeting(server: RunningServer): string {
  const { simulation, host, tcpPort, url, token, usarsim } = server;
  const { world, step, seed, rate, isAsync, awaited } = simulation.status();
  const pace = `${rate === null ? "at full speed" : `rate ${rate}`}${isAsync ? ", without waiting for clients" : ""}`;
  const lines = [
    `ÜberSim: world ${world}, step ${step * 1000} ms, seed ${seed}, ${pace}`,
    `robots    TCP ${urlHost(host)}:${tcpPort}${url ? `, WebSocket ${url.replace(/^http/, "ws")}/client` : ""}  (docs/protocol.md)`,
  ];
  if (url) lines.splice(1, 0, `viewer    ${viewerAddress(server)}`);
  if (url) lines.push(`control   ${url}/api/VERB, or type verbs here: try help  (docs/control.md)`);
  if (usarsim)
    lines.push(
      `usarsim   TCP ${urlHost(host)}:${usarsim.port}, pictures ${urlHost(host)}:${usarsim.imagePort}  (docs/usarsim.md)`,
    );
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
