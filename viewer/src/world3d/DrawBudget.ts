// Limits how much the page draws, so that it does not take the processor from the simulator. With a graphics processor:
// every frame, with fewer pixels if frames are slow. Without one, drawing uses the cores that simulate: fewer frames and
// pixels from the start, and still fewer while the world runs slower than its clock. World3D draws a scene at rest once
// more with all pixels.

import { PixelScale, type Quality } from "./Quality.js";

export interface DrawLimits {
  readonly framesPerSec: number;
  /** Share of the canvas pixels along each side, up to 1. */
  readonly scale: number;
  readonly hasShadows: boolean;
}

const UNLIMITED: DrawLimits = { framesPerSec: 120, scale: 1, hasShadows: true };
/** All pixels, drawn in software (`?quality=fine`). */
const SOFTWARE_FIXED: DrawLimits = { ...UNLIMITED, framesPerSec: 2 };
/** Limits without a graphics processor, from best to cheapest. */
const SOFTWARE: readonly DrawLimits[] = [
  { framesPerSec: 20, scale: 0.85, hasShadows: true },
  { framesPerSec: 12, scale: 0.75, hasShadows: true },
  { framesPerSec: 8, scale: 0.6, hasShadows: true },
  { framesPerSec: 5, scale: 0.5, hasShadows: false },
];
const FIRST = 1;
/** Minimum frames per second while the user rotates the view or drags. */
const INPUT_FRAMES_PER_SEC = 15;

/** Below BEHIND (share of the wanted speed) the world is late; above ON_TIME it is on time again. */
const BEHIND = 0.96;
const ON_TIME = 0.985;
/** Late for this long: one step cheaper. */
const BEHIND_MS = 1500;
/** On time for this long: one step better. Doubles with every step down. */
const FIRST_RECOVERY_MS = 20_000;
const MAX_RECOVERY_MS = 600_000;

export class DrawBudget {
  readonly #quality: Quality;
  readonly #pixels = new PixelScale();
  #level = FIRST;
  #behindSince: number | undefined;
  #goodSince: number | undefined;
  #recoveryMs = FIRST_RECOVERY_MS;

  constructor(quality: Quality) {
    this.#quality = quality;
  }

  get limits(): DrawLimits {
    if (this.#quality.isFixed) return this.#quality.isSoftware ? SOFTWARE_FIXED : UNLIMITED;
    if (!this.#quality.isSoftware) return { ...UNLIMITED, scale: this.#pixels.scale };
    return SOFTWARE[this.#level];
  }

  /** Minimum time from one frame to the next, ms. */
  gapMs(hasInput: boolean): number {
    const { framesPerSec } = this.limits;
    return 1000 / (hasInput ? Math.max(INPUT_FRAMES_PER_SEC, framesPerSec) : framesPerSec);
  }

  /** Time since the previous frame, ms; called only while frames follow each other. */
  reportGap(gapMs: number): void {
    if (!this.#quality.isFixed && !this.#quality.isSoftware) this.#pixels.addGap(gapMs);
  }

  /** `share`: speed of the world relative to the wanted speed; undefined while it is paused or has no clock. */
  reportPace(share: number | undefined, now: number): void {
    const isBehind = share !== undefined && share < BEHIND;
    const isGood = share !== undefined && share > ON_TIME;
    this.#behindSince = isBehind ? (this.#behindSince ?? now) : undefined;
    this.#goodSince = isGood ? (this.#goodSince ?? now) : undefined;
    if (this.#behindSince !== undefined && now - this.#behindSince > BEHIND_MS) {
      if (this.#level < SOFTWARE.length - 1) this.#level++;
      // each failed attempt doubles the wait before the next one
      this.#recoveryMs = Math.min(MAX_RECOVERY_MS, 2 * this.#recoveryMs);
      this.#behindSince = now;
    } else if (this.#goodSince !== undefined && now - this.#goodSince > this.#recoveryMs) {
      if (this.#level > 0) this.#level--;
      this.#goodSince = now;
    }
  }
}
