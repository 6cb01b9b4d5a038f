// Tracks the ball from delayed pictures. A picture shows the ball relative to the robot at capture time, 100 ms ago. At a turn rate of
// 1 rad/s that is 6° off the present bearing, and a robot that steers by it overshoots and oscillates. Therefore a sighting is
// placed in the robot's own map with the robot's pose at capture time (Stamp), where the robot's motion does not age it. The
// ball's own motion is extrapolated with its velocity, estimated from sighting to sighting.

import { atan2, cos, DEGREE, hypot, sin, tan } from "../src/math/Trigonometry.js";
import type { Stand } from "./Odometry.js";
import type { Blob } from "./OrangeBall.js";
import { WHEEL_RADIUS } from "./SegwayDriver.js";

/** The camera of robots/segway-follower.xml: its mount relative to the axle, and its lens. */
export const EYE = { forward: 0.16, up: 0.47 - 0.074, pitch: -0.436, width: 160, height: 120, fov: 60 * DEGREE };
const FOCAL = EYE.height / 2 / tan(EYE.fov / 2);
const BALL_RADIUS = 0.15;

export interface Seen {
  /** From straight ahead, positive to the left, rad. */
  readonly bearing: number;
  /** Along the ground from the axle, m. */
  readonly distance: number;
}

/** Position of a blob relative to the axle, forward and left, m. */
export function locate({ column, row, radius, isCut }: Blob, tilt: number): readonly [forward: number, left: number] {
  // ray through the centre of the blob, rotated by the camera's pitch and the body's tilt
  const [right, down] = [(column - EYE.width / 2) / FOCAL, (row - EYE.height / 2) / FOCAL];
  const pitch = EYE.pitch - tilt;
  const ahead = cos(pitch) + down * sin(pitch);
  const fall = down * cos(pitch) - sin(pitch);
  const [camForward, camUp] = [
    EYE.forward * cos(tilt) + EYE.up * sin(tilt),
    EYE.up * cos(tilt) - EYE.forward * sin(tilt),
  ];
  // distance along the ray: from the blob's size, or, if the edge cuts it, from its contact with the ground
  // (off the image centre a ball looks larger: its disc is an ellipse)
  const bySize = ((BALL_RADIUS * FOCAL) / radius) * Math.sqrt(hypot(1, right, down));
  const byGround = (WHEEL_RADIUS + camUp - BALL_RADIUS) / Math.max(fall, 0.05);
  const depth = isCut ? byGround : bySize;
  return [camForward + ahead * depth, -right * depth];
}

/** Filter gains: share of the innovation that corrects position and velocity. */
const [TRUST_PLACE, TRUST_SPEED] = [0.6, 0.25];
/** Time without a sighting after which the velocity is forgotten, s. */
const FORGET = 0.5;

export class BallTracker {
  #place: readonly [number, number] = [0, 0];
  #velocity: readonly [number, number] = [0, 0];
  #seenAt: number | undefined;

  /** Time of the last sighting, s; undefined: none yet. */
  get seenAt(): number | undefined {
    return this.#seenAt;
  }

  /** Adds a sighting, with the robot's pose at its capture. */
  see(blob: Blob, stand: Stand): void {
    const [forward, left] = locate(blob, stand.tilt);
    const [s, c] = [sin(stand.heading), cos(stand.heading)];
    const seen = [stand.x - forward * s - left * c, stand.y + forward * c - left * s] as const;
    const age = this.#seenAt === undefined ? Number.POSITIVE_INFINITY : stand.time - this.#seenAt;
    this.#seenAt = stand.time;
    if (!(age > 0 && age < FORGET)) {
      [this.#place, this.#velocity] = [seen, [0, 0]];
      return;
    }
    const expected = this.#placeAfter(age);
    const miss = [seen[0] - expected[0], seen[1] - expected[1]] as const;
    this.#place = [expected[0] + TRUST_PLACE * miss[0], expected[1] + TRUST_PLACE * miss[1]];
    const share = TRUST_SPEED / age;
    this.#velocity = [this.#velocity[0] + share * miss[0], this.#velocity[1] + share * miss[1]];
  }

  #placeAfter(age: number): readonly [number, number] {
    const span = Math.min(age, FORGET);
    return [this.#place[0] + this.#velocity[0] * span, this.#place[1] + this.#velocity[1] * span];
  }

  /** Bearing, distance and their rates relative to a pose of the robot. */
  from(stand: Stand): Seen & { readonly away: number; readonly round: number } {
    const age = stand.time - (this.#seenAt ?? stand.time);
    const [x, y] = this.#placeAfter(age);
    const [dx, dy] = [x - stand.x, y - stand.y];
    const [s, c] = [sin(stand.heading), cos(stand.heading)];
    const distance = Math.max(hypot(dx, dy), 0.1);
    const [vx, vy] = age > FORGET ? [0, 0] : this.#velocity;
    return {
      bearing: atan2(-dx * c - dy * s, dy * c - dx * s),
      distance,
      away: (vx * dx + vy * dy) / distance,
      round: (vy * dx - vx * dy) / (distance * distance),
    };
  }
}
