// Small live picture of the selected camera, in the inspector.

import type { ViewEntity } from "../../../src/session/view/ViewProtocol.js";
import { button, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { type CameraInfo, camerasOf, describeFormat } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";
import { PictureStats } from "./PictureStats.js";

export class CameraPreview {
  readonly element = make("figure", { class: "camera-preview", hidden: true });
  readonly #page: Page;
  #live: LiveCanvas | undefined;
  #stats: PictureStats | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows the picture of this part if it is a camera, else nothing. */
  show(entity: ViewEntity | undefined, part: string | undefined): void {
    const camera = camerasOf(this.#page.store).find(({ robot, sensor }) => robot === entity?.name && sensor === part);
    if (JSON.stringify(camera) === JSON.stringify(this.#live?.camera)) return;
    this.#stats?.dispose();
    this.#live?.dispose();
    this.#live = this.#stats = undefined;
    this.element.hidden = camera === undefined;
    if (camera) this.#begin(camera);
    else this.element.replaceChildren();
  }

  #begin(camera: CameraInfo): void {
    this.#live = new LiveCanvas(this.#page, camera);
    this.#stats = new PictureStats(this.#page, this.#live);
    const caption = make(
      "figcaption",
      { class: "hint" },
      make("span", {}, describeFormat(camera)),
      make("span", { class: "tile-facts" }, this.#stats.age, this.#stats.rate),
      button("Show over the scene", "pin", () => this.#page.pinned.toggle(camera), { kind: "quiet small" }),
    );
    this.element.replaceChildren(this.#live.element, caption);
  }
}
