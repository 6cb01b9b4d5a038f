// Reads <Lens>, <Exposure>, <PixelNoise>, <MotionBlurMS> and <RollingShutterMS> of a camera (S2, S3). The default of each is off.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { type LensSettings, type PictureShape, PLAIN_LENS } from "../../render/lens/LensSettings.js";
import { checkLens } from "../../render/lens/LensTable.js";

const COEFFICIENT = { min: -100, max: 100 };
const DEVIATION = { min: 0, max: 255 };
/** At most a second: the blur assumes constant velocity. */
const SHUTTER_MS = { min: 0, max: 1000 };

/** `shape`: size of the picture, to check that the distortion does not fold; undefined: no check. */
export function readLens(camera: ElementReader, shape?: PictureShape): LensSettings {
  const lens = camera.child("Lens");
  const noise = camera.child("PixelNoise");
  const coefficient = (name: string) => lens?.number(name, COEFFICIENT) ?? 0;
  const settings: LensSettings = Object.freeze({
    radial: Object.freeze([coefficient("K1"), coefficient("K2"), coefficient("K3")] as const),
    tangential: Object.freeze([coefficient("P1"), coefficient("P2")] as const),
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

/** Bounds of the brightness factor, in documents and in messages (W9). */
export const BRIGHTNESS = { min: 0, max: 1000 };
