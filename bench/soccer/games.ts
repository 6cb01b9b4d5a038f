// `npm run soccer-games`: half games of the two shipped teams, one after another by their seeds, as fast as they go: score, possession,
// and whether anything was put anywhere while the ball was in play. --half S, --halves 1 or 2, --seeds 1,2,3, --world NAME, --realism NAME.

import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { Match } from "../../src/soccer/Match.js";
import type { Scene } from "../../src/soccer/Scene.js";
import { REALISM_NAMES, type RealismName } from "../../src/soccer/vision/Realism.js";
import { SelfPlay } from "./SelfPlay.js";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1,2,3,4,5" },
    half: { type: "string", default: "600" },
    halves: { type: "string", default: "1" },
    world: { type: "string", default: "soccer-a" },
    realism: { type: "string", default: "none" },
  },
});
const realism = REALISM_NAMES.find((name) => name === values.realism);
if (!realism) throw new Error(`--realism ${values.realism}: one of ${REALISM_NAMES.join(", ")} is needed`);

/** Commands under which things may be put somewhere. */
const PLACING = new Set(["HALT", "STOP", "PREPARE_KICKOFF_BLUE", "PREPARE_KICKOFF_YELLOW"]);
/** m/s and m: what moves further than this was put there. */
const FASTEST = { ball: 9, robot: 5 };
const MARGIN = 0.02;

interface GameResult {
  readonly seed: number;
  readonly blue: number;
  readonly yellow: number;
  readonly possession: number;
  readonly teleports: number;
  readonly timeSec: number;
  readonly factor: number;
  readonly hash: string;
}

async function playGame(seed: number, realismName: RealismName): Promise<GameResult> {
  const game = await SelfPlay.create({ world: values.world, seed, halfSec: Number(values.half), realism: realismName });
  const { match, world } = game.simulation;
  if (!match) throw new Error("no match");
  const watch = new TeleportWatch();
  const startMs = performance.now();
  while (!isDone(match)) {
    game.step();
    watch.look(match);
    showProgress(seed, match, world.timeSec);
  }
  const { blue, yellow } = match.status().teams;
  const factor = (1000 * world.timeSec) / (performance.now() - startMs);
  const { timeSec } = world;
  const hash = game.simulation.hash();
  world.dispose();
  return {
    seed,
    blue: blue.score,
    yellow: yellow.score,
    possession: blue.possession,
    teleports: watch.count,
    timeSec,
    factor,
    hash,
  };
}

function isDone(match: Match): boolean {
  const { stage } = match.status();
  return (
    stage === "POST_GAME" ||
    (values.halves === "1" && stage !== "NORMAL_FIRST_HALF_PRE" && stage !== "NORMAL_FIRST_HALF")
  );
}

/** Counts what moved faster than it can while the ball was in play. */
class TeleportWatch {
  count = 0;
  #before: Scene | undefined;

  look(match: Match): void {
    const scene = match.scene();
    const before = this.#before;
    this.#before = scene;
    if (!before || PLACING.has(match.status().command)) return;
    const seconds = scene.timeSec - before.timeSec;
    if (scene.ball && before.ball) {
      const [a, b] = [scene.ball.position, before.ball.position];
      const way = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      if (way > FASTEST.ball * seconds + MARGIN) this.count++;
    }
    const places = new Map(before.robots.map((robot) => [robot.name, robot]));
    for (const { name, x, y } of scene.robots) {
      const old = places.get(name);
      if (old && Math.hypot(x - old.x, y - old.y) > FASTEST.robot * seconds + MARGIN) this.count++;
    }
  }
}

let shownSec = 0;

function showProgress(seed: number, match: Match, timeSec: number): void {
  if (!process.stderr.isTTY || timeSec - shownSec < 5) return;
  shownSec = timeSec;
  const { teams, timeLeft = 0 } = match.status();
  process.stderr.write(`\rseed ${seed}: ${teams.blue.score} : ${teams.yellow.score}, ${timeLeft.toFixed(0)} s left   `);
}

const row = (...cells: (string | number)[]): void =>
  console.log(cells.map((cell) => String(cell).padStart(12)).join(""));

console.log(
  `${values.world}, ${values.halves} x ${values.half} s, realism ${realism}: blue passing against yellow direct`,
);
row("seed", "score", "blue has", "put in play", "simulated", "speed", "hash");
const results: GameResult[] = [];
for (const seed of values.seeds.split(",").map(Number)) {
  const result = await playGame(seed, realism);
  shownSec = 0;
  if (process.stderr.isTTY) process.stderr.write("\r");
  results.push(result);
  const { blue, yellow, possession, teleports, timeSec, factor, hash } = result;
  const share = `${(100 * possession).toFixed(0)} %`;
  row(seed, `${blue} : ${yellow}`, share, teleports, `${timeSec.toFixed(0)} s`, `${factor.toFixed(2)}x`, `  ${hash}`);
}
const withGoals = results.filter(({ blue, yellow }) => blue + yellow > 0).length;
const isEven = results.every(({ possession }) => possession >= 0.2 && possession <= 0.8);
const moved = results.reduce((sum, { teleports }) => sum + teleports, 0);
console.log(
  `goals in ${withGoals} of ${results.length}; both teams have the ball at least 20 % of the time: ${isEven ? "yes" : "no"}; put somewhere in play: ${moved}`,
);
