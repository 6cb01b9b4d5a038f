// `npm run soak`: simulated hours of eleven against eleven at full speed, while robots without a client join and leave. The
// hash at every checkpoint must be that of a second run; memory and open handles are printed and must not grow.

import { readRobotDocument } from "../src/describe/robot/RobotDocument.js";
import { builtInKinds } from "../src/leagues/Leagues.js";
import { RandomStream } from "../src/math/RandomStream.js";
import { cube } from "./attack/HonestRobots.js";
import { readArguments } from "./BenchArguments.js";
import { SelfPlay } from "./soccer/SelfPlay.js";

const HELP = `npm run soak -- [options]

  --hours N     simulated hours of one run; default 24
  --seed N      seed of the world, the teams and the visitors; default 1
  --every S     simulated seconds between two checkpoints; default 60
  --help        print this

Ends with 1 if a hash of the second run differs or memory grows.`;

const { values } = readArguments(HELP, {
  options: {
    hours: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    every: { type: "string", default: "60" },
  },
});
const [hours, seed, every] = [values.hours, values.seed, values.every].map(Number);
/** A visitor joins or leaves every few simulated seconds. */
const VISIT_SEC = 10;
const MAX_VISITORS = 4;
/** Growth of resident memory after the first checkpoint, MB. */
const MAX_GROWTH_MB = 300;

interface Checkpoint {
  readonly hash: string;
  readonly memoryMb: number;
}

async function run(number: number, tell: (text: string) => void): Promise<readonly Checkpoint[]> {
  const play = await SelfPlay.create({ world: "soccer-a", seed, halfSec: hours * 3600 });
  const { simulation } = play;
  const random = new RandomStream(seed).split("visitors");
  const kinds = builtInKinds();
  const visitors: string[] = [];
  const checkpoints: Checkpoint[] = [];
  let [count, nextVisit, nextCheck] = [0, VISIT_SEC, every];
  while (simulation.world.timeSec < hours * 3600) {
    play.step();
    const { timeSec } = simulation.world;
    if (timeSec >= nextVisit) {
      nextVisit += VISIT_SEC;
      const gone = visitors.length >= MAX_VISITORS || random.integer(3) === 0 ? visitors.shift() : undefined;
      if (gone !== undefined) simulation.remove(gone);
      else {
        const name = `Visitor${count++}`;
        simulation.spawn(
          readRobotDocument(cube(name, `${20 + random.integer(20)} ${random.integer(20)} 0`), { kinds }).robot,
        );
        visitors.push(name);
      }
    }
    if (timeSec < nextCheck) continue;
    nextCheck += every;
    const checkpoint = { hash: simulation.hash(), memoryMb: process.memoryUsage().rss / 1e6 };
    checkpoints.push(checkpoint);
    const handles = process.getActiveResourcesInfo().length;
    tell(
      `run ${number}  ${timeSec.toFixed(0)} s  ${checkpoint.hash}  ${checkpoint.memoryMb.toFixed(0)} MB  ${handles} handles`,
    );
  }
  simulation.world.dispose();
  return checkpoints;
}

const first = await run(1, console.log);
const second = await run(2, console.log);
const wrong = first.findIndex(({ hash }, i) => hash !== second[i]?.hash);
const growth = Math.max(0, ...second.map(({ memoryMb }) => memoryMb - (first[0]?.memoryMb ?? 0)));
const isSame = wrong < 0 ? "all hashes are the same" : `checkpoint ${wrong + 1} differs`;
console.log(`${first.length} checkpoints, ${isSame}, memory grew by ${growth.toFixed(0)} MB`);
process.exitCode = wrong < 0 && growth < MAX_GROWTH_MB ? 0 : 1;
