// How long a picture takes to draw, as a number of plain pixels of some 60 ns each (S4, M8). Measured on one core:
//
//   cost = draws (triangles + 400 lights) + pixels instants factors (1 + lights / 32)
//
// A rolling shutter draws 12 bands and motion blur 5 instants, so a picture of few pixels can take a quarter of a second. Each of
// these draws prepares the scene (shadow map) for itself, which costs 6500 and makes triangles three times as costly.

import { hasDistortion } from "../lens/LensSettings.js";
import { BLUR_INSTANTS, ROLLING_BANDS } from "../lens/Shutter.js";
import type { PictureSpec } from "./Picture.js";

/** Of a triangle and a light in one draw, and of the shadow map of a draw that prepares the scene. */
const [TRIANGLE, PREPARED_TRIANGLE, LIGHT, SHADOW] = [1, 3, 400, 6500];
/** Lights that double the cost of a pixel. */
const DOUBLING_LIGHTS = 32;

export function drawingCost({ width, height, lens, noise, format, sceneState }: PictureSpec): number {
  const instants = lens.exposureMS > 0 ? BLUR_INSTANTS : 1;
  const draws = instants * (lens.readoutMS > 0 ? Math.min(ROLLING_BANDS, height) : 1);
  const { drawnTriangles } = sceneState.scene;
  const lights = sceneState.lights.length;
  // the other pictures of a step share one preparation
  const isSmeared = draws > 1;
  const draw = LIGHT * lights + (isSmeared ? SHADOW + PREPARED_TRIANGLE * drawnTriangles : TRIANGLE * drawnTriangles);
  const isPlain = !hasDistortion(lens) && lens.gaussian === 0 && lens.shot === 0 && noise.gaussian === 0;
  const pixels = width * height * instants * (isPlain ? 1 : 2) * (format === "png" ? 2 : 1);
  return draws * draw + pixels * (1 + lights / DOUBLING_LIGHTS);
}
