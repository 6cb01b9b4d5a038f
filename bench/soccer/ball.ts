// `npm run soccer-ball`: prints measurements of ball, kicker and dribbler beside the league's models: the tables of docs/soccer.md.

import { BALL_MODEL } from "../../src/leagues/ssl/vision/GeometryPacket.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readArguments } from "../BenchArguments.js";
import { TWO_PHASE } from "./BallCurve.js";
import { gripOf } from "./DribbleMeasures.js";
import { chipOf, kickOf, runOf } from "./KickMeasures.js";
import { dribbleOf, PHASES, passOf, type Range } from "./PhaseMeasures.js";
import { robotText } from "./ScatteredRobot.js";

const TIGERS = robotText("tigers");
/** From their centres to the plates, m. */
const FACES = { ssl: 0.073, tigers: 0.075, "omni-2003": 0.067175, "diff-2003": 0.067175 } as const;
const STEPS = [0.001, 0.002, 0.005];

const row = (first: string, ...cells: (string | number)[]): void =>
  console.log(first.padEnd(24) + cells.map((cell) => String(cell).padStart(12)).join(""));

async function printKicks(): Promise<void> {
  console.log("kicks of a resting ball: speed reached, m/s, and angle, degrees; step 2 ms");
  const speeds = [1, 2, 4, 6, 8];
  row("told", ...speeds.map((speed) => `${speed} m/s`));
  for (const angle of [0, 10, 20, 30, 45, 60, 75, 90]) {
    const cells: string[] = [];
    for (const speed of speeds) {
      const [x, y, z] = await kickOf(TIGERS, FACES.tigers, { speed, angle });
      cells.push(`${Math.hypot(x, y, z).toFixed(2)} ${((Math.atan2(z, y) * 180) / Math.PI).toFixed(1)}°`);
    }
    row(`${angle}°`, ...cells);
  }
}

async function printRuns(): Promise<void> {
  console.log(
    "\nstraight kicks: m/s², share of the kick speed at which rolling begins, sliding distance m, error of the model after 3 s mm",
  );
  row("", "slide", "roll", "switch", "slides", "off, mm");
  row("model", TWO_PHASE.slide.toFixed(3), TWO_PHASE.roll.toFixed(4), TWO_PHASE.switchAt.toFixed(3));
  for (const stepSec of STEPS)
    for (const speed of [2, 4, 6, 8]) {
      const { slide, roll, share, slides, offModel } = await runOf(TIGERS, FACES.tigers, speed, stepSec);
      const cells = [
        slide.toFixed(3),
        roll.toFixed(4),
        share.toFixed(3),
        slides.toFixed(2),
        (1000 * offModel).toFixed(0),
      ];
      row(`${speed} m/s, ${1000 * stepSec} ms`, ...cells);
    }
}

async function printChips(): Promise<void> {
  console.log("\nchips: share of the speed that remains after a landing");
  row("", "xy, first", "xy, others", "z", "hops");
  row("SSL models, from", 0.6, 0.85, 0.42);
  row("SSL models, to", 0.8, 1, 0.7);
  row("ours, sent to teams", BALL_MODEL.dampingXyFirstHop, BALL_MODEL.dampingXyOtherHops, BALL_MODEL.dampingZ);
  for (const stepSec of STEPS)
    for (const angle of [20, 30, 45, 60])
      for (const speed of [3, 6]) {
        const { xyFirst, xyOther, z, hops } = await chipOf(TIGERS, FACES.tigers, { speed, angle }, stepSec);
        const cells = [xyFirst.toFixed(3), xyOther?.toFixed(3) ?? "-", z.toFixed(3), hops];
        row(`${angle}°, ${speed} m/s, ${1000 * stepSec} ms`, ...cells);
      }
}

