// Tests the corner finder of the camera tests (Saddles.ts) on boards with known corners, without a renderer.

import { describe, expect, it } from "vitest";
import { findSaddles, type Gray, grayOf } from "../../testing/camera/Saddles.js";

const SIDE = 120;
const FINE = 16;

/** A rotated and sheared board: colour by the sign of the product of two waves, each pixel the mean of 256 points. */
function board(angle: number, square: number): { picture: Gray; corner: (i: number, j: number) => [number, number] } {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [ox, oy] = [SIDE / 2 + 0.37, SIDE / 2 - 0.21];
  const axes = [c, s, -0.85 * s + 0.1, 0.9 * c].map((x) => x * square);
  const det = axes[0] * axes[3] - axes[1] * axes[2];
  const isLight = (x: number, y: number): boolean => {
    const [dx, dy] = [x - ox, y - oy];
    const u = (axes[3] * dx - axes[2] * dy) / det;
    const v = (-axes[1] * dx + axes[0] * dy) / det;
    return (Math.floor(u) + Math.floor(v)) % 2 === 0;
  };
  const rgba = new Uint8Array(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    let light = 0;
    for (let k = 0; k < FINE * FINE; k++)
      light += Number(
        isLight((i % SIDE) + ((k % FINE) + 0.5) / FINE, Math.floor(i / SIDE) + (Math.floor(k / FINE) + 0.5) / FINE),
      );
    rgba.fill(linearToSrgb(0.05 + 0.8 * (light / FINE ** 2)), 4 * i, 4 * i + 4);
  }
  const corner = (i: number, j: number): [number, number] => [
    ox + i * axes[0] + j * axes[2],
    oy + i * axes[1] + j * axes[3],
  ];
  return { picture: grayOf(rgba, SIDE, SIDE), corner };
}

/** sRGB. */
const linearToSrgb = (light: number): number => Math.round(255 * (1.055 * light ** (1 / 2.4) - 0.055));

describe("finding corners", () => {
  it.each([
    [0.1, 14],
    [0.5, 16],
    [-0.7, 12],
    [0.3, 15],
  ])("a board turned by %f with squares of %f px", (angle, square) => {
    const { picture, corner } = board(angle, square);
    const found = findSaddles(picture);
    for (const i of [-2, -1, 0, 1, 2])
      for (const j of [-2, -1, 0, 1, 2]) {
        const [x, y] = corner(i, j);
        const nearest = Math.min(...found.map((spot) => Math.hypot(spot.x - x, spot.y - y)));
        expect(nearest, `corner ${i} ${j}`).toBeLessThan(0.05);
      }
  });

  it("finds no corners on edges", () => {
    const values = Float64Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < 57 ? 20 : 200));
    expect(findSaddles({ width: SIDE, height: SIDE, values })).toEqual([]);
  });
});
