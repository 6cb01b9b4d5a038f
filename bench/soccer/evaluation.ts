// The evaluation of the 2003 paper, extended: `npm run soccer-evaluation`. Prints tables, writes three plots to docs/pictures.
//   1 acceleration at 2 m/s², differential robot, 5 slightly different robots        2 figure of eight at 0.8 m/s, the same robots
//   3 where wheels begin to slip                                                      4 a ball's speed against the two-phase model

import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { drawLinePlot, type Line, type Panel } from "../../examples/LinePlot.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { readArguments } from "../BenchArguments.js";
import { accelerate } from "./AccelerationTrial.js";
import { ballCurve, modelSpeed } from "./BallCurve.js";
import { driveEight, EIGHT_RADIUS, eightAt } from "./EightTrial.js";
import { robotText, scatter, withValues } from "./ScatteredRobot.js";

const HELP = `npm run soccer-evaluation -- [options]

Repeats the evaluation of the 2003 paper: prints tables and writes three plots.

  --trials N     robots with scattered parameters; default 5
  --seed N       default 1
  --out FOLDER   of the plots; default docs/pictures
  --help         print this`;

const { values } = readArguments(HELP, {
  options: {
    trials: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
});
const out = values.out ? pathToFileURL(`${values.out}/`) : new URL("../../../docs/pictures/", import.meta.url);
const seed = new RandomStream(Number(values.seed));
const trials = Array.from({ length: Number(values.trials) }, (_, i) => i + 1);
const COLORS = ["#2a6fb0", "#b5542a", "#3c8c4f", "#8a4fa8", "#a08820"];
const colorOf = (i: number): string => COLORS[i % COLORS.length];
const row = (...cells: (string | number)[]): void =>
  console.log(cells.map((cell) => String(cell).padStart(14)).join(""));

function write(name: string, svg: string): void {
  writeFileSync(new URL(name, out), svg);
  console.log(`${name} written\n`);
}

async function evaluateAcceleration(): Promise<void> {
  console.log("1  diff-2003 accelerates to 1.2 m/s at 2 m/s², then stops; robots differ by a few per cent");
  row("trial", "up m/s²", "down m/s²", "slip m/s");
  const lines: Line[] = [{ points: rampOf(1.2, 2), color: "#999", name: "asked" }];
  for (const i of trials) {
    const text = scatter(robotText("diff-2003"), seed.split(`acceleration-${i}`));
    const { curve, acceleration, braking, maxSlip } = await accelerate(text, { speed: 1.2, asked: 2, seconds: 1 });
    row(i, acceleration.toFixed(3), braking.toFixed(3), maxSlip.toFixed(3));
    lines.push({ points: curve, color: colorOf(i - 1), name: `robot ${i}` });
  }
  const panels = [{ label: "speed, m/s", lines }];
  write(
    "soccer-acceleration.svg",
    drawLinePlot({ title: "Differential robot, 2 m/s²", xLabel: "time, s", panels, height: 260 }),
  );
}

const rampOf = (speed: number, slope: number): [number, number][] => [
  [0, 0],
  [speed / slope, speed],
  [1, speed],
  [1 + speed / slope, 0],
  [2, 0],
];

async function evaluateEight(): Promise<void> {
  console.log(
    `2  diff-2003, figure of eight of two circles of ${EIGHT_RADIUS} m at 0.8 m/s, seen 100 ms late at 30 Hz`,
  );
  row("trial", "speed m/s", "lap s", "rms error mm", "most mm");
  const eight = Array.from({ length: 401 }, (_, k): [number, number] => {
    const { x, y } = eightAt((k / 400) * 4 * Math.PI * EIGHT_RADIUS);
    return [x, y];
  });
  const lines: Line[] = [{ points: eight, color: "#999", name: "asked" }];
  for (const i of trials) {
    const stream = seed.split(`eight-${i}`);
    const trial = await driveEight(scatter(robotText("diff-2003"), stream.split("robot")), stream.split("eyes"));
    const millimetres = (x: number): string => (1000 * x).toFixed(1);
    row(
      i,
      trial.meanSpeed.toFixed(3),
      trial.lapSec.toFixed(2),
      millimetres(trial.rmsError),
      millimetres(trial.maxError),
    );
    lines.push({ points: trial.path, color: colorOf(i - 1), name: `robot ${i}` });
  }
  const panels = [{ label: "y, m", lines }];
  write("soccer-eight.svg", drawLinePlot({ title: "Figure of eight at 0.8 m/s", xLabel: "x, m", panels, height: 420 }));
}

/** Commanded acceleration, m/s². */
const ASKED = [1, 2, 3, 4, 5, 6, 7, 8, 10];
const SLIPPING = ["diff-2003", "omni-2003", "ssl", "tigers"];

/** Motors without a limit: the result depends on grip alone. */
const STRONG = { MOTOR_TORQUE: [2], MOTOR_SPEED: [300], LIMIT_SPEED: [6, 100] };

async function evaluateSlip(): Promise<void> {
  console.log(
    "3  accelerates forward to 1.5 m/s with motors that are strong enough: acceleration that the grip allows, m/s²",
  );
  row("asked", ...SLIPPING.flatMap((name) => [name, "slip m/s"]));
  const got = new Map<string, [number, number][]>(SLIPPING.map((name) => [name, []]));
  for (const asked of ASKED) {
    const cells: string[] = [];
    for (const name of SLIPPING) {
      const strong = withValues(robotText(name), STRONG);
      const { acceleration, maxSlip } = await accelerate(strong, { speed: 1.5, asked, seconds: 1.6 });
      got.get(name)?.push([asked, acceleration]);
      cells.push(acceleration.toFixed(2), maxSlip.toFixed(2));
    }
    row(asked, ...cells);
  }
  const asked: Line = { points: ASKED.map((a) => [a, a] as const), color: "#999", name: "asked" };
  const lines = SLIPPING.map((name, i): Line => ({ points: got.get(name) ?? [], color: colorOf(i), name, dots: true }));
  const panels = [{ label: "got, m/s²", lines: [asked, ...lines] }];
  write(
    "soccer-slip.svg",
    drawLinePlot({ title: "Where wheels begin to slip", xLabel: "asked, m/s²", panels, height: 260 }),
  );
}

async function evaluateBall(): Promise<void> {
  console.log("4  a ball without spin against the two-phase model (-3.0, -0.3 m/s², switch at 2/3)");
  row("kick m/s", "worst m/s", "rms m/s", "roll m", "model m");
  const panels: Panel[] = [];
  for (const [i, kick] of [2, 4, 6, 8].entries()) {
    const curve = await ballCurve(kick, 6);
    const errors = curve.map(([t, v]) => v - modelSpeed(kick, t));
    const worst = errors.reduce((most, e) => Math.max(most, Math.abs(e)), 0);
    const rms = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
    const way = (speed: (t: number, v: number) => number): number =>
      curve.reduce((sum, [t, v]) => sum + 0.002 * speed(t, v), 0);
    row(
      kick,
      worst.toFixed(3),
      rms.toFixed(4),
      way((_, v) => v).toFixed(3),
      way((t) => modelSpeed(kick, t)).toFixed(3),
    );
    const model = curve.map(([t]): [number, number] => [t, modelSpeed(kick, t)]);
    panels.push({
      label: `kicked at ${kick} m/s: speed, m/s`,
      lines: [
        { points: model, color: "#999", name: "model" },
        { points: curve, color: colorOf(i), name: "here" },
      ],
    });
  }
  write(
    "soccer-ball.svg",
    drawLinePlot({ title: "A ball slides, then rolls", xLabel: "time, s", panels, height: 110 }),
  );
}

mkdirSync(out, { recursive: true });
await evaluateAcceleration();
await evaluateEight();
await evaluateSlip();
await evaluateBall();
