// When the frames of a film are (X4). Frame i shows the world at the first step at or after `from` + i / fps of simulated time, and is shown
// from i / fps on. With more frames than steps a step is shown again.

import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";

export class FilmTimes {
  readonly fps: number;
  /** Infinity: until the run ends. */
  readonly count: number;
  readonly #fromNs: number;

  constructor({ fps, fromSec, seconds }: { readonly fps: number; readonly fromSec: number; readonly seconds: number }) {
    this.fps = fps;
    this.#fromNs = Math.round(fromSec * NS_PER_SEC);
    // a second has exactly fps frames, also where 1 / fps is no binary number
    this.count = Math.max(1, Math.round(seconds * fps));
  }

  /** Simulated time of a frame. */
  ns(frame: number): number {
    return this.#fromNs + Math.round((frame * NS_PER_SEC) / this.fps);
  }
}
