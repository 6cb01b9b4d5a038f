// What a team believes to be true at one instant, in its own coordinates: it always plays towards +x.

import type { Point } from "./Plane.js";

export interface Player {
  readonly id: number;
  readonly at: Point;
  readonly velocity: Point;
  /** Where its front points, rad. */
  readonly facing: number;
  /** rad/s. */
  readonly turn: number;
  /** Its own sensor has the ball between dribbler and kicker; of others: unknown, false. */
  readonly hasBall: boolean;
}

export interface Ball {
  readonly at: Point;
  readonly velocity: Point;
  /** Slides until it is down to this speed, then rolls; m/s. */
  readonly rollsAt: number;
  /** Seen last, s ago. */
  readonly age: number;
}

export interface View {
  /** s. */
  readonly time: number;
  readonly ball: Ball;
  readonly ours: readonly Player[];
  readonly theirs: readonly Player[];
}
