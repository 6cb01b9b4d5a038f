// Scenes at single instants, in the memory that the drawing threads share: each is placed once for all its pictures, and removed after the
// last one.

import type { SceneState } from "../../render/raster/CompiledScene.js";
import type { RasterMemory } from "../../render/raster/RasterMemory.js";
import { MAX_SCENE_STATES, PREPARING, SCENE_STATES_AT, UNPREPARED } from "./CameraJob.js";

interface PlacedState {
  /** Address in the memory. */
  readonly at: number;
  readonly slot: number;
  /** Pictures that need it. */
  jobs: number;
}

export class SceneStates {
  /** States of jobs and scene states, shared with the threads. */
  readonly #states: Int32Array;
  readonly #placed = new Map<SceneState, PlacedState>();

  constructor(states: Int32Array) {
    this.#states = states;
  }

  /** Undefined: all slots are taken. */
  place(sceneState: SceneState, memory: RasterMemory): PlacedState | undefined {
    const known = this.#placed.get(sceneState);
    if (known) return known;
    const taken = new Set([...this.#placed.values()].map(({ slot }) => slot));
    const slot = Array.from({ length: MAX_SCENE_STATES }, (_, i) => i).find((i) => !taken.has(i));
    if (slot === undefined) return undefined;
    const placed: PlacedState = { at: memory.addSceneState(sceneState), slot, jobs: 0 };
    Atomics.store(this.#states, SCENE_STATES_AT + slot, UNPREPARED);
    this.#placed.set(sceneState, placed);
    this.#removeUnused(memory);
    return placed;
  }

  /** A picture of it is drawn or given up. */
  release(sceneState: SceneState, memory: RasterMemory): void {
    const placed = this.#placed.get(sceneState);
    if (placed && --placed.jobs === 0) this.#removeUnused(memory);
  }

  /** Removes unused states except the newest, which keeps the scene in memory for the next one. */
  #removeUnused(memory: RasterMemory): void {
    const newest = [...this.#placed.keys()].at(-1);
    for (const [sceneState, { at, jobs }] of this.#placed) {
      if (jobs > 0 || sceneState === newest) continue;
      memory.removeSceneState(at);
      this.#placed.delete(sceneState);
    }
  }

  /** States that a thread was preparing when it ended are never used again. */
  forgetPreparing(): void {
    for (const [sceneState, { slot }] of this.#placed)
      if (Atomics.load(this.#states, SCENE_STATES_AT + slot) === PREPARING) this.#placed.delete(sceneState);
  }

  /** With its memory. */
  clear(): void {
    this.#placed.clear();
  }
}
