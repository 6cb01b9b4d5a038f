// How much the page may draw without taking the processor from the simulator. With a graphics processor: all that comes,
// with fewer pixels where pictures come slowly. Without one, drawing is work for the same cores that simulate: fewer
// pictures and pixels to begin with, and fewer still while the world runs behind its clock. What stands still is drawn
// once more with all pixels.

import { PixelScale, type Quality } from "./Quality.js";

export interface DrawLimits {
  readonly framesPerSec: number;
  /** Of the pixels there could be, along each side. */
  readonly scale: number;
  readonly hasShadows: boolean;
}

const UNLIMITED: DrawLimits = { framesPerSec: 120, scale: 1, hasShadows: true };
/** All that can be drawn, by processors. */
const SOFTWARE_FIXED: DrawLimits = { ...UNLIMITED, framesPerSec: 2 };
/** From rich to poor. */
const SOFTWARE: readonly DrawLimits[] = [
  { framesPerSec: 20, scale: 0.85, hasShadows: true },
  { framesPerSec: 12, scale: 0.75, hasShadows: true },
  { framesPerSec: 8, scale: 0.6, hasShadows: true },
  { framesPerSec: 5, scale: 0.5, hasShadows: false },
];
const FIRST = 1;
/** While somebody turns or drags, at least this many pictures a second. */
const INPUT_FRAMES_PER_SEC = 15;

/** Behind the clock by more than this share, or again on it. */
const BEHIND = 0.96;
const ON_TIME = 0.985;
const BEHIND_MS = 1500;
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

  /** From one picture to the next, ms. */
  gapMs(hasInput: boolean): number {
    const { framesPerSec } = this.limits;
    return 1000 / (hasInput ? Math.max(INPUT_FRAMES_PER_SEC, framesPerSec) : framesPerSec);
  }

  /** Time since the picture before, while they come without pause. */
  reportGap(gapMs: number): void {
    if (!this.#quality.isFixed && !this.#quality.isSoftware) this.#pixels.addGap(gapMs);
  }

  /** How fast the world goes, as a share of how fast it should; undefined while it stands or has no clock. */
  reportPace(share: number | undefined, now: number): void {
    const isBehind = share !== undefined && share < BEHIND;
    const isGood = share !== undefined && share > ON_TIME;
    this.#behindSince = isBehind ? (this.#behindSince ?? now) : undefined;
    this.#goodSince = isGood ? (this.#goodSince ?? now) : undefined;
    if (this.#behindSince !== undefined && now - this.#behindSince > BEHIND_MS) {
      if (this.#level < SOFTWARE.length - 1) this.#level++;
      // what did not go well is tried again ever later
      this.#recoveryMs = Math.min(MAX_RECOVERY_MS, 2 * this.#recoveryMs);
      this.#behindSince = now;
    } else if (this.#goodSince !== undefined && now - this.#goodSince > this.#recoveryMs) {
      if (this.#level > 0) this.#level--;
      this.#goodSince = now;
    }
  }
}
