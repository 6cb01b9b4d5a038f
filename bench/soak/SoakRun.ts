// One run of the soak: eleven against eleven at full speed, while robots without a client join and leave. Gives a checkpoint every
// few simulated seconds.

import { readdirSync } from "node:fs";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { cube } from "../attack/HonestRobots.js";
import { SelfPlay } from "../soccer/SelfPlay.js";

export interface SoakOptions {
  readonly hours: number;
  readonly seed: number;
  /** Simulated seconds between two checkpoints. */
  readonly every: number;
}

export interface Checkpoint {
  readonly timeSec: number;
  readonly hash: string;
  /** Robots that have joined and left so far. */
  readonly visits: number;
  /** Resident memory, MB. */
  readonly memoryMb: number;
  /** JavaScript heap after a collection, MB. */
  readonly heapMb: number;
  /** Open files, sockets and timers. */
  readonly handles: number;
}

/** A visitor joins or leaves every few simulated seconds. */
const VISIT_SEC = 10;
const MAX_VISITORS = 4;

export async function soak(
  { hours, seed, every }: SoakOptions,
  tell: (checkpoint: Checkpoint) => Promise<void>,
): Promise<void> {
  const play = await SelfPlay.create({ world: "soccer-a", seed, halfSec: hours * 3600 });
  const { simulation } = play;
  const random = new RandomStream(seed).split("visitors");
  const kinds = builtInKinds();
  const visitors: string[] = [];
  let [count, visits, nextVisit, nextCheck] = [0, 0, VISIT_SEC, every];
  while (simulation.world.timeSec < hours * 3600) {
    play.step();
    const { timeSec } = simulation.world;
    if (timeSec >= nextVisit) {
      nextVisit += VISIT_SEC;
      visits++;
      const gone = visitors.length >= MAX_VISITORS || random.integer(3) === 0 ? visitors.shift() : undefined;
      if (gone !== undefined) simulation.remove(gone);
      else {
        const name = `Visitor${count++}`;
        // the last visitors are elsewhere
        const text = cube(name, `${20 + (count % (2 * MAX_VISITORS))} ${random.integer(20)} 0`);
        simulation.spawn(readRobotDocument(text, { kinds }).robot);
        visitors.push(name);
      }
    }
    if (timeSec < nextCheck) continue;
    nextCheck += every;
    await tell({ timeSec, hash: simulation.hash(), visits, ...readResources() });
  }
  simulation.world.dispose();
}

function readResources(): Pick<Checkpoint, "memoryMb" | "heapMb" | "handles"> {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const files = process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
  return {
    memoryMb: rss / 1e6,
    heapMb: heapUsed / 1e6,
    handles: files + process.getActiveResourcesInfo().length,
  };
}
