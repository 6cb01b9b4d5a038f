// A plot as pixels: lines with smooth edges, text of strokes.

import { encodePng } from "../../render/picture/PngPicture.js";
import { CAPITAL, glyphOf } from "../video/StrokeFont.js";
import { type Canvas, TEXT_COLOR, TEXT_SIZE } from "./Canvas.js";

/** Height of capitals, as a share of the height of text. */
const CAPITAL_SHARE = 0.72;

export class PixelCanvas implements Canvas {
  readonly width: number;
  readonly height: number;
  readonly #rgb: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#rgb = new Uint8Array(3 * width * height).fill(255);
  }

  line(points: readonly number[], color: string, width: number): void {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (let i = 0; i + 3 < points.length; i += 2)
      this.#segment(points[i], points[i + 1], points[i + 2], points[i + 3], rgb, width / 2);
  }

  /** Every pixel near the segment gets its share of the colour. */
  #segment(ax: number, ay: number, bx: number, by: number, rgb: readonly number[], radius: number): void {
    const [dx, dy] = [bx - ax, by - ay];
    const squared = dx * dx + dy * dy;
    const reach = radius + 1;
    const top = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(ay, by) + reach));
    for (let y = top; y <= bottom; y++) {
      const [left, right] = this.#columns(ax, ay, dx, dy, y, reach);
      for (let x = left; x <= right; x++) {
        const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / squared));
        const [ox, oy] = [x - ax - along * dx, y - ay - along * dy];
        const share = Math.min(1, radius + 0.5 - Math.sqrt(ox * ox + oy * oy));
        if (share > 0) this.#blend(x, y, rgb, share);
      }
    }
  }

  /** Columns of a row that the segment may reach. */
  #columns(ax: number, ay: number, dx: number, dy: number, y: number, reach: number): readonly [number, number] {
    const at = (row: number): number => ax + dx * (dy === 0 ? 0 : Math.max(0, Math.min(1, (row - ay) / dy)));
    const [from, to] = dy === 0 ? [ax, ax + dx] : [at(y - reach), at(y + reach)];
    const left = Math.max(0, Math.floor(Math.min(from, to) - reach));
    return [left, Math.min(this.width - 1, Math.ceil(Math.max(from, to) + reach))];
  }

  #blend(x: number, y: number, rgb: readonly number[], share: number): void {
    const at = 3 * (y * this.width + x);
    for (let k = 0; k < 3; k++) this.#rgb[at + k] += share * (rgb[k] - this.#rgb[at + k]);
  }

  text(x: number, y: number, text: string, align: "start" | "middle" | "end"): void {
    const size = (CAPITAL_SHARE * TEXT_SIZE) / CAPITAL;
    const glyphs = [...text].map(glyphOf);
    const length = glyphs.reduce((sum, { left, right }) => sum + (right - left) * size, 0);
    let at = x - (align === "start" ? 0 : align === "end" ? length : length / 2);
    for (const { left, right, lines } of glyphs) {
      for (let i = 0; i < lines.length; i += 4) {
        const [x0, y0, x1, y1] = [0, 1, 2, 3].map((k) => lines[i + k] * size);
        const from = at - left * size;
        this.line([from + x0, y + y0, from + x1, y + y1], TEXT_COLOR, 1);
      }
      at += (right - left) * size;
    }
  }

  file(): Uint8Array {
    return encodePng(this.#rgb, this.width, this.height);
  }
}
