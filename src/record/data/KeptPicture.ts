// A picture that was in a queue when its world was saved. It has the pixels of then; without them it is black, which a playback
// does not see.

import type { Picture, PictureSpec } from "../../render/picture/Picture.js";

const NO_PIXELS = new Uint8Array();

/** `spec`: without the scene. */
export function keptPicture(spec: object, pixels: Uint8Array | undefined): Picture {
  return {
    spec: spec as PictureSpec,
    begin: () => {},
    isReady: true,
    isAway: false,
    bytes: () => pixels ?? NO_PIXELS,
  };
}
