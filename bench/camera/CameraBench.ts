// `npm run bench -- camera [part]`: cost of pictures (S4). three: compared with three.js in the same run; table: sizes,
// numbers of cameras and triangles; soccer: 22 robots with a camera each, with physics. Results: docs/performance.md.

import type { Say } from "./BenchTable.js";
import { printCameraTable } from "./CameraTable.js";
import { runSoccerCameras } from "./SoccerRun.js";
import { compareWithThree } from "./ThreeComparison.js";

interface CameraBenchOptions {
  /** Runs only this part: three, table or soccer. Default all. */
  readonly part: string | undefined;
  /** Simulated time of the soccer world, s. */
  readonly seconds: number;
  readonly rounds: number;
  readonly say: Say;
}

const FRAMES = 40;
const STEPS = 20;

const PARTS: Readonly<Record<string, (options: CameraBenchOptions) => Promise<boolean>>> = {
  three: ({ rounds, say }) => compareWithThree({ frames: FRAMES, rounds, say }),
  table: async ({ say }) => {
    await printCameraTable({ steps: STEPS, say });
    return true;
  },
  soccer: ({ seconds, say }) => runSoccerCameras({ seconds, say }),
};

export async function runCameraBench(options: CameraBenchOptions): Promise<void> {
  const { part, say } = options;
  if (part !== undefined && !(part in PARTS)) {
    say(`unknown part "${part}"; allowed: ${Object.keys(PARTS).join(", ")}`);
    process.exitCode = 1;
    return;
  }
  for (const [name, run] of Object.entries(PARTS))
    if ((part === undefined || part === name) && !(await run(options))) process.exitCode = 1;
}
