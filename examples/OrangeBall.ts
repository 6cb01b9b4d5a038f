// Finds the orange ball in a picture: which pixels are orange, where their middle is, how large they are together. By hue,
// because light and shadow change how bright a colour is and hardly which one it is.

import type { Picture } from "../src/client/index.js";

/** In pixels of the picture. */
export interface Blob {
  /** The middle; pixel 0 reaches from 0 to 1. */
  readonly column: number;
  readonly row: number;
  /** Of a disc with as many pixels. */
  readonly radius: number;
  /** It is cut off by the picture's edge: its size says less than it seems. */
  readonly isCut: boolean;
}

/** Fewer are noise. */
const MIN_PIXELS = 6;
/** Darker is too dark to have a colour, of 255. */
const MIN_RED = 40;

/**
 * Hue from 12° to 42° and at least 60 % of saturation. Where red is the most and blue the least, the hue is
 * 60° (g - b) / (r - b) and the saturation (r - b) / r.
 */
export function isOrange(r: number, g: number, b: number): boolean {
  const [span, rise] = [r - b, g - b];
  return r >= MIN_RED && 5 * span > 3 * r && 5 * rise > span && 10 * rise < 7 * span;
}

/** Undefined: there is none to see. */
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
