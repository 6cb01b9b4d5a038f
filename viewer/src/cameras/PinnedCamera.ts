// A camera's picture over the 3D view: small, and large after a click. One at a time; the inspector and the camera wall pin it.

import { button, make, setText } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { aspectOf, type CameraInfo, camerasOf } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";

export class PinnedCamera {
  readonly element = make("figure", { class: "pinned", hidden: true });
  readonly #page: Page;
  #live: LiveCanvas | undefined;

  constructor(page: Page) {
    this.#page = page;
    page.store.on(
      "scene",
      page.updates.throttled(() => this.#check()),
    );
  }

  /** Pins this camera, or unpins it. */
  toggle(camera: CameraInfo): void {
    if (this.#live?.camera.name === camera.name) this.#show(undefined);
    else this.#show(camera);
  }

  /** The camera may have left. */
  #check(): void {
    const name = this.#live?.camera.name;
    if (name !== undefined && !camerasOf(this.#page.store).some((camera) => camera.name === name))
      this.#show(undefined);
  }

  #show(camera: CameraInfo | undefined): void {
    this.#live?.dispose();
    this.#live = camera && new LiveCanvas(this.#page, camera);
    this.element.hidden = camera === undefined;
    if (!camera || !this.#live) {
      this.element.replaceChildren();
      return;
    }
    const name = make("figcaption", {});
    setText(name, camera.name);
    const grow = make(
      "button",
      {
        type: "button",
        class: "pinned-picture",
        "aria-label": `Picture of ${camera.name}: larger or smaller`,
        onclick: () => this.element.toggleAttribute("data-large"),
      },
      this.#live.element,
    );
    this.element.style.setProperty("--aspect", String(aspectOf(camera)));
    const close = button("Unpin the camera", "close", () => this.#show(undefined), { kind: "quiet small" });
    this.element.replaceChildren(grow, make("div", { class: "pinned-foot" }, name, close));
  }
}
