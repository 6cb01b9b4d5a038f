// One camera on the wall: its picture (a click enlarges it), name, format, age and rate.

import { button, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { aspectOf, type CameraInfo, describeFormat } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";
import { PictureStats } from "./PictureStats.js";

interface CameraTileActions {
  enlarge(camera: CameraInfo): void;
  lookFrom(camera: CameraInfo): void;
}

export class CameraTile {
  readonly element: HTMLElement;
  readonly camera: CameraInfo;
  readonly #live: LiveCanvas;
  readonly #stats: PictureStats;

  constructor(page: Page, camera: CameraInfo, actions: CameraTileActions) {
    this.camera = camera;
    this.#live = new LiveCanvas(page, camera);
    this.#stats = new PictureStats(page, this.#live);
    const { name, robot } = camera;
    this.#live.element.style.aspectRatio = String(aspectOf(camera));
    const picture = make(
      "button",
      { type: "button", class: "tile-picture", "aria-label": `Enlarge ${name}`, title: "Enlarge" },
      this.#live.element,
    );
    picture.addEventListener("click", () => actions.enlarge(camera));
    const lookFrom = button(`Look from ${name}`, "view", () => actions.lookFrom(camera), {
      kind: "quiet small",
      title: "Look from here",
    });
    this.element = make(
      "li",
      { class: "camera-tile", "data-camera": name },
      picture,
      make(
        "div",
        { class: "tile-caption" },
        make(
          "div",
          { class: "tile-name" },
          make("b", {}, name),
          make("span", { class: "hint" }, describeFormat(camera)),
        ),
        make("div", { class: "tile-facts hint" }, this.#stats.age, this.#stats.rate),
        ...(robot === undefined ? [] : [lookFrom]),
      ),
    );
  }

  focus(): void {
    this.element.querySelector<HTMLElement>(".tile-picture")?.focus();
  }

  dispose(): void {
    this.#stats.dispose();
    this.#live.dispose();
    this.element.remove();
  }
}
