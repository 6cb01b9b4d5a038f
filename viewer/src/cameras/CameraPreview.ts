// The picture of a camera that is selected, small, in the inspector.

import type { ViewEntity } from "../../../src/session/view/ViewProtocol.js";
import { make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { camerasOf, describeKind, type SeenCamera } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";
import { Facts } from "./PictureStats.js";

export class Preview {
  readonly element = make("figure", { class: "camera-preview", hidden: true });
  readonly #page: Page;
  #live: LiveCanvas | undefined;
  #facts: Facts | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Of this part, if it is a camera. */
  show(entity: ViewEntity | undefined, part: string | undefined): void {
    const camera = camerasOf(this.#page.store).find(({ robot, sensor }) => robot === entity?.name && sensor === part);
    if (JSON.stringify(camera) === JSON.stringify(this.#live?.camera)) return;
    this.#facts?.dispose();
    this.#live?.dispose();
    this.#live = this.#facts = undefined;
    this.element.hidden = camera === undefined;
    if (camera) this.#begin(camera);
    else this.element.replaceChildren();
  }

  #begin(camera: SeenCamera): void {
    this.#live = new LiveCanvas(this.#page, camera);
    this.#facts = new Facts(this.#page, this.#live);
    const caption = make(
      "figcaption",
      { class: "hint" },
      make("span", {}, describeKind(camera)),
      make("span", { class: "tile-facts" }, this.#facts.age, this.#facts.rate),
    );
    this.element.replaceChildren(this.#live.element, caption);
  }
}
