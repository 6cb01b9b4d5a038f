// One camera as large as the page allows. Pixels can be read and the picture can be saved.

import { button, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { type CameraInfo, describeFormat } from "./CameraList.js";
import { LiveCanvas } from "./LiveCanvas.js";
import { PictureStats } from "./PictureStats.js";
import { PixelProbe } from "./PixelProbe.js";

interface CameraCloseUpActions {
  /** Returns to all cameras. */
  back(): void;
  /** Shows the previous (-1) or next (1) camera. */
  turn(by: number): void;
  lookFrom(camera: CameraInfo): void;
}

export class CameraCloseUp {
  readonly element: HTMLElement;
  readonly camera: CameraInfo;
  readonly #page: Page;
  readonly #live: LiveCanvas;
  readonly #stats: PictureStats;
  readonly #probe: PixelProbe;
  readonly #back: HTMLButtonElement;
  readonly #frame: HTMLElement;
  readonly #observer: ResizeObserver;

  constructor(page: Page, camera: CameraInfo, actions: CameraCloseUpActions) {
    this.#page = page;
    this.camera = camera;
    const { name, robot } = camera;
    this.#live = new LiveCanvas(page, camera);
    this.#stats = new PictureStats(page, this.#live);
    this.#probe = new PixelProbe(this.#live.element);
    const { onpaint } = this.#live;
    this.#live.onpaint = () => {
      onpaint();
      this.#probe.read();
    };
    this.#back = button("All cameras", "left", actions.back, { text: "All cameras", title: "All cameras (Esc)" });
    this.#back.setAttribute("aria-label", "All cameras");
    const lookFrom = button("Look from here", "view", () => actions.lookFrom(camera), { text: "Look from here" });
    const png = button("Save as PNG", "save", () => this.#savePng(), { text: "PNG" });
    const jpg = button("Save as JPG", "save", () => this.#saveJpg(), { text: "JPG" });
    const before = button("Previous camera", "left", () => actions.turn(-1), { kind: "quiet" });
    const after = button("Next camera", "chevron", () => actions.turn(1), { kind: "quiet" });
    this.#frame = make("div", { class: "closeup-frame" }, this.#live.element, this.#probe.mark);
    const stage = make("div", { class: "closeup-stage" }, this.#frame);
    this.element = make(
      "div",
      { class: "closeup", "data-camera": name },
      make(
        "div",
        { class: "closeup-head" },
        this.#back,
        make(
          "div",
          { class: "tile-name" },
          make("b", {}, name),
          make("span", { class: "hint" }, describeFormat(camera)),
        ),
        make("div", { class: "tile-facts hint" }, this.#stats.age, this.#stats.rate),
        make("div", { class: "closeup-turn" }, before, after),
      ),
      stage,
      make(
        "div",
        { class: "closeup-foot" },
        this.#probe.element,
        make("div", { class: "closeup-acts" }, ...(robot === undefined ? [] : [lookFrom]), png, jpg),
      ),
    );
    this.#observer = new ResizeObserver(() => this.#fit(stage));
    this.#observer.observe(stage);
  }

  focus(): void {
    this.#back.focus();
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#stats.dispose();
    this.#live.dispose();
    this.element.remove();
  }

  /** Largest size with square pixels. */
  #fit({ clientWidth, clientHeight }: HTMLElement): void {
    const { width, height } = this.camera;
    const scale = Math.min(clientWidth / width, clientHeight / height);
    this.#frame.style.width = `${Math.floor(width * scale)}px`;
    this.#frame.style.height = `${Math.floor(height * scale)}px`;
    this.#frame.toggleAttribute("data-coarse", scale * devicePixelRatio > 2);
  }

  /** Requests a lossless picture from the simulator; the page itself has only the JPEG. */
  async #savePng(): Promise<void> {
    const { name } = this.camera;
    const { data } = await this.#page.commands.run("picture", { camera: name, format: "png" });
    const { base64 } = (data ?? {}) as { base64?: string };
    if (!base64) return;
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    save(new Blob([bytes], { type: "image/png" }), `${name}.png`);
  }

  #saveJpg(): void {
    const { jpeg } = this.#live;
    if (jpeg) save(jpeg, `${this.camera.name}.jpg`);
  }
}

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  make("a", { href, download: name.replace(/[^\w.-]+/g, "_") }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
