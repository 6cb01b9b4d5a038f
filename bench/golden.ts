// `npm run golden`: prints the hashes that test/golden/hashes.json holds; with --write puts them there. Do that only
// when the physics was meant to change, and say so in the changelog: on another machine a difference is a defect.

import { writeFileSync } from "node:fs";
import { runMatch } from "./repeat/MatchRun.js";
import { runRepeat } from "./repeat/RepeatWorld.js";
import { runRobots } from "./repeat/RobotRun.js";

export const GOLDEN_RUNS = {
  "1 ms": { steps: 10_000, stepSec: 0.001 },
  "2 ms": { steps: 3_000, stepSec: 0.002 },
} as const;

const found: Record<string, { hashes: readonly string[]; last: string }> = {};
for (const [name, options] of Object.entries(GOLDEN_RUNS)) {
  found[name] = await runRepeat(options);
  console.log(`${name}: ${found[name].last} after ${options.steps} steps`);
}
export const ROBOT_FRAMES = 2000;
found.robots = await runRobots(ROBOT_FRAMES);
console.log(`robots with devices: ${found.robots.last} after ${ROBOT_FRAMES} frames`);
found.match = await runMatch();
console.log(`soccer match: ${found.match.last}`);
if (process.argv.includes("--write")) {
  writeFileSync(new URL("../../test/golden/hashes.json", import.meta.url), `${JSON.stringify(found, null, 2)}\n`);
  console.log("written to test/golden/hashes.json");
}