const RIDES: readonly [string, Vec3][] = [
  ["forward 2 m/s", [2, 0, 0]],
  ["backward 1 m/s", [-1, 0, 0]],
  ["backward 2 m/s", [-2, 0, 0]],
  ["left 1 m/s", [0, 1, 0]],
  ["left 1.5 m/s", [0, 1.5, 0]],
  ["left 2 m/s", [0, 2, 0]],
  ["curve 1 m/s 1.5 rad/s", [1, 0, 1.5]],
  ["turn 3 rad/s", [0, 0, 3]],
  ["turn 4 rad/s", [0, 0, 4]],
  ["turn 5 rad/s", [0, 0, 5]],
  ["turn 6 rad/s", [0, 0, 6]],
  ["turn 8 rad/s", [0, 0, 8]],
];

async function printGrip(): Promise<void> {
  console.log(
    "\na ball at the dribbler: maximum distance from the plate / to a side, mm, during 1.5 s of driving and a stop",
  );
  const columns = [
    ["ssl", 0.001],
    ["ssl", 0.002],
    ["ssl", 0.005],
    ["tigers", 0.002],
    ["omni-2003", 0.002],
    ["diff-2003", 0.002],
  ] as const;
  row("told", ...columns.map(([name, stepSec]) => (name === "ssl" ? `ssl ${1000 * stepSec} ms` : name)));
  for (const [name, told] of RIDES) {
    const cells: string[] = [];
    for (const [robot, stepSec] of columns) {
      if (robot === "diff-2003" && told[1] !== 0) cells.push("");
      else {
        const { isHeld, far, aside } = await gripOf(robotText(robot), FACES[robot], told, stepSec);
        cells.push(isHeld ? `${far.toFixed(1)} / ${aside.toFixed(1)}` : "lost");
      }
    }
    row(name, ...cells);
  }
}

const rangeText = ({ least, mean, most }: Range, digits: number): string =>
  `${least.toFixed(digits)} ${mean.toFixed(digits)} ${most.toFixed(digits)}`;

const SSL = { text: robotText("ssl"), face: FACES.ssl };
const BAR_SPEED = 450;

async function printReceiving(): Promise<void> {
  console.log(
    `\nreceiving, ${PHASES} phases of the step: share of the speed that comes back (least, mean, most), and how often the ball stays`,
  );
  for (const dribbler of [0, BAR_SPEED])
    for (const stepSec of STEPS) {
      const cells: string[] = [];
      for (const speed of [1, 2, 4, 6]) {
        const { back, caught } = await passOf({ ...SSL, speed, angle: 0, stepSec, dribbler });
        cells.push(`${rangeText(back, 3)} ${caught}`.padStart(26));
      }
      row(`${dribbler > 0 ? "bar turns" : "bar rests"}, ${1000 * stepSec} ms`, ...cells);
    }
}

async function printRedirecting(): Promise<void> {
  console.log(`\nredirecting, ${PHASES} phases: share of the speed along the front that is kept; direction, degrees`);
  for (const angle of [30, 45, 60])
    for (const stepSec of STEPS) {
      const cells: string[] = [];
      for (const speed of [2, 4, 6]) {
        const { along, direction } = await passOf({ ...SSL, speed, angle, stepSec, dribbler: 0 });
        cells.push(`${rangeText(along, 3)}; ${rangeText(direction, 1)}`.padStart(36));
      }
      row(`${angle}°, ${1000 * stepSec} ms`, ...cells);
    }
}

async function printDribbling(): Promise<void> {
  console.log(
    `\ndribbling, ${PHASES} phases of the catch at 0.5 m/s: way of the ball at the bar, mm, and how often it is lost`,
  );
  for (const [name, told] of RIDES.slice(0, 4))
    for (const stepSec of STEPS) {
      const { far, lost } = await dribbleOf({ ...SSL, speed: 0.5, stepSec, dribbler: BAR_SPEED }, told);
      row(`${name}, ${1000 * stepSec} ms`, rangeText(far, 1).padStart(20), lost);
    }
}

readArguments(
  "npm run soccer-ball\n\nPrints measurements of ball, kicker and dribbler beside the league's models.",
  {},
);
await printKicks();
await printRuns();
await printChips();
await printGrip();
await printReceiving();
await printRedirecting();
await printDribbling();
