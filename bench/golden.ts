// `npm run golden`: prints the golden hashes of test/golden/hashes.json; with --write it writes them. Write them only after an
// intended change of the physics, and record the change in the changelog: a difference between two machines is a defect.

import { writeFileSync } from "node:fs";
import { readArguments } from "./BenchArguments.js";
import { runMatch } from "./repeat/MatchRun.js";
import { runRepeat } from "./repeat/RepeatWorld.js";
import { runRobots } from "./repeat/RobotRun.js";

const HELP = `npm run golden -- [--write]

Runs the worlds of the golden hashes and prints their last hashes.

  --write   write all hashes to test/golden/hashes.json
  --help    print this`;

const { values } = readArguments(HELP, { options: { write: { type: "boolean", default: false } } });

const GOLDEN_RUNS = {
  "1 ms": { steps: 10_000, stepSec: 0.001 },
  "2 ms": { steps: 3_000, stepSec: 0.002 },
} as const;

const found: Record<string, { hashes: readonly string[]; last: string }> = {};
for (const [name, options] of Object.entries(GOLDEN_RUNS)) {
  found[name] = await runRepeat(options);
  console.log(`${name}: ${found[name].last} after ${options.steps} steps`);
}
const ROBOT_FRAMES = 2000;
found.robots = await runRobots(ROBOT_FRAMES);
console.log(`robots with devices: ${found.robots.last} after ${ROBOT_FRAMES} frames`);
found.match = await runMatch();
console.log(`soccer match: ${found.match.last}`);
if (values.write) {
  writeFileSync(new URL("../../test/golden/hashes.json", import.meta.url), `${JSON.stringify(found, null, 2)}\n`);
  console.log("written to test/golden/hashes.json");
}
