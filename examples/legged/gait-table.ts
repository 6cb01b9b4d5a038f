// `npm run legged-gaits`: what the simulated AIBO and QRIO do, beside the figures of real robots (docs/legged.md): speed against
// command, walk over two metres, sideways, backward and turning, kicks, getting up, pushes. Takes about four minutes; `-- aibo` and
// `-- qrio` print one robot.

import { DEGREE } from "../../src/math/Trigonometry.js";
import { FALLS, type Fall, measureFall } from "./FallTrial.js";
import { type Command, FAST, GAITS, type Gait } from "./Gaits.js";
import { measureKick, measureWalk, type WalkTrial } from "./GaitTrial.js";
import { KICKS } from "./Kick.js";
import { measureQrioPush, measureQrioWalk, QRIO_PUSHES } from "./QrioTrial.js";

/** rUNSWift's FastForward on carpet, 2005: commanded and measured speed, m/s. */
const REAL_SLIP = [
  [0.057, 0.044],
  [0.17, 0.181],
  [0.284, 0.323],
  [0.46, 0.41],
] as const;
/** Largest commands on the real robot: backward and to the side, m/s, and turn, degrees/s. */
const REAL_TOP: Readonly<Record<string, readonly [back: string, side: string, turn: string]>> = {
  PG22: ["0.212", "0.239", "189"],
  PG31: ["0.343", "0.171", "141"],
  FastForward: ["0.290", "0.199", "212"],
};

const STILL: Command = { forward: 0, left: 0, turn: 0 };
const speed = (value: number): string => value.toFixed(3).padStart(8);
const degrees = (value: number): string => (value / DEGREE).toFixed(0).padStart(6);

const wanted = process.argv[2];
if (wanted !== "qrio") await printAibo();
if (wanted !== "aibo") await printQrio();

async function printAibo(): Promise<void> {
  console.log("Speed against command, FastForward, m/s (real: rUNSWift 2005, on carpet)");
  console.log(" command     real  simulated");
  for (const [forward, real] of REAL_SLIP) {
    const trial = await measureWalk(FAST, { ...STILL, forward }, 3);
    console.log(`${speed(forward)} ${speed(real)}   ${speed(trial.forward)}${fallen(trial)}`);
  }

  console.log("\nTwo metres straight ahead at the gait's largest command");
  console.log("gait          command  simulated   heading changes by");
  for (const gait of GAITS) {
    const trial = await measureWalk(gait, { ...STILL, forward: gait.top.forward }, 2 / (0.85 * gait.top.forward));
    const cells = `${speed(gait.top.forward)}   ${speed(trial.forward)}   ${degrees(trial.swerve)} degrees`;
    console.log(`${gait.name.padEnd(12)} ${cells}${fallen(trial)}`);
  }

  console.log(
    "\nBackward, to the left (m/s) and turning on the spot (degrees/s): command, simulated, largest command of the real robot",
  );
  for (const gait of GAITS) await printSides(gait);

  console.log(
    "\nKicks with a front paw, the head and the chest, and a grab with chest and chin: m and degrees to the left",
  );
  for (const kick of KICKS) {
    const { length, direction, fastest } = await measureKick(kick);
    const way = `${length.toFixed(2)} m, ${(direction / DEGREE).toFixed(0)} degrees`;
    console.log(`${kick.padEnd(10)} ${way}, the ball's highest speed ${fastest.toFixed(2)} m/s`);
  }

  console.log("\nGetting up: time until it stands");
  for (const fall of Object.keys(FALLS) as Fall[]) {
    const seconds = await measureFall(fall);
    console.log(`${fall.padEnd(11)} ${seconds === undefined ? "stays down" : `${seconds.toFixed(1)} s`}`);
  }
}

async function printQrio(): Promise<void> {
  console.log(
    "\nQRIO: command and simulated speed, m/s and degrees/s; least cosine of its tilt (real: up to 0.33 m/s on flat ground)",
  );
  const walks: readonly (readonly [string, Command, number])[] = [
    ["forward", { ...STILL, forward: 0.05 }, 10],
    ["forward, 2 m", { ...STILL, forward: 0.1 }, 20],
    ["forward", { ...STILL, forward: 0.15 }, 10],
    ["backward", { ...STILL, forward: -0.05 }, 6],
    ["left", { ...STILL, left: 0.03 }, 6],
    ["turn", { ...STILL, turn: 0.5 }, 6],
  ];
  for (const [name, command, seconds] of walks) {
    const trial = await measureQrioWalk(command, seconds);
    const cells =
      name === "turn"
        ? `${degrees(command.turn)}   ${degrees(trial.turn)}  `
        : `${speed(command.forward || command.left)} ${speed(command.left ? trial.left : trial.forward)}`;
    console.log(`${name.padEnd(13)} ${cells}   ${trial.lowest.toFixed(3)}${fallen(trial)}`);
  }
  console.log("\nQRIO: pushed by 2 N·s while it stands; least cosine of its tilt");
  for (const [name, push] of QRIO_PUSHES) {
    const { lowest, staysUp } = await measureQrioPush(push);
    console.log(`${name.padEnd(24)} ${lowest.toFixed(3)}   ${staysUp ? "stays up" : "falls"}`);
  }
}

async function printSides(gait: Gait): Promise<void> {
  const { top, name } = gait;
  const [realBack, realSide, realTurn] = REAL_TOP[name] ?? ["-", "-", "-"];
  const back = await measureWalk(gait, { ...STILL, forward: -0.2 }, 3);
  const side = await measureWalk(gait, { ...STILL, left: top.left }, 2);
  const turn = await measureWalk(gait, { ...STILL, turn: top.turn }, 3);
  console.log(
    `${name.padEnd(12)} back ${speed(0.2)} ${speed(-back.forward)} ${realBack.padStart(6)}   side ${speed(top.left)} ${speed(side.left)} ` +
      `${realSide.padStart(6)}   turn ${degrees(top.turn)} ${degrees(turn.turn)} ${realTurn.padStart(5)}`,
  );
}

function fallen({ hasFallen }: Pick<WalkTrial, "hasFallen">): string {
  return hasFallen ? "   it fell" : "";
}
