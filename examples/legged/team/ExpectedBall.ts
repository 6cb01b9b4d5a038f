// A ball that is out comes back where the rules say. Until it is seen again the player expects it there, for some seconds.

import { hypot } from "../../../src/math/Trigonometry.js";
import { into, type Placement, type Spot } from "./Placement.js";

/** s after it went out; nearer than this to the spot, m, the player would see it. */
const [SECONDS, NEAR] = [8, 0.45];

export class ExpectedBall {
  #spot: Spot | undefined;
  #until = 0;

  expect(spot: Spot, time: number): void {
    [this.#spot, this.#until] = [spot, time + SECONDS];
  }

  forget(): void {
    this.#spot = undefined;
  }

  /** Seen from a player at `place`; undefined: it expects none. */
  from(place: Placement, time: number): Spot | undefined {
    if (this.#spot && (time > this.#until || hypot(...into(place, this.#spot)) < NEAR)) this.forget();
    return this.#spot;
  }
}
