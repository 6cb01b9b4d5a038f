// A tileable picture of noise, made once, from which shaders take the structure of grounds, wood and clouds: red is smooth, green fine.

import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGFormat, UnsignedByteType } from "three";

const SIZE = 256;
/** Cells along a side of the coarsest layer, and number of layers. */
const [CELLS, LAYERS] = [4, 6];
const FINE_CELLS = 64;

let made: DataTexture | undefined;

export function noiseTexture(): DataTexture {
  if (made) return made;
  const bytes = new Uint8Array(2 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const at = 2 * (y * SIZE + x);
      bytes[at] = Math.round(255 * layers(x / SIZE, y / SIZE));
      bytes[at + 1] = Math.round(255 * (0.6 * smooth(x / SIZE, y / SIZE, FINE_CELLS) + 0.4 * cell(x, y, 9)));
    }
  made = new DataTexture(bytes, SIZE, SIZE, RGFormat, UnsignedByteType);
  Object.assign(made, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, magFilter: LinearFilter });
  Object.assign(made, { minFilter: LinearMipmapLinearFilter, generateMipmaps: true, anisotropy: 4, needsUpdate: true });
  return made;
}

/** Each layer has half the size and weight of the one before; 0 to 1. */
function layers(x: number, y: number): number {
  let [sum, weights, weight] = [0, 0, 1];
  for (let i = 0; i < LAYERS; i++, weight /= 2) {
    sum += weight * smooth(x, y, CELLS << i);
    weights += weight;
  }
  return sum / weights;
}

/** Random values at the corners of cells, with smooth transitions; repeats after 1. */
function smooth(x: number, y: number, cells: number): number {
  const [i, j] = [Math.floor(x * cells), Math.floor(y * cells)];
  const [u, v] = [x * cells - i, y * cells - j].map((t) => t * t * (3 - 2 * t));
  const at = (a: number, b: number): number => cell((i + a) % cells, (j + b) % cells, cells);
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/** A fixed random number for a cell, 0 to 1. */
function cell(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
