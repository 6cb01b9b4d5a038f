// Where the head looks: at the ball, now and then at a beacon or goal so that the robot knows where it is, or to and fro in search of
// the ball. Points are in the robot's ground frame, m.

import { hypot, PI, sin } from "../../../src/math/Trigonometry.js";
import type { Vec3 } from "../../../src/math/Vec3.js";
import { BEACONS, FIELD } from "./FieldMap.js";
import { into, type Placement, type Spot } from "./Placement.js";
import type { Senses } from "./Senses.js";

/** After this time without a landmark it looks for one, for so long, and then at the ball for so long, s. */
const [STALE, GLANCE, REST] = [1, 0.5, 1.2];
/** Without a landmark for the first time it looks to and fro for one, for the second, s. */
const [VAIN, AROUND] = [3.5, 1];
/** It looks for landmarks more often while its particles are spread further than this, m. */
const UNSURE = 0.5;
/** A ball at its paws is looked at from here: further back the neck does not reach, m. */
export const AT_PAWS = 0.2;
/** With a ball nearer than this the look is short: m and s. */
const [NEAR, SHORT_GLANCE] = [0.45, 0.35];
/** A near ball that has not been seen for the first time is looked for before the paws until the second, s. */
const [BELOW_SEC, DOWN_SEC] = [0.1, 2.5];
/** The ball is searched for when it has not been seen for this time, s. */
const LOST = 0.35;
const LANDMARKS: readonly Spot[] = [...BEACONS, [FIELD.halfLength, 0], [-FIELD.halfLength, 0]];
/** It can turn its head so far to each side, as the cosine of the angle. */
const MAX_SIDE = -0.05;

export class Gaze {
  #glanceEnds = 0;
  #restEnds = 0;
  /** Undefined: to and fro. */
  #glanceAt: Vec3 | undefined;

  /** The point to look at. */
  aim(senses: Senses, time: number): Vec3 {
    const [ahead, left] = senses.ballHere;
    if (time < this.#glanceEnds) return this.#glanceAt ?? aroundPoint(time);
    const unseen = time - senses.ball.seenAt;
    if (unseen > BELOW_SEC && unseen < DOWN_SEC && hypot(...senses.ballAtSight) < NEAR) return downPoint(time);
    if (unseen > LOST) return searchPoint(time);
    const isUnsure = senses.localization.spread > UNSURE;
    const missing = time - senses.landmarkAt;
    if (time >= this.#restEnds && (isUnsure || missing > STALE)) {
      // after looks in vain it does not know where landmarks are
      const isLost = missing > VAIN;
      const landmark = isLost ? undefined : nearestLandmark(senses.localization.estimate, [ahead, left]);
      this.#glanceAt = landmark && [...landmark, 0.25];
      const isNear = hypot(ahead, left) < NEAR;
      this.#glanceEnds = time + (landmark ? (isNear ? SHORT_GLANCE : GLANCE) : AROUND);
      this.#restEnds = this.#glanceEnds + REST;
      return this.#glanceAt ?? aroundPoint(time);
    }
    return [Math.max(AT_PAWS, ahead), left, FIELD.ballRadius];
  }
}

/** To and fro at the height of beacons and goals, once within the time of such a look. */
const aroundPoint = (time: number): Vec3 => [0.5, 1.2 * sin((2 * PI * time) / AROUND), 0.22];

/** Before the paws, where a ball comes out that was below the nose. */
const downPoint = (time: number): Vec3 => [0.3 + 0.08 * sin(9 * time), 0.12 * sin(5 * time), FIELD.ballRadius];

/** To and fro, near and far. */
export const searchPoint = (time: number): Vec3 => [0.5, 0.9 * sin(3.6 * time), 0.12 + 0.14 * sin(1.7 * time)];

/** To and fro so slowly that the body stands still. */
export const idlePoint = (time: number): Vec3 => [0.6, 0.8 * sin(0.7 * time), 0.15];

/** The landmark that the head reaches with the smallest turn from the ball. */
function nearestLandmark(here: Placement, [ahead, left]: Spot): Spot | undefined {
  const ball = hypot(ahead, left);
  let [best, most]: [Spot | undefined, number] = [undefined, -2];
  for (const landmark of LANDMARKS) {
    const spot = into(here, landmark);
    const far = hypot(...spot);
    if (far < 0.5 || spot[0] / far < MAX_SIDE) continue;
    const along = (spot[0] * ahead + spot[1] * left) / (far * ball);
    if (along > most) [best, most] = [spot, along];
  }
  return best;
}
