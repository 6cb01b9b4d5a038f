// A Segway that follows the orange ball with its own camera, with 100 ms latency, and shows its picture. Start the garden
// (`node bin/ubersim.js run ball-chase`), then
//   node dist/examples/segway-follow.js
// The control loop is in BallChaser.ts. With --measure it starts its own server and prints a table.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "../src/client/index.js";
import { DEGREE } from "../src/math/Trigonometry.js";
import { encodePng } from "../src/render/picture/PngPicture.js";
import { BallChaser, type Look } from "./BallChaser.js";
import { type FollowTrial, followerDocument, measureFollowing } from "./FollowTrial.js";
import { drawInTerminal } from "./TerminalPicture.js";

const USAGE = `Usage: node dist/examples/segway-follow.js [options]
  --document FILE   the robot (default: robots/segway-follower.xml)
  --host HOST       of the server (default: 127.0.0.1)
  --port PORT       (default: 9040)
  --seconds S       of simulated time (default: until Ctrl-C)
  --save DIR        writes every picture there, as PNG
  --quiet           shows no picture
  --no-stamp        takes every picture for one of this very moment, to see what that does
  --measure         a table: how well it follows with pictures 0, 100 and 200 ms late, with and without their time
                    of capture, for --seconds each (default: 60)`;

const options = {
  document: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "9040" },
  seconds: { type: "string" },
  save: { type: "string" },
  quiet: { type: "boolean", default: false },
  "no-stamp": { type: "boolean", default: false },
  measure: { type: "boolean", default: false },
  help: { type: "boolean", short: "h" },
} as const;

/** Tilt from which it cannot recover, rad. */
const FALLEN = 1;
/** Interval of pictures in the terminal, ms of wall time. */
const SHOW_MS = 100;
const MAX_COLUMNS = 80;

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const seconds = Number(values.seconds ?? (values.measure ? 60 : "Infinity"));
  if (!(seconds > 0)) throw new Error(`--seconds ${values.seconds}: a number above 0 is needed`);
  if (values.measure) return measure(seconds);
  const document = values.document === undefined ? followerDocument() : readFileSync(values.document);
  const robot = await connect({ document, host: values.host, port: Number(values.port) });
  let isOver = false;
  process.once("SIGINT", () => {
    isOver = true;
  });
  const show = values.quiet || !process.stdout.isTTY ? () => {} : terminalShow();
  const save = values.save === undefined ? () => {} : pictureSaver(values.save);
  const chaser = new BallChaser({ usesStamp: !values["no-stamp"] });
  let [pictures, shown, time, stands] = [0, 0, 0, true];
  try {
    await robot.drive((frame) => {
      const look = chaser.step(robot, frame);
      time = frame.time - robot.hello.time;
      stands = Math.abs(frame.number("Incmeter")) < FALLEN;
      if (look) {
        pictures++;
        if (look.blob) shown++;
        show(look, time);
        save(look, pictures);
      }
      return isOver || !stands || time >= seconds;
    });
  } finally {
    await robot.leave();
  }
  const ended = robot.endReason ? "The server stopped. " : "";
  const share = pictures === 0 ? 0 : (100 * shown) / pictures;
  console.log(
    `${ended}${stands ? "Still standing" : "Fell"} after ${time.toFixed(3)} s, ${ballWords(pictures, share)}.`,
  );
  return stands ? 0 : 1;
}

const ballWords = (pictures: number, share: number): string =>
  `the ball in ${share.toFixed(1)} % of ${pictures} pictures`;

/** Draws over the previous picture. */
function terminalShow(): (look: Look, time: number) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  process.stdout.write("\x1b[2J");
  return ({ picture, blob }, time) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < SHOW_MS) return;
    lastMs = nowMs;
    const columns = Math.min(MAX_COLUMNS, process.stdout.columns ?? MAX_COLUMNS);
    const words = blob ? `ball at ${blob.column.toFixed(0)}, ${blob.row.toFixed(0)}` : "no ball in sight: looks for it";
    process.stdout.write(`\x1b[H${drawInTerminal(picture, columns, blob)}\n\x1b[K${time.toFixed(1)} s  ${words}\n`);
  };
}

function pictureSaver(directory: string): (look: Look, count: number) => void {
  mkdirSync(directory, { recursive: true });
  return ({ picture }, count) => {
    const { bytes, width, height } = picture;
    writeFileSync(join(directory, `${String(count).padStart(5, "0")}.png`), encodePng(bytes, width, height));
  };
}

async function measure(seconds: number): Promise<number> {
  console.log("pictures   capture time   distance error   bearing error   ball in view");
  let fell = 0;
  for (const usesStamp of [true, false])
    for (const latencyMs of [0, 100, 200]) {
      const trial = await measureFollowing({ latencyMs, seconds, usesStamp });
      if (trial.fellAt !== undefined) fell++;
      console.log(showRow(trial));
    }
  return fell === 0 ? 0 : 1;
}

function showRow({ latencyMs, usesStamp, distanceError, bearingError, inView, fellAt }: FollowTrial): string {
  const head = `${String(latencyMs).padStart(5)} ms   ${(usesStamp ? "used" : "ignored").padEnd(12)}`;
  if (fellAt !== undefined) return `${head}   fell after ${fellAt.toFixed(2)} s`;
  const cells = [
    `${distanceError.toFixed(3)} m`.padStart(14),
    `${(bearingError / DEGREE).toFixed(2)}°`.padStart(13),
    `${(100 * inView).toFixed(1)} %`.padStart(12),
  ];
  return `${head}   ${cells.join("   ")}`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
