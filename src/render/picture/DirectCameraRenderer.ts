// Takes pictures and develops them in the same thread, when their bytes are asked for and not before (S4). The rasteriser
// and its memory are there from the first picture on.

import { Rasteriser } from "../raster/Rasteriser.js";
import { loadRasterCode } from "../raster/RasterThread.js";
import type { CameraRenderer, Picture, Shot } from "./Picture.js";
import { prepareFormats } from "./PictureFormat.js";
import { ShotRenderer } from "./ShotRenderer.js";

export class DirectCameraRenderer implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  readonly #shotRenderer = new ShotRenderer();
  #rasteriser: Rasteriser | undefined;
  #developed = 0;

  private constructor(code: WebAssembly.Module) {
    this.#code = code;
  }

  static async create(): Promise<DirectCameraRenderer> {
    const [code] = await Promise.all([loadRasterCode(), prepareFormats()]);
    return new DirectCameraRenderer(code);
  }

  get developed(): number {
    return this.#developed;
  }

  take(shot: Shot): Picture {
    let bytes: Uint8Array | undefined;
    return {
      shot,
      begin: () => {},
      get isReady() {
        return bytes !== undefined;
      },
      bytes: () => {
        bytes ??= this.#develop(shot);
        return bytes;
      },
    };
  }

  close(): void {
    this.#rasteriser = undefined;
  }

  #develop(shot: Shot): Uint8Array {
    this.#rasteriser ??= Rasteriser.from(this.#code);
    this.#developed++;
    return this.#shotRenderer.develop(shot, this.#rasteriser);
  }
}
