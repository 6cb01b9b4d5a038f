// What is true on the field at one instant, in m, rad and s: vision, tracker, referee and score are made of it and of nothing
// else. x runs from goal to goal, y to the left of who looks along x, orientation 0 faces +x, counter-clockwise.

import type { Vec3 } from "../../math/Vec3.js";
import type { RobotKey } from "./Team.js";

export interface FieldRobot extends RobotKey {
  /** In the world. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Above the carpet: of the point that stands on it. */
  readonly z: number;
  readonly orientation: number;
  readonly vx: number;
  readonly vy: number;
  /** rad/s. */
  readonly turn: number;
  readonly radius: number;
  readonly height: number;
  /** From the middle to the flat front; the radius where it is round. */
  readonly front: number;
  /** It touches the ball in this instant, or has kicked it in the step before. */
  readonly touchesBall: boolean;
  readonly kicksBall: boolean;
  /** The ball is where its kicker can reach it. */
  readonly hasBall: boolean;
}

export interface FieldBall {
  /** Its middle. */
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly radius: number;
}

export interface FieldState {
  readonly timeNs: number;
  readonly timeSec: number;
  /** Undefined: somebody took it away. */
  readonly ball: FieldBall | undefined;
  /** Blue first, then by id. */
  readonly robots: readonly FieldRobot[];
}
