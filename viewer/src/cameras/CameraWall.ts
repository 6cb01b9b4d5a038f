// The wall of all cameras, live (X1): a mode of the page in which the pictures replace the 3D view. Tiles are as large as
// fit. No picture is requested while the wall is closed.

import { button, make, setText } from "../ui/Dom.js";
import { documentLink } from "../ui/guide/DocumentReader.js";
import type { Page } from "../ui/Page.js";
import { CameraCloseUp } from "./CameraCloseUp.js";
import { aspectOf, type CameraInfo, camerasOf } from "./CameraList.js";
import { CameraTile } from "./CameraTile.js";
import { layoutTiles } from "./TileLayout.js";

const GAP = 12;
const CAPTION = 48;
const MIN = 150;
const PADDING = 12;

const EXAMPLE = `<CameraSensor name="Eye">
  <Position>0 0.2 0.4</Position>
</CameraSensor>`;

export class CameraWall {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #count = make("span", { class: "hint number" });
  readonly #list = make("ul", { class: "wall-tiles", "aria-label": "Pictures" });
  readonly #body = make("div", { class: "wall-body" });
  readonly #tiles = new Map<string, CameraTile>();
  #closeUp: CameraCloseUp | undefined;
  #cameras: readonly CameraInfo[] = [];

  constructor(page: Page) {
    this.#page = page;
    this.button = button("Cameras", "camera", () => this.toggle(), {
      text: "Cameras",
      kind: "quiet",
      title: "Pictures of all cameras (C)",
    });
    this.button.setAttribute("aria-pressed", "false");
    // on a phone the button has no text
    this.button.setAttribute("aria-label", "Cameras");
    this.element = make(
      "section",
      { class: "wall", "aria-label": "Cameras", hidden: true, tabindex: -1 },
      make(
        "div",
        { class: "wall-head" },
        make("h2", {}, "Cameras"),
        this.#count,
        button("Close cameras", "close", () => this.close(), { kind: "quiet", title: "Back to the 3D view (Esc)" }),
      ),
      this.#body,
    );
    page.store.on(
      "scene",
      page.updates.throttled(() => this.#build()),
    );
    new ResizeObserver(() => this.#fit()).observe(this.#body);
    addEventListener("popstate", ({ state }) => {
      if (this.isOpen && !(state as { isWall?: boolean } | null)?.isWall) this.#close();
    });
    // after a reload the wall is closed
    if ((history.state as { isWall?: boolean } | null)?.isWall) history.replaceState(null, "");
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  open(): void {
    // the Back button of the browser closes the wall
    if (!this.isOpen) history.pushState({ isWall: true }, "");
    this.#show(true);
    this.#build();
    this.element.focus();
  }

  close(): void {
    if (!this.isOpen) return;
    if ((history.state as { isWall?: boolean } | null)?.isWall) history.back();
    this.#close();
  }

  #close(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#enlarge(undefined);
    this.#show(false);
    this.#build();
    if (hadFocus) this.button.focus();
  }

  /** One step back: from one camera to all, from all to the 3D view. Returns false if the wall is closed. */
  back(): boolean {
    if (!this.isOpen) return false;
    if (this.#closeUp) this.#enlarge(undefined);
    else this.close();
    return true;
  }

  /** While data-wall is set, the style sheet hides the 3D view and its panels. */
  #show(isOpen: boolean): void {
    this.element.hidden = !isOpen;
    this.button.setAttribute("aria-pressed", String(isOpen));
    document.documentElement.toggleAttribute("data-wall", isOpen);
  }

  #build(): void {
    this.#cameras = this.isOpen ? camerasOf(this.#page.store) : [];
    const kinds = new Map(this.#cameras.map((camera) => [camera.name, camera]));
    for (const [name, one] of this.#tiles)
      if (!isSame(kinds.get(name), one.camera)) {
        one.dispose();
        this.#tiles.delete(name);
      }
    if (!this.isOpen) return;
    if (this.#closeUp && !isSame(kinds.get(this.#closeUp.camera.name), this.#closeUp.camera)) {
      this.#page.toasts.show(`${this.#closeUp.camera.name} was removed.`);
      this.#enlarge(undefined);
    }
    const { length } = this.#cameras;
    setText(this.#count, length === 0 ? "" : String(length));
    if (this.#closeUp) return;
    for (const camera of this.#cameras) this.#place(camera);
    this.#body.replaceChildren(length === 0 ? this.#describeEmpty() : this.#list);
    this.#fit();
  }

  /** Inserts the tile in the order of the list. */
  #place(camera: CameraInfo): void {
    const one =
      this.#tiles.get(camera.name) ??
      new CameraTile(this.#page, camera, {
        enlarge: (which) => this.#enlarge(which),
        lookFrom: (which) => this.#lookFrom(which),
      });
    this.#tiles.set(camera.name, one);
    const at = this.#cameras.indexOf(camera);
    if (this.#list.children[at] !== one.element) this.#list.insertBefore(one.element, this.#list.children[at] ?? null);
  }

  /** Undefined shows all cameras again. */
  #enlarge(camera: CameraInfo | undefined): void {
    const before = this.#closeUp;
    before?.dispose();
    this.#closeUp = undefined;
    if (camera) {
      this.#closeUp = new CameraCloseUp(this.#page, camera, {
        back: () => this.back(),
        turn: (by) => this.#turn(by),
        lookFrom: (which) => this.#lookFrom(which),
      });
      this.#body.replaceChildren(this.#closeUp.element);
      this.#closeUp.focus();
    } else if (before) {
      this.#build();
      this.#tiles.get(before.camera.name)?.focus();
    }
  }

  #turn(by: number): void {
    const { length } = this.#cameras;
    const at = this.#cameras.findIndex(({ name }) => name === this.#closeUp?.camera.name);
    this.#enlarge(this.#cameras[(at + by + length) % length]);
  }

  #lookFrom({ robot, sensor }: CameraInfo): void {
    if (robot === undefined) return;
    this.close();
    this.#page.store.select({ entity: robot, part: sensor });
    this.#page.store.set({ camera: "eye" });
  }

  #fit(): void {
    const { length } = this.#cameras;
    const { clientWidth, clientHeight } = this.#body;
    if (length === 0 || clientWidth === 0 || this.#closeUp) return;
    const area = { width: clientWidth - 2 * PADDING, height: clientHeight - 2 * PADDING };
    // the tallest picture decides, so that none is cut off
    const aspect = Math.min(...this.#cameras.map(aspectOf));
    const { columns, size } = layoutTiles(length, area, { aspect, caption: CAPTION, gap: GAP, minWidth: MIN });
    this.#list.style.setProperty("--columns", String(columns));
    this.#list.style.setProperty("--tile", `${size}px`);
    this.#list.style.setProperty("--aspect", String(aspect));
  }

  #describeEmpty(): HTMLElement {
    return make(
      "div",
      { class: "card wall-empty" },
      make("h2", {}, "No cameras in this world"),
      make(
        "p",
        {},
        "Cameras belong to robots. Add one to a ",
        make("code", {}, "Body"),
        " of the robot's XML document, and its pictures appear here.",
      ),
      make("pre", { tabindex: 0, "aria-label": "Example of a camera" }, make("code", {}, EXAMPLE)),
      make("div", { class: "links" }, documentLink("robots", "Robot documents")),
    );
  }
}

const isSame = (a: CameraInfo | undefined, b: CameraInfo): boolean => JSON.stringify(a) === JSON.stringify(b);
