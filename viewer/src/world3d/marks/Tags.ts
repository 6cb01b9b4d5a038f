// Short texts at points of the world, as HTML. A text that would cover an earlier one is hidden.

import { type PerspectiveCamera, Vector3 } from "three";

export interface Tag {
  readonly text: string;
  /** m. */
  readonly at: Vector3;
}

const [WIDTH_PX, HEIGHT_PX] = [7, 18];

export class Tags {
  readonly #canvas: HTMLCanvasElement;
  readonly #layer = document.createElement("div");
  readonly #spans: HTMLSpanElement[] = [];
  readonly #seen = new Vector3();

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#layer.className = "world3d-labels world3d-tags";
    this.#layer.setAttribute("aria-hidden", "true");
  }

  useDark(isDark: boolean): void {
    this.#layer.classList.toggle("dark", isDark);
  }

  update(tags: readonly Tag[], camera: PerspectiveCamera): void {
    this.#layer.hidden = tags.length === 0;
    if (tags.length === 0) return;
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#canvas;
    if (!this.#layer.isConnected) this.#canvas.after(this.#layer);
    this.#layer.style.cssText = `left:${offsetLeft}px;top:${offsetTop}px;width:${clientWidth}px;height:${clientHeight}px`;
    while (this.#spans.length < tags.length) {
      const span = document.createElement("span");
      this.#spans.push(span);
      this.#layer.append(span);
    }
    const taken: (readonly [number, number, number])[] = [];
    for (const [i, span] of this.#spans.entries()) {
      const tag = tags[i];
      const at = tag && this.#seen.copy(tag.at).project(camera);
      const [x, y] = at ? [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight] : [0, 0];
      const width = WIDTH_PX * ((tag?.text.length ?? 0) + 2);
      const isFree = taken.every(([a, b, w]) => Math.abs(a - x) > (w + width) / 2 || Math.abs(b - y) > HEIGHT_PX);
      const isShown = at !== undefined && at.z < 1 && isFree;
      span.classList.toggle("shown", isShown);
      if (!isShown) continue;
      taken.push([x, y, width]);
      if (span.textContent !== tag.text) span.textContent = tag.text;
      span.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) translate(-50%, 6px)`;
    }
  }

  dispose(): void {
    this.#layer.remove();
  }
}
