// One thread's rasteriser: the WebAssembly code over a memory that may be shared with others. All arguments are addresses in
// that memory (RasterMemory.ts), so that work can be handed out as numbers.

import { RASTER_CODE } from "./RasterCode.js";

interface RasterExports {
  prepareSceneState(sceneState: number, scratch: number): void;
  drawPicture(picture: number, scratch: number): void;
}

let loaded: Promise<WebAssembly.Module> | undefined;

/** Compiled once, for all threads that are made from it here. */
export function loadRasterCode(): Promise<WebAssembly.Module> {
  loaded ??= WebAssembly.compile(Uint8Array.from(atob(RASTER_CODE), (c) => c.charCodeAt(0)));
  return loaded;
}

export class RasterThread {
  readonly #code: RasterExports;
  /** Of this thread alone. */
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

  /** Where everything stands, and the shadows: once for each moment, by any one thread. */
  prepareSceneState(sceneState: number): void {
    this.#code.prepareSceneState(sceneState, this.#scratch);
  }

  /** Of a moment that has been prepared. */
  drawPicture(picture: number): void {
    this.#code.drawPicture(picture, this.#scratch);
  }
}
