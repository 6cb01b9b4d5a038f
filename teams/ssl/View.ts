// A team's estimate of the game at one instant, in its own coordinates: it always plays towards +x.

import type { Point } from "./Plane.js";

export interface Player {
  readonly id: number;
  readonly at: Point;
  readonly velocity: Point;
  /** Direction of its front, rad. */
  readonly facing: number;
  /** rad/s. */
  readonly turn: number;
  /** Its own sensor has the ball between dribbler and kicker; false for opponents, where it is unknown. */
  readonly hasBall: boolean;
  /** True: it drives on two wheels and cannot move sideways. Unknown of opponents. */
  readonly isDifferential?: boolean;
}

export interface Ball {
  readonly at: Point;
  readonly velocity: Point;
  /** Speed at which sliding becomes rolling, m/s. */
  readonly rollsAt: number;
  /** Time since it was last seen, s. */
  readonly age: number;
}

export interface View {
  /** s. */
  readonly time: number;
  readonly ball: Ball;
  readonly ours: readonly Player[];
  readonly theirs: readonly Player[];
}
