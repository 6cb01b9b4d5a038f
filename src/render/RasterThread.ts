// One thread's rasteriser: the WebAssembly code over a memory that may be shared with others. All arguments are addresses in
// that memory (RasterMemory.ts), so that work can be handed out as numbers.

import { RASTER_CODE } from "./RasterCode.js";

interface RasterExports {
  prepareMoment(moment: number, scratch: number): void;
  drawPicture(picture: number, scratch: number): void;
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
    const bytes = Uint8Array.from(atob(RASTER_CODE), (c) => c.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
    return new RasterThread(instance.exports as unknown as RasterExports, scratch);
  }

  /** Where everything stands, and the shadows: once for each moment, by any one thread. */
  prepareMoment(moment: number): void {
    this.#code.prepareMoment(moment, this.#scratch);
  }

  /** Of a moment that has been prepared. */
  drawPicture(picture: number): void {
    this.#code.drawPicture(picture, this.#scratch);
  }
}
