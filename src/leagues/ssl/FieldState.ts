// The true state of the field at one instant, in m, rad and s. Vision, tracker, referee and score depend on it and on nothing else.
// x runs from goal to goal, y to the left when looking along x; orientation 0 faces +x, counter-clockwise.

import type { FieldBall } from "../shared/BallReader.js";
import type { RobotKey } from "./Team.js";

export type { FieldBall } from "../shared/BallReader.js";

export interface FieldRobot extends RobotKey {
  /** Name in the world. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Height of its lowest point above the carpet. */
  readonly z: number;
  readonly orientation: number;
  readonly vx: number;
  readonly vy: number;
  /** rad/s. */
  readonly turn: number;
  readonly radius: number;
  readonly height: number;
  /** From the centre to the flat front; the radius if the front is round. */
  readonly front: number;
  /** It touches the ball at this instant, or kicked it in the last step. */
  readonly touchesBall: boolean;
  readonly kicksBall: boolean;
  /** The ball is within reach of its kicker. */
  readonly hasBall: boolean;
}

export interface FieldState {
  readonly timeNs: number;
  readonly timeSec: number;
  /** Undefined: the ball is not in the world. */
  readonly ball: FieldBall | undefined;
  /** Blue before yellow, then by id. */
  readonly robots: readonly FieldRobot[];
}
