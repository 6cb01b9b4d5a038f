// Generated textures for tests and benchmarks.

import type { Texture } from "../../src/describe/entity/Texture.js";
import type { Color } from "../../src/render/scene/Scene.js";

/** A texture of `width` x `height` pixels, coloured by the pixel's centre: u right, v down, from 0 to 1. */
export function paint(width: number, height: number, colorAt: (u: number, v: number) => Color): Texture {
  const pixels = new Uint8Array(4 * width * height);
  for (let r = 0; r < height; r++)
    for (let c = 0; c < width; c++)
      pixels.set([...colorAt((c + 0.5) / width, (r + 0.5) / height), 255], 4 * (r * width + c));
  return { width, height, pixels, tileM: undefined };
}

/** `squares` along each side, the first colour in the upper left corner. */
export function checker(squares: number, even: Color, odd: Color, pixelsPerSquare = 16): Texture {
  const side = squares * pixelsPerSquare;
  return paint(side, side, (u, v) => ((Math.floor(u * squares) + Math.floor(v * squares)) % 2 === 0 ? even : odd));
}

/** The top of a small-size robot: a disc of the team's colour with a round mark on it. */
export function robotTop(team: Color, mark: Color): Texture {
  return paint(128, 128, (u, v) => {
    const [x, y] = [u - 0.5, v - 0.5];
    const isMark = (cx: number, cy: number) => (x - cx) ** 2 + (y - cy) ** 2 < 0.12 ** 2;
    if (isMark(0, 0)) return team;
    if (isMark(0.22, -0.22) || isMark(-0.22, 0.22)) return mark;
    return [40, 42, 48];
  });
}
