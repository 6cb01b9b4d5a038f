// The carpet of a field with its lines as a picture (F1). Sharp lines lie above it as a mesh (LineMesh.ts); where these are thinner
// than a pixel they break up, and this picture still shows them.

import { type FieldDrawing, lineRectangles, type Rectangle } from "./FieldDrawing.js";

export type Rgb = readonly [number, number, number];

/** m. */
export interface CarpetSize {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  /** From the outer lines to the edge of the carpet. */
  readonly carpetMargin: number;
  /** The same behind the goal lines; default `carpetMargin`. */
  readonly carpetMarginGoalLine?: number;
  readonly lineThickness: number;
}

export interface CarpetGrid {
  /** Texels, an odd number: the centre of the field is the centre of a texel, and so are most lines. */
  readonly columns: number;
  readonly rows: number;
  /** Side of a texel, m. */
  readonly texel: number;
}

/** Texels along the longer side. Twice as many would cost 250 MB more, and near cameras see the mesh. */
const MAX_TEXELS = 800;

/** Texels are half a line wide, or 1, 2, 4 ... lines: the finest that stays within the maximum. */
export function carpetGrid(size: CarpetSize): CarpetGrid {
  const { carpetMargin, carpetMarginGoalLine = carpetMargin } = size;
  const halves = [size.fieldLength / 2 + carpetMarginGoalLine, size.fieldWidth / 2 + carpetMargin];
  let texel = size.lineThickness / 2;
  while (2 * Math.max(...halves) > MAX_TEXELS * texel) texel *= 2;
  const [columns, rows] = halves.map((half) => 2 * Math.round(half / texel) + 1);
  return { columns, rows, texel };
}

/** Red, green, blue, opacity of each texel, rows from +y. */
export function drawCarpet(grid: CarpetGrid, drawing: FieldDrawing, green: Rgb, white: Rgb): Uint8Array {
  const cover = new Cover(grid);
  for (const rectangle of lineRectangles(drawing)) cover.rectangle(rectangle);
  for (const { center, radius } of drawing.arcs) cover.ring(center, radius, drawing.lineThickness / 2);
  for (const { center, radius } of drawing.marks) cover.disc(center, radius);
  const pixels = new Uint8Array(4 * cover.shares.length);
  cover.shares.forEach((share, i) => {
    for (let k = 0; k < 3; k++) pixels[4 * i + k] = Math.round(green[k] + share * (white[k] - green[k]));
    pixels[4 * i + 3] = 255;
  });
  return pixels;
}

/** The share of each texel that is line, 0 to 1. */
class Cover {
  readonly shares: Float64Array;

  constructor(readonly grid: CarpetGrid) {
    this.shares = new Float64Array(grid.columns * grid.rows);
  }

  rectangle({ x, y }: Rectangle): void {
    this.#each({ x, y }, (column, row) => this.#along(column, x) * this.#along(row, y));
  }

  /** A texel's share is that of a straight line at its centre. */
  ring([cx, cy]: readonly [number, number], radius: number, half: number): void {
    const { texel } = this.grid;
    const reach = radius + half + texel;
    this.#each({ x: [cx - reach, cx + reach], y: [cy - reach, cy + reach] }, (column, row) => {
      const [dx, dy] = [column * texel - cx, row * texel - cy];
      const off = Math.abs(Math.sqrt(dx * dx + dy * dy) - radius);
      return Math.min(1, (2 * half) / texel, Math.max(0, (half - off) / texel + 0.5));
    });
  }

  /** A texel's share is that of a straight edge at its centre. */
  disc([cx, cy]: readonly [number, number], radius: number): void {
    const { texel } = this.grid;
    const reach = radius + texel;
    this.#each({ x: [cx - reach, cx + reach], y: [cy - reach, cy + reach] }, (column, row) => {
      const [dx, dy] = [column * texel - cx, row * texel - cy];
      const inside = Math.min(1, Math.max(0, (radius - Math.sqrt(dx * dx + dy * dy)) / texel + 0.5));
      return Math.min(inside, (Math.PI * radius * radius) / (texel * texel));
    });
  }

  /** Columns and rows count from the centre, to the right and up. */
  #each({ x, y }: Rectangle, share: (column: number, row: number) => number): void {
    const { columns, rows, texel } = this.grid;
    const [right, top] = [(columns - 1) / 2, (rows - 1) / 2];
    const first = (from: number, max: number) => Math.max(-max, Math.floor(from / texel + 0.5));
    const last = (to: number, max: number) => Math.min(max, Math.floor(to / texel + 0.5));
    for (let row = first(y[0], top); row <= last(y[1], top); row++)
      for (let column = first(x[0], right); column <= last(x[1], right); column++) {
        const i = (top - row) * columns + column + right;
        this.shares[i] = Math.max(this.shares[i], share(column, row));
      }
  }

  /** The share of a texel between the two coordinates. */
  #along(index: number, [from, to]: readonly [number, number]): number {
    const { texel } = this.grid;
    const [low, high] = [(index - 0.5) * texel, (index + 0.5) * texel];
    return Math.max(0, Math.min(high, to) - Math.max(low, from)) / texel;
  }
}
