// One camera on the wall: its picture, a click enlarges it; its name, what kind of pictures it takes, and how fresh they are.

import { button, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { aspectOf, describeKind, type SeenCamera } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";
import { Facts } from "./PictureStats.js";

export interface TileActions {
  enlarge(camera: SeenCamera): void;
  lookFrom(camera: SeenCamera): void;
}

export class Tile {
  readonly element: HTMLElement;
  readonly camera: SeenCamera;
  readonly #live: LiveCanvas;
  readonly #facts: Facts;

  constructor(page: Page, camera: SeenCamera, actions: TileActions) {
    this.camera = camera;
    this.#live = new LiveCanvas(page, camera);
    this.#facts = new Facts(page, this.#live);
    const { name, robot } = camera;
    this.#live.element.style.aspectRatio = String(aspectOf(camera));
    const picture = make(
      "button",
      { type: "button", class: "tile-picture", "aria-label": `Enlarge ${name}`, title: "Enlarge" },
      this.#live.element,
    );
    picture.addEventListener("click", () => actions.enlarge(camera));
    const eye = button(`Look from ${name}`, "view", () => actions.lookFrom(camera), {
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
        make("div", { class: "tile-name" }, make("b", {}, name), make("span", { class: "hint" }, describeKind(camera))),
        make("div", { class: "tile-facts hint" }, this.#facts.age, this.#facts.rate),
        ...(robot === undefined ? [] : [eye]),
      ),
    );
  }

  focus(): void {
    this.element.querySelector<HTMLElement>(".tile-picture")?.focus();
  }

  dispose(): void {
    this.#facts.dispose();
    this.#live.dispose();
    this.element.remove();
  }
}
