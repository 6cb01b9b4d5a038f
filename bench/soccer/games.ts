// Halves of games of the two shipped teams, one per seed: goals, possession of both teams, and jumps (teleports).
//   node dist/bench/soccer/games.js --world soccer-a --seeds 1,2,3,4,5 --half 600

import { REALISM_NAMES } from "../../src/leagues/ssl/vision/Realism.js";
import { readArguments } from "../BenchArguments.js";
import { type GameResult, playHalf } from "./GameTrial.js";

const HELP = `npm run soccer-games -- [options]

Plays one half of the two shipped teams for each seed and prints a row of figures.

  --world NAME     default soccer-a
  --seeds LIST     default 1,2,3,4,5
  --half SECONDS   length of the half; default 600
  --realism NAME   ${REALISM_NAMES.join(", ")}; default none
  --events         print the events of the referee as well
  --help           print this`;

const { values } = readArguments(HELP, {
  options: {
    world: { type: "string", default: "soccer-a" },
    seeds: { type: "string", default: "1,2,3,4,5" },
    half: { type: "string", default: "600" },
    realism: { type: "string", default: "none" },
    events: { type: "boolean", default: false },
  },
});

function show(result: GameResult): string {
  const { score, possession, kicks, passes, teleports, placedRobots, simulatedSec } = result;
  const percent = (part: number): string => `${Math.round(100 * part)} %`;
  return [
    `${result.seed}`.padStart(4),
    `${score.blue} : ${score.yellow}`.padStart(7),
    `${percent(possession.blue)} : ${percent(possession.yellow)}`.padStart(11),
    `${kicks.blue} : ${kicks.yellow}`.padStart(9),
    `${passes.blue} : ${passes.yellow}`.padStart(9),
    `${teleports}`.padStart(9),
    `${placedRobots}`.padStart(13),
    `${simulatedSec.toFixed(0)} s`.padStart(9),
    `${(simulatedSec / result.cpuSec).toFixed(2)}x`.padStart(6),
    ` ${result.hash}`,
  ].join("  ");
}

const realism = REALISM_NAMES.find((name) => name === values.realism);
if (!realism) throw new Error(`--realism ${values.realism}: one of ${REALISM_NAMES.join(", ")} is needed`);
console.log("seed    score   possession      kicks     passes  teleports  placed robots  simulated   speed   hash");
for (const seed of values.seeds.split(",").map(Number)) {
  const options = { world: values.world, seed, halfSec: Number(values.half), realism };
  const result = await playHalf(options);
  console.log(show(result));
  if (values.events) for (const line of result.events) console.log(`      ${line}`);
}
