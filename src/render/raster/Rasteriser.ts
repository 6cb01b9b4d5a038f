// Draws views of a scene state in the calling thread (S3), with its own memory. Works in Node and in browsers.

import type { SceneState } from "./CompiledScene.js";
import { RasterMemory } from "./RasterMemory.js";
import { loadRasterCode, RasterThread } from "./RasterThread.js";
import type { Channels, RasterPicture, View } from "./View.js";

export class Rasteriser {
  readonly #memory: RasterMemory;
  readonly #thread: RasterThread;
  readonly #scratch: number;
  /** The state prepared last. */
  #sceneState: SceneState | undefined;
  #stateAt = 0;
  #picture = 0;

  private constructor(memory: RasterMemory, thread: RasterThread, scratch: number) {
    this.#memory = memory;
    this.#thread = thread;
    this.#scratch = scratch;
  }

  static async create(): Promise<Rasteriser> {
    return Rasteriser.from(await loadRasterCode());
  }

  static from(code: WebAssembly.Module): Rasteriser {
    const memory = new RasterMemory();
    const scratch = memory.addScratch();
    return new Rasteriser(memory, RasterThread.from(code, memory.memory, scratch), scratch);
  }

  /** Size of the memory, bytes. */
  get size(): number {
    return this.#memory.size;
  }

  /** Triangles of the last picture, both sides, at the chosen levels of detail. */
  get triangles(): number {
    return this.#stateAt === 0 ? 0 : this.#memory.countTriangles(this.#scratch, this.#stateAt);
  }

  /** Returns views into the memory, valid until the next call. */
  draw(sceneState: SceneState, view: View, channels: Channels): RasterPicture {
    this.#memory.removePicture(this.#picture);
    this.#prepare(sceneState);
    this.#picture = this.#memory.addPicture(this.#stateAt, view, channels);
    this.#memory.fitScratch(this.#scratch, this.#stateAt, this.#picture);
    this.#thread.drawPicture(this.#picture);
    return this.#memory.readPicture(this.#picture);
  }

  #prepare(sceneState: SceneState): void {
    if (sceneState === this.#sceneState) return;
    // add the new state first, so that a shared scene stays in memory
    const before = this.#stateAt;
    this.#stateAt = this.#memory.addSceneState(sceneState);
    this.#memory.removeSceneState(before);
    this.#sceneState = sceneState;
    this.#memory.fitScratch(this.#scratch, this.#stateAt);
    this.#thread.prepareSceneState(this.#stateAt);
  }
}
