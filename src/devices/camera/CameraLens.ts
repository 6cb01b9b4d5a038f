// <Lens>, <Exposure>, <PixelNoise>, <MotionBlurMS> and <RollingShutterMS> of a camera (S2, S3). What is left out is off.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { type LensSettings, type PictureShape, PLAIN_LENS } from "../../render/lens/LensSettings.js";
import { checkLens } from "../../render/lens/LensTable.js";

const COEFFICIENT = { min: -100, max: 100 };
const DEVIATION = { min: 0, max: 255 };
/** A second: what moves for longer is not where its speed would have it. */
const SHUTTER_MS = { min: 0, max: 1000 };

/** Of a camera of that shape; without one nobody asks whether it folds. */
export function readLens(camera: ElementReader, shape?: PictureShape): LensSettings {
  const lens = camera.child("Lens");
  const noise = camera.child("PixelNoise");
  const bend = (name: string) => lens?.number(name, COEFFICIENT) ?? 0;
  const settings: LensSettings = Object.freeze({
    radial: Object.freeze([bend("K1"), bend("K2"), bend("K3")] as const),
    tangential: Object.freeze([bend("P1"), bend("P2")] as const),
    vignette: lens?.number("Vignette", { min: 0, max: 1 }) ?? PLAIN_LENS.vignette,
    brightness: camera.number("Exposure", BRIGHTNESS) ?? PLAIN_LENS.brightness,
    gaussian: noise?.number("Gaussian", DEVIATION) ?? PLAIN_LENS.gaussian,
    shot: noise?.number("Shot", DEVIATION) ?? PLAIN_LENS.shot,
    bits: noise?.number("Bits", { min: 1, max: 8, whole: true }) ?? PLAIN_LENS.bits,
    exposureMS: camera.number("MotionBlurMS", SHUTTER_MS) ?? PLAIN_LENS.exposureMS,
    readoutMS: camera.number("RollingShutterMS", SHUTTER_MS) ?? PLAIN_LENS.readoutMS,
  });
  if (shape) checkLens(settings, shape);
  return settings;
}

/** Factor on the light; also what a message may set it to (W9). */
export const BRIGHTNESS = { min: 0, max: 1000 };
