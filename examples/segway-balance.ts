// Balances the paper's Segway over the network. Start a server (`node bin/ubersim.js run`), then
//   node dist/examples/segway-balance.js --script 5:0.03,10:-0.03,15:0 --seconds 20 --trace ride.csv --plot ride.svg
// Without --script drive it with the arrow keys. The control loop is in SegwayRide.ts.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { connect } from "../src/client/index.js";
import { DEGREE } from "../src/math/Trigonometry.js";
import { readLeanScript, watchKeys } from "./LeanScript.js";
import { ride, type Sample } from "./SegwayRide.js";
import { traceToCsv, traceToSvg } from "./SegwayTrace.js";

const USAGE = `Usage: node dist/examples/segway-balance.js [options]
  --document FILE   the robot (default: robots/segway.xml)
  --host HOST       of the server (default: 127.0.0.1)
  --port PORT       (default: 9040)
  --seconds S       of simulated time (default: until q or Ctrl-C)
  --script LEANS    drives by itself: 5:0.03,10:-0.03,15:0 leans 0.03 rad forward at 5 s, back at 10 s, upright at 15 s;
                    added to the balance angle, which the inclinometer has at -0.17 rad
  --trace FILE      writes a table: time, tilt, commanded speed, position
  --plot FILE       draws it, as SVG
Keys: up or w lean forward, down or s back, space upright, q ends.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      document: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "9040" },
      seconds: { type: "string", default: "Infinity" },
      script: { type: "string" },
      trace: { type: "string" },
      plot: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds ${values.seconds}: a number above 0 is needed`);
  const script = values.script === undefined ? undefined : readLeanScript(values.script);
  const document = readFileSync(values.document ?? new URL("../../robots/segway.xml", import.meta.url));
  const robot = await connect({ document, host: values.host, port: Number(values.port) });

  let isOver = false;
  const quit = (): void => {
    isOver = true;
  };
  const keys = script ? undefined : watchKeys(quit);
  process.once("SIGINT", quit);
  const samples: Sample[] = [];
  const look = (sample: Sample): boolean => {
    if (values.trace || values.plot) samples.push(sample);
    else samples[0] = sample;
    if (process.stdout.isTTY && Math.round(sample.time * 1000) % 100 === 0) showLine(sample);
    return isOver;
  };
  try {
    const stands = await ride(robot, { seconds, leanAt: script ?? keys?.leanAt ?? (() => 0), look });
    const { time, place } = samples.at(-1) ?? { time: 0, place: 0 };
    if (process.stdout.isTTY) console.log();
    const ended = robot.endReason ? "The server stopped. " : "";
    console.log(`${ended}${stands ? "Still standing" : "Fell"} after ${time.toFixed(3)} s, at ${place.toFixed(3)} m.`);
    return stands ? 0 : 1;
  } finally {
    keys?.stop();
    await robot.leave();
    if (values.trace) writeFileSync(values.trace, traceToCsv(samples));
    if (values.plot) writeFileSync(values.plot, traceToSvg(samples, `${robot.name}, balanced over the network`));
  }
}

function showLine({ time, tilt, speed, place }: Sample): void {
  const words = [
    `${time.toFixed(1)} s`,
    `tilt ${(tilt / DEGREE).toFixed(2)}°`,
    `${speed.toFixed(2)} m/s`,
    `at ${place.toFixed(2)} m`,
  ];
  process.stdout.write(`\r\x1b[K${words.join("  ")}`);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
