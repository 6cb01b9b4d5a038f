// The true state of the field at one instant, in m, rad and s. The referee depends on it and on nothing else. Orientation 0 faces +x,
// counter-clockwise.

import type { FieldBall } from "../shared/BallReader.js";
import type { LeggedKey } from "./LeggedTeam.js";

export interface LeggedRobot extends LeggedKey {
  /** Name in the world. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
  readonly vx: number;
  readonly vy: number;
  readonly radius: number;
  /** False: it lies on its side, its back, its nose or its tail. */
  readonly isUpright: boolean;
  readonly touchesBall: boolean;
}

export interface LeggedFieldState {
  readonly timeNs: number;
  /** Undefined: the ball is not in the world. */
  readonly ball: FieldBall | undefined;
  /** Blue before red, then by number; robots that are not in the world are missing. */
  readonly robots: readonly LeggedRobot[];
  /** Names of robots that touch each other; undefined: not measured at this instant. */
  readonly contacts: readonly (readonly [string, string])[] | undefined;
}
