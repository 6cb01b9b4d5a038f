// A thread of the gait search: measures the gaits that it is sent, one after the other.

import { parentPort } from "node:worker_threads";
import type { Gait } from "./Gaits.js";
import { measureWalk } from "./GaitTrial.js";

export interface GaitTask {
  readonly index: number;
  readonly gait: Gait;
  /** Moments of the cycle at which the walk starts, s; the score is the worst of them. */
  readonly delays: readonly number[];
}

/** Length of a walk, s. */
const SECONDS = 2;

parentPort?.on("message", async ({ index, gait, delays }: GaitTask) => {
  let score = Number.POSITIVE_INFINITY;
  for (const delay of delays) score = Math.min(score, await scoreOf(gait, delay));
  parentPort?.postMessage({ index, score });
});

/** m/s forward, less for a walk that swerves, drifts, leans or falls. */
async function scoreOf(gait: Gait, delay: number): Promise<number> {
  const command = { forward: gait.top.forward, left: 0, turn: 0 };
  const { forward, left, swerve, lowest, hasFallen } = await measureWalk(gait, command, SECONDS, delay);
  // a robot that falls at once has no speed
  if (hasFallen) return -1;
  return forward - 0.3 * swerve - 0.5 * Math.abs(left) - 0.2 * (1 - lowest);
}
