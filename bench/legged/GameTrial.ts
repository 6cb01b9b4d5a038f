// One game of the four-legged league with the shipped players, observed from outside: the players are processes that tell what they
// believe; the truth comes from the world and is known only here.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { GameWatch } from "./GameWatch.js";

export interface GameOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly players: readonly string[];
  readonly print: (line: string) => void;
}

export interface GameFigures {
  readonly seed: number;
  readonly score: { readonly red: number; readonly blue: number };
  readonly kicks: number;
  readonly falls: number;
  /** Sum over the robots, s, and the longest single time. */
  readonly fallenSec: number;
  readonly longestFallSec: number;
  /** Median over all players and seconds in play, m. */
  readonly placeError: number;
  /** Share of pictures that showed the ball. */
  readonly ballShare: number;
  readonly simulatedSec: number;
  readonly realSec: number;
  readonly hash: string;
}

const PLAYER = fileURLToPath(new URL("../../examples/legged/team/player.js", import.meta.url));
/** A game that runs slower than this share of real time is stuck. */
const SLOWEST = 0.05;

export async function playGame({ seed, seconds, players, print }: GameOptions): Promise<GameFigures> {
  const watch = new GameWatch(players, print);
  let over: (() => void) | undefined;
  const end = new Promise<void>((resolve) => {
    over = resolve;
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
      if (simulation.world.timeSec >= seconds) over?.();
    },
    log: print,
  });
  const children = players.map((name) => startPlayer(name, seed, server, watch, print));
  const start = Date.now();
  const guard = setTimeout(() => over?.(), (1000 * seconds) / SLOWEST);
  try {
    await end;
    const figures = watch.figures(server.simulation);
    return { seed, ...figures, realSec: (Date.now() - start) / 1000 };
  } finally {
    clearTimeout(guard);
    for (const child of children) child.kill();
    await server.stop();
  }
}

function startPlayer(
  name: string,
  seed: number,
  server: RunningServer,
  watch: GameWatch,
  print: (line: string) => void,
): ChildProcess {
  const [team, number] = name.split("-");
  const words = ["--team", team.toLowerCase(), "--number", number, "--server", `127.0.0.1:${server.tcpPort}`];
  const child = spawn(process.execPath, [PLAYER, ...words, "--seed", `${seed}`, "--report"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  createInterface({ input: child.stdout }).on("line", (line) => watch.hear(name, line));
  createInterface({ input: child.stderr }).on("line", (line) => print(`${name}: ${line}`));
  return child;
}
