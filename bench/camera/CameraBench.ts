// `npm run bench -- camera [part]`: what pictures cost (S4). three: beside three.js in the same run; table: sizes, cameras and
// triangles; soccer: 22 robots with a camera each, physics included. docs/performance.md keeps what was measured.

import type { Say } from "./BenchTable.js";
import { printCameraTable } from "./CameraTable.js";
import { runSoccerCameras } from "./SoccerRun.js";
import { compareWithThree } from "./ThreeComparison.js";

export interface CameraBenchOptions {
  /** Only this one: three, table or soccer. */
  readonly part: string | undefined;
  /** Simulated, of the soccer world. */
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
    say(`no part called "${part}"; there are: ${Object.keys(PARTS).join(", ")}`);
    process.exitCode = 1;
    return;
  }
  for (const [name, run] of Object.entries(PARTS))
    if ((part === undefined || part === name) && !(await run(options))) process.exitCode = 1;
}
