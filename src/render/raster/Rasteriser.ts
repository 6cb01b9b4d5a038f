// Draws views of a moment in the thread that asks (S3): a memory and one thread of its own. Works in Node and in browsers.

import type { SceneState } from "./CompiledScene.js";
import { RasterMemory } from "./RasterMemory.js";
import { loadRasterCode, RasterThread } from "./RasterThread.js";
import type { Channels, RasterPicture, View } from "./View.js";

export class Rasteriser {
  readonly #memory: RasterMemory;
  readonly #thread: RasterThread;
  readonly #scratch: number;
  /** Prepared last; kept until another one comes. */
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

  /** Bytes of its memory. */
  get size(): number {
    return this.#memory.size;
  }

  /** Triangles of the last picture, both sides, in the levels of detail that were chosen. */
  get triangles(): number {
    return this.#stateAt === 0 ? 0 : this.#memory.countTriangles(this.#scratch, this.#stateAt);
  }

  /** Gives views into memory, good until the next call. */
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
    // the new one first: a scene that both share stays where it is
    const before = this.#stateAt;
    this.#stateAt = this.#memory.addSceneState(sceneState);
    this.#memory.removeSceneState(before);
    this.#sceneState = sceneState;
    this.#memory.fitScratch(this.#scratch, this.#stateAt);
    this.#thread.prepareSceneState(this.#stateAt);
  }
}
