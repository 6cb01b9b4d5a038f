// Time of every single step of a scene. The scene runs several times, and because every run does the same, the shortest time of
// a step is its cost without collection of garbage, compilation and what else the machine did meanwhile. CPU time would count
// the threads that compile and collect.

import { performance } from "node:perf_hooks";
import type { Scene } from "./scenes/BenchScene.js";

const ROUNDS = 5;
/** Steps of the settling are counted too, except the first ones, in which the code is still being compiled. */
const SKIPPED = 50;

export interface StepTimes {
  /** µs. */
  readonly median: number;
  readonly worst: number;
}

export async function measureSteps(scene: Scene, seconds: number): Promise<StepTimes> {
  const steps = Math.round((scene.settleSec + seconds) / scene.stepSec);
  const perFrame = Math.round(scene.frameSec / scene.stepSec);
  const best = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    const { physics, control } = await scene.build();
    for (let i = 0; i < steps; i++) {
      if (i % perFrame === 0) control(i / perFrame);
      const from = performance.now();
      physics.step();
      best[i] = Math.min(best[i], performance.now() - from);
    }
    physics.dispose();
  }
  const sorted = best.slice(SKIPPED).sort();
  return { median: 1e3 * sorted[sorted.length >> 1], worst: 1e3 * sorted[sorted.length - 1] };
}
