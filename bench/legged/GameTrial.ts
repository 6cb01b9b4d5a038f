// One game of the four-legged league with the shipped players, observed from outside: the players are processes that tell what they
// believe; the truth comes from the world and is known only here.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { LeaguePlayer } from "../../examples/legged/team/LeaguePlayer.js";
import { LogOnce } from "../../examples/legged/team/LogOnce.js";
import { aiboDocument } from "../../robots/Aibo.js";
import { connect } from "../../src/client/index.js";
import { packageRoot } from "../../src/server/PackageRoot.js";
import { startServer } from "../../src/server/Server.js";
import type { Simulation } from "../../src/session/Simulation.js";
import { type BeliefFigures, type GameResult, GameWatch } from "./GameWatch.js";

export interface GameOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly players: readonly string[];
  readonly print: (line: string) => void;
  /** The players run in this process, with the same messages over the same sockets: less load, the same game. */
  readonly isInside?: boolean;
  /** Takes a line every simulated second: where ball and players are, and what they do. */
  readonly trace?: (line: string) => void;
}

export interface GameFigures extends GameResult, BeliefFigures {
  readonly seed: number;
  readonly realSec: number;
  /** Processor time of the server, all threads, s. */
  readonly serverCpuSec: number;
}

const PLAYER = join(packageRoot(), "dist", "examples", "legged", "team", "player.js");
/** A game that runs slower than this share of real time is stuck; the start of the players' processes does not count. */
const SLOWEST = 0.05;
const START_SEC = 120;
/** Frames between two reports of a player. */
const REPORT_EVERY = 125;

export async function playGame({ seed, seconds, players, print, isInside, trace }: GameOptions): Promise<GameFigures> {
  const watch = new GameWatch(players, print, trace);
  let over: ((simulation: Simulation) => void) | undefined;
  const end = new Promise<GameResult>((resolve) => {
    over = (simulation) => resolve(watch.result(simulation));
  });
  const server = await startServer({
    world: "legged-league",
    seed,
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    expect: players,
    legged: { referee: "built-in", halfSec: seconds, address: false },
    beforeFrame: (simulation) => {
      watch.look(simulation);
      if (simulation.world.timeSec >= seconds) over?.(simulation);
    },
    log: print,
  });
  const start = { seed, tcpPort: server.tcpPort, watch, print };
  const children = isInside ? [] : players.map((name) => startPlayer(name, start));
  if (isInside) for (const name of players) void playInside(name, start).catch(() => {});
  const [startMs, cpu] = [Date.now(), process.cpuUsage()];
  const guard = setTimeout(() => over?.(server.simulation), 1000 * (START_SEC + seconds / SLOWEST));
  try {
    const result = await end;
    const { user, system } = process.cpuUsage(cpu);
    const realSec = (Date.now() - startMs) / 1000;
    return { seed, ...result, ...watch.beliefs(), realSec, serverCpuSec: (user + system) / 1e6 };
  } finally {
    clearTimeout(guard);
    for (const child of children) child.kill();
    await server.stop();
  }
}

interface Start {
  readonly seed: number;
  readonly tcpPort: number;
  readonly watch: GameWatch;
  readonly print: (line: string) => void;
}

/** Until the server stops. */
async function playInside(name: string, { seed, tcpPort, watch, print }: Start): Promise<void> {
  const [color, digit] = name.split("-");
  const team = color === "Red" ? "red" : "blue";
  const robot = await connect({ document: aiboDocument({ name, team }), port: tcpPort });
  const log = new LogOnce((line) => print(`${name}: ${line}`));
  const player = new LeaguePlayer({ team, number: Number(digit), seed, log });
  let frames = 0;
  await robot.drive((frame) => {
    player.step(robot, frame);
    if (frames++ % REPORT_EVERY === 0) watch.note(name, { ...player.report(frame.time), cpuSec: 0 });
  });
}

function startPlayer(name: string, { seed, tcpPort, watch, print }: Start): ChildProcess {
  const [team, number] = name.split("-");
  const words = ["--team", team.toLowerCase(), "--number", number, "--server", `127.0.0.1:${tcpPort}`];
  const child = spawn(process.execPath, [PLAYER, ...words, "--seed", `${seed}`, "--report"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  createInterface({ input: child.stdout }).on("line", (line) => watch.hear(name, line));
  createInterface({ input: child.stderr }).on("line", (line) => print(`${name}: ${line}`));
  return child;
}
