// Draws views of a moment in the thread that asks (S3): a memory and one thread of its own. Works in Node and in browsers.

import type { Moment } from "./CompiledScene.js";
import { RasterMemory } from "./RasterMemory.js";
import { loadRasterCode, RasterThread } from "./RasterThread.js";
import type { Channels, RasterPicture, View } from "./View.js";

export class Rasteriser {
  readonly #memory: RasterMemory;
  readonly #thread: RasterThread;
  readonly #scratch: number;
  /** Prepared last; kept until another one comes. */
  #moment: Moment | undefined;
  #momentAt = 0;
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
    return this.#momentAt === 0 ? 0 : this.#memory.countTriangles(this.#scratch, this.#momentAt);
  }

  /** Gives views into memory, good until the next call. */
  draw(moment: Moment, view: View, channels: Channels): RasterPicture {
    this.#memory.removePicture(this.#picture);
    this.#prepare(moment);
    this.#picture = this.#memory.addPicture(this.#momentAt, view, channels);
    this.#memory.fitScratch(this.#scratch, this.#momentAt, this.#picture);
    this.#thread.drawPicture(this.#picture);
    return this.#memory.readPicture(this.#picture);
  }

  #prepare(moment: Moment): void {
    if (moment === this.#moment) return;
    // the new one first: a scene that both share stays where it is
    const before = this.#momentAt;
    this.#momentAt = this.#memory.addMoment(moment);
    this.#memory.removeMoment(before);
    this.#moment = moment;
    this.#memory.fitScratch(this.#scratch, this.#momentAt);
    this.#thread.prepareMoment(this.#momentAt);
  }
}
