// The Segway seen from the side, drawn with Braille dots (2 x 4 to a character) for the terminal.

import { cos, sin, TAU } from "../math/Trigonometry.js";

export interface SideViewInput {
  /** Of the body along y, m. */
  readonly place: number;
  /** Positive: leaning towards +y, which is to the right. */
  readonly tilt: number;
}

const ROWS = 9;
/** Dots for each metre. */
const SCALE = 36;
const RADIUS = 0.236;
/** Corners of the body around the axle: platform, handles, table (m, along y and up). */
const OUTLINE: readonly (readonly [number, number, number, number])[] = [
  [-0.19, -0.12, 0.19, -0.12],
  [0.19, -0.12, 0.19, -0.03],
  [0.19, -0.03, -0.19, -0.03],
  [-0.19, -0.03, -0.19, -0.12],
  [-0.1, -0.03, -0.1, 0.52],
  [0.1, -0.03, 0.1, 0.52],
  [-0.15, 0.52, 0.35, 0.52],
  [-0.15, 0.54, 0.35, 0.54],
];
/** Bits of the eight dots of a Braille character, column by column. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

export function drawSideView({ place, tilt }: SideViewInput, columns: number): string[] {
  const canvas = new Uint8Array(ROWS * columns);
  const [width, height] = [2 * columns, 4 * ROWS];
  const dot = (x: number, y: number) => {
    const [px, py] = [Math.round(width / 2 + x * SCALE), Math.round(height - 3 - y * SCALE)];
    if (px < 0 || py < 0 || px >= width || py >= height) return;
    canvas[(py >> 2) * columns + (px >> 1)] |= DOTS[px & 1][py & 3];
  };
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    const n = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) * SCALE * 1.5) + 1;
    for (let i = 0; i <= n; i++) dot(x1 + ((x2 - x1) * i) / n, y1 + ((y2 - y1) * i) / n);
  };
  // ground with a mark every half metre
  for (let px = 0; px < width; px++) canvas[(ROWS - 1) * columns + (px >> 1)] |= DOTS[px & 1][3];
  const reach = width / 2 / SCALE;
  for (let mark = Math.ceil(-reach * 2) / 2; mark < reach; mark += 0.5) line(mark, -0.03, mark, 0.02);
  // wheel with one spoke, so that rolling is seen
  const spin = -place / RADIUS;
  for (let i = 0; i < 90; i++) dot(place + RADIUS * cos((TAU * i) / 90), RADIUS + RADIUS * sin((TAU * i) / 90));
  line(place, RADIUS, place + RADIUS * cos(spin), RADIUS + RADIUS * sin(spin));
  // body, leaning about the axle
  const [c, s] = [cos(tilt), sin(tilt)];
  for (const [x1, y1, x2, y2] of OUTLINE)
    line(place + x1 * c + y1 * s, RADIUS - x1 * s + y1 * c, place + x2 * c + y2 * s, RADIUS - x2 * s + y2 * c);
  return Array.from({ length: ROWS }, (_, r) =>
    Array.from(canvas.subarray(r * columns, (r + 1) * columns), (bits) => String.fromCharCode(0x2800 + bits)).join(""),
  );
}
