// The WebAssembly rasteriser of one thread, on a memory that threads may share. All arguments are addresses in that
// memory (RasterMemory.ts), so jobs can be passed as numbers.

import { RASTER_CODE } from "./RasterCode.js";

interface RasterExports {
  prepareSceneState(sceneState: number, scratch: number): void;
  drawPicture(picture: number, scratch: number): void;
}

let loaded: Promise<WebAssembly.Module> | undefined;

/** Compiled once per process. */
export function loadRasterCode(): Promise<WebAssembly.Module> {
  loaded ??= WebAssembly.compile(Uint8Array.from(atob(RASTER_CODE), (c) => c.charCodeAt(0)));
  return loaded;
}

export class RasterThread {
  readonly #code: RasterExports;
  /** Scratch memory of this thread. */
  readonly #scratch: number;

  private constructor(code: RasterExports, scratch: number) {
    this.#code = code;
    this.#scratch = scratch;
  }

  static async create(memory: WebAssembly.Memory, scratch: number): Promise<RasterThread> {
    return RasterThread.from(await loadRasterCode(), memory, scratch);
  }

  static from(code: WebAssembly.Module, memory: WebAssembly.Memory, scratch: number): RasterThread {
    const { exports } = new WebAssembly.Instance(code, { env: { memory } });
    return new RasterThread(exports as unknown as RasterExports, scratch);
  }

  /** Computes instance poses and the shadow map; called once for each state, by any one thread. */
  prepareSceneState(sceneState: number): void {
    this.#code.prepareSceneState(sceneState, this.#scratch);
  }

  /** Draws a picture of a prepared state. */
  drawPicture(picture: number): void {
    this.#code.drawPicture(picture, this.#scratch);
  }
}
