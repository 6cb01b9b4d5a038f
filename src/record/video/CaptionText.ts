// Draws a line of text into a picture (X4): white strokes with a dark border, so that it can be read on any ground. Glyphs are drawn
// once for each size: the shade of a pixel follows from its distance to the nearest stroke.

import { CAPITAL, type Glyph, glyphOf } from "./StrokeFont.js";

/** Pixels of three bytes, red, green and blue, rows from the top. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A glyph in pixels: how much of each is covered by the stroke, and by its border, 0 to 255. */
interface Stamp {
  readonly width: number;
  readonly advance: number;
  readonly stroke: Uint8Array;
  readonly border: Uint8Array;
}

/** Half the width of strokes, and the width of the border around them, as parts of a capital's height. */
const [STROKE, BORDER] = [0.055, 0.09];
/** Above the base line and below, as parts of a capital's height. */
const [ABOVE, BELOW] = [1.3, 0.5];

export class CaptionText {
  readonly #scale: number;
  readonly #stroke: number;
  readonly #border: number;
  readonly #top: number;
  readonly #rows: number;
  readonly #stamps = new Map<Glyph, Stamp>();

  /** `capitalPx`: height of capitals. */
  constructor(capitalPx: number) {
    this.#scale = capitalPx / CAPITAL;
    this.#stroke = Math.max(0.7, STROKE * capitalPx);
    this.#border = Math.max(1, BORDER * capitalPx);
    this.#top = Math.ceil(ABOVE * capitalPx);
    this.#rows = this.#top + Math.ceil(BELOW * capitalPx);
  }

  /** `x`, `y`: start of the base line, whole pixels. What is outside of the picture is left out. */
  draw(picture: RgbPicture, text: string, x: number, y: number): void {
    let at = x;
    for (const character of text) {
      const stamp = this.#stampOf(glyphOf(character));
      this.#press(picture, stamp, Math.round(at), y - this.#top);
      at += stamp.advance;
    }
  }

  #press({ width, height, rgb }: RgbPicture, stamp: Stamp, left: number, top: number): void {
    const margin = this.#margin;
    for (let row = Math.max(0, -top); row < this.#rows && top + row < height; row++)
      for (let column = 0; column < stamp.width; column++) {
        const x = left + column - margin;
        const border = stamp.border[row * stamp.width + column];
        if (border === 0 || x < 0 || x >= width) continue;
        const stroke = stamp.stroke[row * stamp.width + column];
        const at = 3 * ((top + row) * width + x);
        for (let k = at; k < at + 3; k++) {
          const dark = (rgb[k] * (255 - border)) >> 8;
          rgb[k] = dark + (((255 - dark) * stroke) >> 8) + (stroke >> 7);
        }
      }
  }

  /** Pixels of a stamp to the left of its character. */
  get #margin(): number {
    return Math.ceil(this.#stroke + this.#border + 1);
  }

  #stampOf(glyph: Glyph): Stamp {
    const known = this.#stamps.get(glyph);
    if (known) return known;
    const advance = (glyph.right - glyph.left) * this.#scale;
    const width = Math.ceil(advance) + 2 * this.#margin;
    const stroke = new Uint8Array(width * this.#rows);
    const border = new Uint8Array(width * this.#rows);
    for (let row = 0; row < this.#rows; row++)
      for (let column = 0; column < width; column++) {
        const x = (column + 0.5 - this.#margin) / this.#scale + glyph.left;
        const y = (row + 0.5 - this.#top) / this.#scale;
        const distance = this.#scale * distanceTo(glyph.lines, x, y);
        stroke[row * width + column] = coverage(this.#stroke - distance);
        border[row * width + column] = coverage(this.#stroke + this.#border - distance);
      }
    const stamp = { width, advance, stroke, border };
    this.#stamps.set(glyph, stamp);
    return stamp;
  }
}

/** Of a pixel whose middle is `inside` pixels from the edge, 0 to 255. */
const coverage = (inside: number): number => Math.round(255 * Math.min(1, Math.max(0, inside + 0.5)));

/** Distance to the nearest of the lines. */
function distanceTo(lines: readonly number[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < lines.length; i += 4) {
    const [x0, y0] = [lines[i], lines[i + 1]];
    const [dx, dy] = [lines[i + 2] - x0, lines[i + 3] - y0];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
    const [ex, ey] = [x - x0 - part * dx, y - y0 - part * dy];
    least = Math.min(least, ex * ex + ey * ey);
  }
  return Math.sqrt(least);
}
