// A camera's live picture on a canvas. It subscribes to pictures only while the canvas is visible.

import { make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import type { CameraInfo } from "./CameraList.js";
import type { LivePicture } from "./LivePictures.js";

export class LiveCanvas {
  readonly element: HTMLCanvasElement;
  readonly camera: CameraInfo;
  /** Called after another picture is drawn. */
  onpaint: () => void = () => {};
  readonly #page: Page;
  readonly #visibility: IntersectionObserver;
  readonly #paint = (): void => this.#draw();
  #end: (() => void) | undefined;
  #shown: LivePicture | undefined;

  constructor(page: Page, camera: CameraInfo) {
    this.#page = page;
    this.camera = camera;
    const { width, height, name } = camera;
    this.element = make("canvas", {
      class: "live-picture",
      width,
      height,
      role: "img",
      "aria-label": `What ${name} sees`,
    });
    this.#visibility = new IntersectionObserver((changes) =>
      this.#setVisible(changes[changes.length - 1].isIntersecting),
    );
    this.#visibility.observe(this.element);
  }

  /** Age of the picture in simulated time, ms; undefined without a picture. */
  get ageMs(): number | undefined {
    return this.#shown && Math.max(0, 1000 * (this.#page.store.time - this.#shown.timeSec));
  }

  get ratePerSec(): number {
    return this.#page.pictures.rateOf(this.camera.name, performance.now());
  }

  /** The received JPEG file. */
  get jpeg(): Blob | undefined {
    return this.#shown?.jpeg;
  }

  dispose(): void {
    this.#visibility.disconnect();
    this.#setVisible(false);
  }

  #setVisible(isVisible: boolean): void {
    const { pictures, updates } = this.#page;
    if (isVisible) this.#end ??= pictures.subscribe(this.camera.name, updates.throttled(this.#paint));
    else {
      this.#end?.();
      this.#end = undefined;
    }
  }

  #draw(): void {
    const picture = this.#page.pictures.newest(this.camera.name);
    if (!picture || picture === this.#shown || !this.#end) return;
    const { bitmap } = picture;
    const { element } = this;
    if (element.width !== bitmap.width) element.width = bitmap.width;
    if (element.height !== bitmap.height) element.height = bitmap.height;
    // opaque, and in main memory, since PixelProbe reads single pixels
    element.getContext("2d", { alpha: false, willReadFrequently: true })?.drawImage(bitmap, 0, 0);
    this.#shown = picture;
    element.dataset.time = picture.timeSec.toFixed(3);
    this.onpaint();
  }
}
