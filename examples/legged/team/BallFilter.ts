// Position and velocity of the ball in the frame of the odometry, where the robot's own walk does not disturb it: a Kalman filter with
// the same uncertainty in all directions. A ball that jumps is taken over after two sights.

import { hypot } from "../../../src/math/Trigonometry.js";
import type { BallSight } from "./BallSight.js";
import { into, outOf, type Placement, type Spot } from "./Placement.js";

/** Rolling on carpet slows the ball by this, m/s^2. */
const DECELERATION = 0.17;
/** Standard deviation of unknown accelerations, such as kicks, m/s^2. */
const JOLT = 1.5;
/** A sight further away than this many standard deviations is doubted, at most so often. */
const [GATE, MAX_DOUBTS] = [5, 2];

export class BallFilter {
  #x = 0;
  #y = 0;
  #vx = 0;
  #vy = 0;
  /** Covariance of position and velocity. */
  #pp = 1;
  #pv = 0;
  #vv = 1;
  #time = 0;
  #doubts = 0;
  /** When the ball was last seen, s. */
  seenAt = Number.NEGATIVE_INFINITY;

  forget(): void {
    this.seenAt = Number.NEGATIVE_INFINITY;
  }

  /** Moves on to `time`. */
  advance(time: number): void {
    const t = Math.min(1, Math.max(0, time - this.#time));
    this.#time = time;
    if (t === 0) return;
    const speed = hypot(this.#vx, this.#vy);
    const rest = speed > 0 ? Math.max(0, 1 - (DECELERATION * t) / speed) : 0;
    this.#x += (this.#vx * t * (1 + rest)) / 2;
    this.#y += (this.#vy * t * (1 + rest)) / 2;
    this.#vx *= rest;
    this.#vy *= rest;
    const q = JOLT * JOLT * t;
    this.#pp += 2 * t * this.#pv + t * t * this.#vv + (q * t * t) / 3;
    this.#pv += t * this.#vv + (q * t) / 2;
    this.#vv += q;
  }

  /** Takes a sight from the robot at `odometry`. */
  see({ ahead, left, deviation }: BallSight, odometry: Placement, time: number): void {
    this.advance(time);
    const [x, y] = outOf(odometry, [ahead, left]);
    const [dx, dy, noise] = [x - this.#x, y - this.#y, deviation * deviation];
    const isLost = time - this.seenAt > 1;
    const isOdd = hypot(dx, dy) > GATE * Math.sqrt(this.#pp + noise);
    if (isOdd && !isLost && this.#doubts++ < MAX_DOUBTS) return;
    if (isOdd || isLost) {
      [this.#x, this.#y, this.#vx, this.#vy] = [x, y, 0, 0];
      [this.#pp, this.#pv, this.#vv] = [noise, 0, 0.25];
    } else {
      const [gain, gainV] = [this.#pp / (this.#pp + noise), this.#pv / (this.#pp + noise)];
      this.#x += gain * dx;
      this.#y += gain * dy;
      this.#vx += gainV * dx;
      this.#vy += gainV * dy;
      this.#vv -= gainV * this.#pv;
      this.#pv -= gain * this.#pv;
      this.#pp -= gain * this.#pp;
    }
    [this.#doubts, this.seenAt] = [0, time];
  }

  /** The ball ahead of and to the left of the robot, m. */
  relative(odometry: Placement): Spot {
    return into(odometry, [this.#x, this.#y]);
  }

  /** Its velocity along the robot's axes, m/s. */
  velocity({ heading }: Placement): Spot {
    return into({ x: 0, y: 0, heading }, [this.#vx, this.#vy]);
  }
}
