// Renders pictures in the calling thread, when their bytes are read and not before (S4). The rasteriser and its memory
// are created with the first picture.

import { Rasteriser } from "../raster/Rasteriser.js";
import { loadRasterCode } from "../raster/RasterThread.js";
import type { CameraRenderer, Picture, PictureSpec } from "./Picture.js";
import { prepareFormats } from "./PictureFormat.js";
import { PictureRenderer } from "./PictureRenderer.js";

export class DirectCameraRenderer implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  readonly #pictureRenderer = new PictureRenderer();
  #rasteriser: Rasteriser | undefined;
  #rendered = 0;

  private constructor(code: WebAssembly.Module) {
    this.#code = code;
  }

  static async create(): Promise<DirectCameraRenderer> {
    const [code] = await Promise.all([loadRasterCode(), prepareFormats()]);
    return new DirectCameraRenderer(code);
  }

  get rendered(): number {
    return this.#rendered;
  }

  take(spec: PictureSpec): Picture {
    let bytes: Uint8Array | undefined;
    return {
      spec,
      begin: () => {},
      get isReady() {
        return bytes !== undefined;
      },
      isAway: false,
      bytes: () => {
        bytes ??= this.#render(spec);
        return bytes;
      },
    };
  }

  close(): void {
    this.#rasteriser = undefined;
  }

  #render(spec: PictureSpec): Uint8Array {
    this.#rasteriser ??= Rasteriser.from(this.#code);
    this.#rendered++;
    return this.#pictureRenderer.render(spec, this.#rasteriser);
  }
}
