// `npm run legged-games`: games of the shipped players of the four-legged league, each player a process, at full speed.

import { readArguments } from "../BenchArguments.js";
import { type GameFigures, playGame } from "./GameTrial.js";

const HELP = `npm run legged-games -- [options]

Plays a game of the shipped players for each seed and prints a row of figures: score, shots on the ball, falls, time that robots lay,
error of their localization (median), share of pictures with the ball, speed, and the processor time of server and players per simulated
second.

  --seeds LIST       default 1,2,3,4,5
  --minutes N        simulated time of each game; default 10
  --players LIST     default Red-1 to Red-4 and Blue-1 to Blue-4
  --inside           run the players in this process: less load, the same games; their processor time counts as the server's
  --events           print goals and falls as they happen
  --trace            print every second where ball and players are, and what they do
  --help             print this`;

const { values } = readArguments(HELP, {
  options: {
    seeds: { type: "string", default: "1,2,3,4,5" },
    minutes: { type: "string", default: "10" },
    players: { type: "string", default: "Red-1,Red-2,Red-3,Red-4,Blue-1,Blue-2,Blue-3,Blue-4" },
    inside: { type: "boolean", default: false },
    events: { type: "boolean", default: false },
    trace: { type: "boolean", default: false },
  },
});

function show(figures: GameFigures): string {
  const { seed, score, kicks, falls, fallenSec, longestFallSec, placeError, ballShare, simulatedSec, realSec } =
    figures;
  const cpu = (seconds: number): string => (seconds / simulatedSec).toFixed(2);
  return [
    `${seed}`.padStart(4),
    `${score.red} : ${score.blue}`.padStart(7),
    `${kicks}`.padStart(6),
    `${falls}`.padStart(6),
    `${fallenSec.toFixed(0)} s`.padStart(9),
    `${longestFallSec.toFixed(1)} s`.padStart(13),
    `${placeError.toFixed(2)} m`.padStart(19),
    `${Math.round(100 * ballShare)} %`.padStart(10),
    `${simulatedSec.toFixed(0)} s`.padStart(10),
    `${(simulatedSec / realSec).toFixed(2)}x`.padStart(6),
    `${cpu(figures.serverCpuSec)} + ${cpu(figures.playersCpuSec)}`.padStart(12),
    ` ${figures.hash}`,
  ].join("  ");
}

console.log(
  "seed  red:blue   kicks   falls     fallen   longest fall   localization error   ball seen   simulated   speed   CPU s per s   hash",
);
for (const seed of values.seeds.split(",").map(Number)) {
  const say = (line: string): void => console.log(`      ${line}`);
  const figures = await playGame({
    seed,
    seconds: 60 * Number(values.minutes),
    players: values.players.split(","),
    isInside: values.inside,
    print: values.events ? say : () => {},
    ...(values.trace ? { trace: say } : {}),
  });
  console.log(show(figures));
}
