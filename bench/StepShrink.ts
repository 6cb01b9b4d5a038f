// How the result of a scene changes as the step shrinks. The scene runs from its start with its own step and with smaller ones,
// with the same commands at the same times. Printed is how far the bodies are from where the smallest step brings them: a
// consistent method halves that distance, or better, when it halves the step. In scenes with many contacts small differences
// grow by themselves, so only the beginning is compared.

import { readPose } from "../src/physics/Bodies.js";
import type { Physics } from "../src/physics/Physics.js";
import type { Scene } from "./scenes/BenchScene.js";

const SECONDS = 0.3;
/** Divisors of the scene's step; the last one is the reference. */
const DIVISORS = [1, 2, 4, 16] as const;

export interface ShrinkResult {
  readonly stepSec: number;
  /** Root mean square of the distances between the bodies and the reference, m. */
  readonly apart: number;
}

export async function measureShrink(scene: Scene): Promise<ShrinkResult[]> {
  const ends: Float64Array[] = [];
  for (const divisor of DIVISORS) ends.push(await placesAfter(scene, scene.stepSec / divisor));
  const reference = ends[ends.length - 1];
  return DIVISORS.slice(0, -1).map((divisor, i) => ({
    stepSec: scene.stepSec / divisor,
    apart: distance(ends[i], reference),
  }));
}

async function placesAfter(scene: Scene, stepSec: number): Promise<Float64Array> {
  const { physics, control } = await scene.build(stepSec);
  const perFrame = Math.round(scene.frameSec / stepSec);
  const frames = Math.round(SECONDS / scene.frameSec);
  for (let frame = 0; frame < frames; frame++) {
    control(frame);
    for (let i = 0; i < perFrame; i++) physics.step();
  }
  const places = Float64Array.from(positionsOf(physics));
  physics.dispose();
  return places;
}

function* positionsOf(physics: Physics): Iterable<number> {
  for (const name of physics.names) {
    const entity = physics.entity(name);
    if (!entity.isStatic) for (const body of entity.bodies) yield* readPose(physics, name, body.name).position;
  }
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt((3 * sum) / a.length);
}
