// Cameras and textures of robot documents that keep all limits and cost as much as they can (R11, M8, S4): one large camera or
// many small ones, with every lens and noise, and textures that are short as text.

import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { bigPng } from "../fuzz/FuzzPictures.js";

const SIZES = [
  [1, 2048, 2048],
  [1, 4096, 1024],
  [4, 1024, 1024],
  [50, 320, 240],
  [64, 16, 16],
] as const;
const EFFECTS = [
  "",
  "<MotionBlurMS>50</MotionBlurMS><RollingShutterMS>20</RollingShutterMS>",
  "<Lens><K1>0.2</K1><P1>0.001</P1></Lens>",
  "<PixelNoise><Gaussian>30</Gaussian><Shot>20</Shot><Bits>5</Bits></PixelNoise>",
  "<Fov>170</Fov><Lens><K1>0.0001</K1><Vignette>0.5</Vignette></Lens><Exposure>3</Exposure>",
] as const;
const FORMATS = ["bgra", "png", "jpeg", "depth", "segmentation"] as const;

export function costlyCameras(random: RandomStream): string {
  const [count, width, height] = SIZES[random.integer(SIZES.length)];
  const size = `<Width>${width}</Width><Height>${height}</Height>`;
  const effect = EFFECTS[random.integer(EFFECTS.length)];
  const format = FORMATS[random.integer(FORMATS.length)];
  return Array.from(
    { length: count },
    (_, i) => `<CameraSensor name="cam${i}">${size}<Rate>20</Rate><Format>${format}</Format>${effect}</CameraSensor>`,
  ).join("");
}

/** As large as a robot may have. */
export function costlyTexture(): string {
  const side = Math.sqrt(DEFAULT_LIMITS.texels);
  return `<Texture><Data>${bigPng(side, side)}</Data></Texture>`;
}

/** A box with cameras, and a texture half of the time. */
export function costlyPictures(random: RandomStream, name: string, at: string): string {
  const texture = random.uniform() < 0.5 ? costlyTexture() : "";
  return `<Client><CSettings><Name>${name}</Name><Offset>${at}</Offset></CSettings><Entity><RigidBodies><Body name="b">
<Box name="s"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize>${texture}</Box>${costlyCameras(random)}
</Body></RigidBodies></Entity></Client>`;
}
