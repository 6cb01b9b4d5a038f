// What a plot is drawn on: SvgCanvas or PixelCanvas. Pixels, y down.

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** x y x y ...; `color`: #rrggbb. */
  line(points: readonly number[], color: string, width: number): void;
  /** `y`: base line. */
  text(x: number, y: number, text: string, align: "start" | "middle" | "end"): void;
  /** The whole file. */
  file(): string | Uint8Array;
}

/** Height of text, pixels. */
export const TEXT_SIZE = 12;
export const TEXT_COLOR = "#333333";
