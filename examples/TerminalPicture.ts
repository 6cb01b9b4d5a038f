// Shows a picture in a terminal: each character is two pixels, an upper half block in the colour of the upper pixel on the colour of
// the lower one. Needs a terminal with 24-bit colours.

import type { Picture } from "../src/client/index.js";
import type { Blob } from "./OrangeBall.js";

type Color = readonly [red: number, green: number, blue: number];

/** Colour of the frame around the ball. */
const MARK: Color = [255, 255, 255];

/** `columns` characters wide, half as many lines as pixels high. */
export function drawInTerminal(picture: Picture, columns: number, blob?: Blob): string {
  const scale = picture.width / columns;
  const lines = Math.floor(picture.height / scale / 2);
  const at = (column: number, row: number): Color => {
    const [x, y] = [Math.floor((column + 0.5) * scale), Math.floor((row + 0.5) * scale)];
    return blob && isMark(x, y, scale, blob) ? MARK : picture.color(x, y);
  };
  return Array.from({ length: lines }, (_, line) => {
    const cells = Array.from({ length: columns }, (__, column) => cell(at(column, 2 * line), at(column, 2 * line + 1)));
    return `${cells.join("")}\x1b[0m`;
  }).join("\n");
}

const cell = (upper: Color, lower: Color): string => `\x1b[38;2;${upper.join(";")};48;2;${lower.join(";")}m▀`;

/** Whether a cell is on the square around the ball, one cell thick. */
function isMark(x: number, y: number, scale: number, { column, row, radius }: Blob): boolean {
  const away = Math.max(Math.abs(x + 0.5 - column), Math.abs(y + 0.5 - row));
  return Math.abs(away - 1.3 * radius - scale / 2) < scale / 2;
}
