// How long pictures of a scene really take (M8). The cost of a picture (DrawingCost.ts) knows neither how many surfaces lie behind
// each other nor how large they are: a thousand discs in front of each other take ten times as long. So the threads
// measure, and the frame loop draws a picture itself only if pictures of its scene are known to be fast. No pixel depends on it.

import { openSync, readSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { CompiledScene } from "../../render/raster/CompiledScene.js";

/** Of a unit of the cost, µs. */
const UNIT_US = 0.06;
/** Time of a picture that has no cost, µs. */
const FIXED_US = 300;
/** Scenes with fewer instances are fast. */
const FEW_INSTANCES = 64;
/** The slowest picture of a scene counts less with every further picture. */
const FADE = 0.99;

export class DrawingPace {
  readonly #slowness = new WeakMap<CompiledScene, number>();

  /** How many times as long as its cost says a picture may take; Infinity: unknown. */
  slownessOf(scene: CompiledScene): number {
    const known = this.#slowness.get(scene);
    if (known !== undefined) return known;
    return scene.isCompiled !== false && scene.instanceCount <= FEW_INSTANCES ? 1 : Number.POSITIVE_INFINITY;
  }

  /** A picture of this cost took `us` µs. */
  measure(scene: CompiledScene, cost: number, us: number): void {
    const now = Math.max(1, (us - FIXED_US) / (UNIT_US * Math.max(1, cost)));
    this.#slowness.set(scene, Math.max(now, FADE * (this.#slowness.get(scene) ?? 0)));
  }
}

/** Processor time of the calling thread, µs; where the system does not tell it, the time of the clock. */
export function threadClock(): () => number {
  try {
    const [file, text] = [openSync("/proc/thread-self/schedstat", "r"), Buffer.alloc(64)];
    return () => Number(text.toString("latin1", 0, readSync(file, text, 0, 64, 0)).split(" ")[0]) / 1000;
  } catch {
    return () => performance.now() * 1000;
  }
}
