// Position and colour of the pixel under the pointer, or under a mark that the arrow keys move. Pixels count from the
// upper left corner; the colour is the displayed one.

import { make, setText } from "../ui/Dom.js";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAST = 10;
const HINT = "Point at a pixel to read its colour";

export class PixelProbe {
  /** The text with position and colour. */
  readonly element: HTMLElement;
  readonly mark = make("i", { class: "probe-mark", hidden: true });
  readonly #canvas: HTMLCanvasElement;
  readonly #swatch = make("i", { class: "swatch", hidden: true });
  readonly #text = make("span", { class: "number" }, HINT);
  #at: { x: number; y: number } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.element = make("p", { class: "probe hint" }, this.#swatch, this.#text);
    canvas.tabIndex = 0;
    canvas.addEventListener("pointermove", (event) => this.#point(event));
    canvas.addEventListener("pointerdown", (event) => this.#point(event));
    canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.#move(undefined));
    canvas.addEventListener("blur", () => this.#move(undefined));
    canvas.addEventListener("keydown", (event) => this.#step(event));
  }

  /** Updates the text; called after another picture is drawn. */
  read(): void {
    this.#swatch.hidden = this.#at === undefined;
    this.mark.hidden = this.#at === undefined;
    if (!this.#at) {
      setText(this.#text, HINT);
      return;
    }
    const { x, y } = this.#at;
    const { width, height } = this.#canvas;
    const [r, g, b] = this.#canvas.getContext("2d")?.getImageData(x, y, 1, 1).data ?? [0, 0, 0];
    const hex = [r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("");
    this.#swatch.style.backgroundColor = `#${hex}`;
    this.mark.style.left = `${(100 * (x + 0.5)) / width}%`;
    this.mark.style.top = `${(100 * (y + 0.5)) / height}%`;
    setText(this.#text, `x ${x}  y ${y}   ${r} ${g} ${b}   #${hex}`);
  }

  #move(at: { x: number; y: number } | undefined): void {
    this.#at = at;
    this.read();
  }

  #point({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const x = Math.floor(((clientX - left) / width) * this.#canvas.width);
    const y = Math.floor(((clientY - top) / height) * this.#canvas.height);
    this.#move(this.#within(x, y));
  }

  #within(x: number, y: number): { x: number; y: number } {
    const { width, height } = this.#canvas;
    return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) };
  }

  #step(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const { width, height } = this.#canvas;
    const { x, y } = this.#at ?? { x: width >> 1, y: height >> 1 };
    const far = event.shiftKey ? FAST : 1;
    this.#move(this.#within(x + far * step[0], y + far * step[1]));
  }
}
