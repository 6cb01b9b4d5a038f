// Finds the orange ball in a picture: its orange pixels, their centre and their size. Pixels are chosen by hue, since light and shadow
// change the brightness of a colour much more than its hue.

import type { Picture } from "../src/client/index.js";

/** In pixels of the picture. */
export interface Blob {
  /** Centre; pixel 0 extends from 0 to 1. */
  readonly column: number;
  readonly row: number;
  /** Radius of a disc with the same number of pixels. */
  readonly radius: number;
  /** The picture's edge cuts it: its size is not reliable. */
  readonly isCut: boolean;
}

/** Fewer pixels are noise. */
const MIN_PIXELS = 6;
/** Darker pixels have no reliable hue, of 255. */
const MIN_RED = 40;

/**
 * Hue from 12° to 42° and saturation of at least 60 %. With red the maximum and blue the minimum, the hue is
 * 60° (g - b) / (r - b) and the saturation (r - b) / r.
 */
export function isOrange(r: number, g: number, b: number): boolean {
  const [span, rise] = [r - b, g - b];
  return r >= MIN_RED && 5 * span > 3 * r && 5 * rise > span && 10 * rise < 7 * span;
}

/** Undefined: no ball in the picture. */
export function findBall({ width, height, bytes }: Picture): Blob | undefined {
  let [count, columns, rows, isCut] = [0, 0, 0, false];
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 3) {
      if (!isOrange(bytes[at], bytes[at + 1], bytes[at + 2])) continue;
      count++;
      columns += column;
      rows += row;
      isCut ||= row === 0 || column === 0 || row === height - 1 || column === width - 1;
    }
  if (count < MIN_PIXELS) return undefined;
  return { column: columns / count + 0.5, row: rows / count + 0.5, radius: Math.sqrt(count / Math.PI), isCut };
}
